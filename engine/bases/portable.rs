//! A base as Rust and as texts: what a program that is built with it compiled in is made of.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::emit::{self, Unit};
use blanche_compiler::files;
use blanche_compiler::{STATISTICS_FILE, plan};

use super::sidecars::Sidecars;
use super::texts::Texts;
use super::{Base, Subject, TextBase};

/// A base as it travels into another program.
#[derive(Clone, Debug)]
pub struct Portable {
    /// `mine`
    pub name: String,
    /// Whether its game stands in its text. Otherwise a host stands behind its domain.
    pub is_game: bool,
    /// Its files that were read from this machine, by the paths under which a `use` finds them below a knowledge folder.
    pub knowledge: BTreeMap<String, String>,
    /// What lies beside its rules.
    pub sidecars: BTreeMap<String, String>,
    /// The folder in which it lies; nothing where it is built in.
    pub folder: Option<PathBuf>,
}

/// The rules of a base in Rust.
#[derive(Clone, Debug)]
pub struct Rust {
    /// The files of a module, with their names; that of the module itself stands first.
    pub files: Vec<(String, String)>,
    /// The module in it that has the base: its function `base` gives it.
    pub base: String,
}

impl Portable {
    fn of(texts: &Texts, sidecars: &Sidecars) -> Portable {
        let name = texts.program.base.clone().unwrap_or_default();
        let knowledge = texts.project.in_memory(texts.root, &name);
        let mut beside: BTreeMap<String, String> = BTreeMap::new();
        let mut add = |file: &str, bytes: &[u8]| {
            beside.insert(format!("{name}/{file}"), String::from_utf8_lossy(bytes).into_owned());
        };
        sidecars.each().for_each(|(file, bytes)| add(file, bytes));
        let folder = texts.project.place(texts.root).and_then(Path::parent);
        if let Some(bytes) = folder.and_then(|folder| {
            files::beside(folder, STATISTICS_FILE).and_then(|path| files::read(&path)).ok()
        }) {
            add(STATISTICS_FILE, &bytes);
        }
        Portable {
            is_game: texts.program.game.is_some(),
            name,
            knowledge,
            sidecars: beside,
            folder: folder.map(Path::to_owned),
        }
    }
}

impl Texts {
    /// Its rules as Rust, for a package that uses this library by this name: the module of a domain with a host is the library's.
    ///
    /// # Errors
    /// A message where they take more than an emission run may take.
    pub fn rust(&self, library: &str) -> Result<Rust, Box<Diagnostic>> {
        let plan = plan::plan_with(&self.program, &self.statistics)?;
        let name = self.program.base.as_deref().unwrap_or_default();
        let units = [Unit { name, program: &self.program, plan: &plan, hash: self.hash }];
        let modules = emit::emit_bases(&self.project.sources, &units)?;
        let base = modules.last().map(|module| module.name.clone()).unwrap_or_default();
        let mut files = emit::in_files(&modules);
        if let (None, Some(module), Some(domain)) =
            (&self.program.game, units[0].domain_module(), &self.program.domain)
        {
            let domain = emit::module_name(domain);
            files[0].1.push_str(&format!("\npub use ::{library}::rules::{domain} as {module};\n"));
        }
        Ok(Rust { files, base })
    }
}

impl<S: Subject> Base<S> {
    /// What another program carries of it.
    pub fn portable(&self) -> Portable {
        Portable::of(self.texts(), &self.sidecars)
    }
}

impl TextBase {
    /// What another program carries of it.
    pub fn portable(&self) -> Portable {
        Portable::of(self.texts(), &self.sidecars)
    }
}
