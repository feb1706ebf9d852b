//! The API for build scripts: compiles a folder of rule files to Rust.

use std::path::{Component, Path, PathBuf};

use crate::checked::{load, together};
use crate::diagnostic::{Diagnostic, Severity, has_errors};
use crate::emit::{self, Module, Unit};
use crate::files::{self, Sources};
use crate::folders::{self, ENDING, STATISTICS_FILE};
use crate::parallel;
use crate::project::{Project, SearchPath, is_base, namesakes};

/// The compiled bases of a knowledge folder.
#[derive(Debug)]
pub struct Knowledge {
    /// The source texts.
    pub sources: Sources,
    /// All diagnostics about the sources.
    pub diagnostics: Vec<Diagnostic>,
    /// The generated Rust. It has a module for every domain, a module for every base, and a module with the code that
    /// bases share. Empty if there are errors.
    pub modules: Vec<Module>,
    /// Rust source that embeds the rule files as `KNOWLEDGE`, and the text files beside them (`.txt`) as `SIDECARS`.
    pub texts: String,
}

impl Knowledge {
    /// All generated Rust as one file.
    pub fn rust(&self) -> String {
        emit::in_one_text(&self.modules) + &self.texts
    }

    /// The generated Rust as files, each with its name and text. The file `mod.rs` contains no rules and declares the
    /// other files, which contain one module each.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = emit::in_files(&self.modules);
        if !self.texts.is_empty() {
            files[0].1.push_str("mod texts;\n\npub use self::texts::{SIDECARS, KNOWLEDGE};\n");
            files.push(("texts.rs".to_owned(), self.texts.clone()));
        }
        files[0].1.push_str(&format!("\n{}", emit::games(&self.modules)));
        files
    }
}

/// Compiles every base of a knowledge folder, for use in `build.rs`. Files are named by their path relative to the
/// package being built (`rules/base/file.blanche`), or relative to the parent of `folder` if it is outside the package.
/// So the output is the same on every machine.
///
/// # Errors
/// When a file cannot be read, or the folder contains no base.
pub fn compile(folder: &Path) -> std::io::Result<Knowledge> {
    parallel::with_large_stack(|| compile_where(folder, None))
}

/// Compiles the bases of a folder that may use the files of a knowledge folder beside it, for tests. The generated Rust
/// contains no texts, and only modules for the domains of games. The caller must provide modules for all other domains.
/// Only errors are reported.
///
/// # Errors
/// See [`compile`].
pub fn compile_beside(folder: &Path, beside: &Path) -> std::io::Result<Knowledge> {
    parallel::with_large_stack(|| compile_where(folder, Some(beside)))
}

fn compile_where(folder: &Path, beside: Option<&Path>) -> std::io::Result<Knowledge> {
    let [name, beside_name] = [Some(folder), beside].map(|folder| folder.map_or_else(String::new, called));
    let mut project = Project::default();
    let mut texts = read_all((folder, &name), folders::rule_files(folder), files::read)?;
    let own = texts.len();
    if let Some(beside) = beside {
        texts.extend(read_all((beside, &beside_name), folders::rule_files(beside), files::read)?);
    }
    let sidecars = read_all((folder, &name), folders::sidecars(folder), files::read_whole)?;
    let roots: Vec<usize> =
        texts.iter().map(|(inside, bytes)| project.add(&format!("{name}/{inside}"), bytes)).collect();
    let search_path =
        SearchPath { texts: texts.clone(), texts_folder: Some(name.clone()), ..SearchPath::default() };
    let wanted = |root: &usize| is_base(&project, *root) && (beside.is_none() || *root >= own);
    let roots: Vec<usize> = roots.into_iter().filter(wanted).collect();
    if roots.is_empty() {
        let searched = if beside.is_some() { &beside_name } else { &name };
        return Err(std::io::Error::new(
            std::io::ErrorKind::NotFound,
            format!(
                "no base in `{searched}/`: there is no file `*.{ENDING}` in it that begins with `base NAME`"
            ),
        ));
    }
    let mut bases = Vec::new();
    for root in &roots {
        let mut base = load(&mut project, *root, &search_path);
        let inside = texts.iter().zip(0..).find(|(_, at)| at == root).map(|((inside, _), _)| inside.as_str());
        let folder = inside.and_then(|inside| inside.rsplit_once('/')).map_or("", |(folder, _)| folder);
        let statistics =
            sidecars.iter().find(|(path, _)| path.rsplit_once('/') == Some((folder, STATISTICS_FILE)));
        if let Some((path, bytes)) = statistics {
            let file = project.sources.add(format!("{name}/{path}"), bytes);
            base.read_statistics(&project.sources, file);
        }
        bases.push(base);
    }
    let mut diagnostics = together(&bases);
    diagnostics.extend(namesakes(&project, &roots));
    if beside.is_some() {
        // Warnings are dropped, because declarations that one test base does not use may be used by another base.
        diagnostics.retain(|message| message.severity == Severity::Error);
    }
    let (mut modules, mut rust) = (Vec::new(), String::new());
    if !has_errors(&diagnostics) {
        let mut plans = Vec::new();
        for base in &bases {
            match base.plan() {
                Ok(plan) => plans.push(plan),
                Err(message) => diagnostics.push(*message),
            }
        }
        if plans.len() < bases.len() {
            return Ok(Knowledge { sources: project.sources, diagnostics, modules, texts: rust });
        }
        let units: Vec<Unit<'_>> = bases
            .iter()
            .zip(&plans)
            .map(|(base, plan)| Unit {
                name: base.resolved.program.base.as_deref().unwrap_or("program"),
                program: &base.resolved.program,
                plan,
                hash: base.hash,
            })
            .collect();
        let emitted = match beside {
            Some(_) => emit::emit_bases(&project.sources, &units),
            None => emit::emit(&project.sources, &units),
        };
        match emitted {
            Ok(emitted) => modules = emitted,
            Err(message) => {
                diagnostics.push(*message);
                return Ok(Knowledge { sources: project.sources, diagnostics, modules, texts: rust });
            }
        }
        if beside.is_none() {
            rust.push_str(&emit::texts("KNOWLEDGE", "The rule files", &texts));
            rust.push_str(&emit::texts("SIDECARS", "What lies beside the rule files", &sidecars));
        }
    }
    Ok(Knowledge { sources: project.sources, diagnostics, modules, texts: rust })
}

/// The name of a folder in messages: its path relative to the package that cargo builds, or its own name.
fn called(folder: &Path) -> String {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let inside = package.and_then(|package| absolute.strip_prefix(package).map(Path::to_owned).ok());
    let inside = inside.filter(|inside| inside.components().next().is_some());
    let inside = inside.filter(|inside| inside.components().all(|part| matches!(part, Component::Normal(_))));
    match inside {
        Some(inside) => inside.to_string_lossy().replace('\\', "/"),
        None => folder.file_name().map_or_else(|| "knowledge".into(), |name| name.to_string_lossy().into()),
    }
}

/// Reads files, and returns their contents and their paths relative to the folder, written with forward slashes.
fn read_all(
    (folder, name): (&Path, &str),
    paths: Vec<PathBuf>,
    read: fn(&Path) -> std::io::Result<Vec<u8>>,
) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let read = |path: PathBuf| {
        let inside = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let named =
            |error: std::io::Error| std::io::Error::new(error.kind(), format!("{name}/{inside}: {error}"));
        Ok((inside.clone(), read(&path).map_err(named)?))
    };
    paths.into_iter().map(read).collect()
}
