//! BLANCHE: a small logic language in which people write what they know about board games, and its compiler.
//!
//! The pipeline, from a text to an answer:
//!
//! ```text
//! files ─ syntax ─► tree ─ names ─► program ─ check ─► diagnostics ─ report ─► terminal, JSON
//!                                      │
//!                                    plan ──► interpret   answers over a host, at run time
//!                                      └────► emit        Rust over the same host, in build.rs
//! ```
//!
//! [`compile`] runs it to the plan. This crate knows no game: what a game is stands in rule files, and what a
//! host answers is declared there too.
//!
//! A program is parsed, checked, planned and queried:
//!
//! ```
//! use blanche_compiler::{check_program, has_errors, interpret::{Machine, NoHost}, plan, project::{Files, Project}, runtime::Limits};
//!
//! let text = "fact parent(anna, bert)\nfact parent(bert, carl)\n\
//!             export grandparent(X, Z)\ngrandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)\n";
//! let mut project = Project::default();
//! let file = project.add("family.blanche", text.as_bytes());
//! let checked = check_program(&project, &Files { files: vec![file], incomplete: false }, None);
//! assert!(!has_errors(&checked.diagnostics));
//! let program = &checked.resolved.program;
//! let machine = Machine::<NoHost>::new(program, &plan::plan(program).unwrap(), Limits::default()).unwrap();
//! let (grandparent, _) = program.exports().next().unwrap();
//! assert_eq!(machine.count(&mut (), grandparent), Ok(1));
//! ```

mod around;
pub mod check;
pub mod diagnostic;
pub mod embedded;
pub mod emit;
pub mod expect;
pub mod files;
pub mod grammar;
pub mod interpret;
mod library;
pub mod literals;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod manual;
pub mod markup;
pub mod modes;
pub mod names;
pub mod parallel;
pub mod paths;
pub mod plan;
pub mod program;
pub mod progress;
pub mod project;
pub mod random;
pub mod repl;
pub mod report;
pub mod runtime;
mod scc;
pub mod service;
pub mod syntax;
pub mod timing;
pub mod why;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use diagnostic::{Code, Diagnostic, Severity};
use files::{FileId, Sources, Span};
use names::Resolved;
use project::{Files, Library, Project};

/// A program that was read and checked.
#[derive(Debug)]
pub struct Checked {
    /// The program with what was found while names were resolved.
    pub resolved: Resolved,
    /// Its files.
    pub files: Vec<FileId>,
    /// Everything that is to be said of it, from its bytes to its meaning, suppressions applied.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a line that names a file could not be read, or names one that is not there.
    pub lacks_files: bool,
    /// A hash of all its texts.
    pub hash: u64,
    /// What was measured of its literals, if that was given ([`Checked::profile`]).
    pub statistics: plan::Statistics,
}

/// The name of the file beside a base that holds measured numbers of tuples for the planner.
pub const PROFILE: &str = "profile.txt";

impl Checked {
    /// Takes up the measured numbers in a text. A text that is none is reported as a warning: rules run without
    /// it, only slower. Of a program with errors nobody knows which predicates it will have without them, so only
    /// lines that are of no program at all are reported.
    pub fn profile(&mut self, sources: &Sources, file: FileId) {
        let text = sources.file(file).text();
        if text.len() as u64 > files::LARGEST {
            let title = "a profile that is too large";
            let label = format!("it has more than {} MiB, and is not used", files::LARGEST >> 20);
            let span = files::Span::new(file, 0, 0);
            let message = Diagnostic::new(Code::BadProfile, title, span, label);
            self.diagnostics.push(message.hint("`noire profile` writes it anew"));
            return;
        }
        let (statistics, mut bad) = plan::Statistics::parse_lines(&self.resolved.program, text);
        if has_errors(&self.diagnostics) {
            bad.retain(|bad| bad.reason != plan::BadLineReason::Unknown);
        }
        match bad.into_iter().next() {
            None => self.statistics = statistics,
            Some(bad) => {
                let start: usize = text.split_inclusive('\n').take(bad.line - 1).map(str::len).sum();
                let length = text[start..].lines().next().map_or(0, str::len);
                let span = files::Span::new(file, start, start + length);
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::BadProfile,
                        "a profile that is not of this base",
                        span,
                        bad.expected,
                    )
                    .hint("`noire profile` writes it anew"),
                );
            }
        }
    }

    /// The plan of the program.
    ///
    /// # Errors
    /// A message where planning takes too long.
    pub fn plan(&self) -> Result<plan::Plan, Box<Diagnostic>> {
        plan::plan_with(&self.resolved.program, &self.statistics)
    }
}

/// Resolves and checks the files of one program.
pub fn check_program(project: &Project, files: &Files, query: Option<&syntax::ast::Body>) -> Checked {
    let trees = project.trees(files);
    let ids: Vec<FileId> = trees.iter().map(|tree| tree.id).collect();
    let resolved = names::resolve(&project.sources, &trees, project.sharing(files), files.incomplete, query);
    let of_text = project.diagnostics.iter().filter(|message| ids.contains(&message.label.span.file));
    let mut found: Vec<Diagnostic> = of_text.cloned().collect();
    let unread = lines_with_errors(&project.sources, &found);
    let of_meaning = check::check(&project.sources, &trees, &resolved, &found);
    // What a line means that could not be read is not asked: one mistake, one message.
    found.extend(of_meaning.into_iter().filter(|message| !unread.contains(&line(&project.sources, message))));
    let diagnostics = check::suppressions::apply(&trees, found);
    let lacks_files = resolved.lacks_files;
    let hash = hash(&project.sources, &trees);
    let statistics = plan::Statistics::default();
    Checked { resolved, files: ids, diagnostics, lacks_files, hash, statistics }
}

/// The lines on which something could not be read. Bytes and signs that are read as what was meant are none.
fn lines_with_errors(sources: &Sources, messages: &[Diagnostic]) -> HashSet<(FileId, usize)> {
    let unread = |code: Code| {
        matches!(code, Code::UnknownCharacter | Code::MalformedName)
            || (Code::MissingComma..Code::UseMissing).contains(&code)
    };
    let errors =
        messages.iter().filter(|message| message.severity == Severity::Error && unread(message.code));
    errors.map(|message| line(sources, message)).collect()
}

fn line(sources: &Sources, message: &Diagnostic) -> (FileId, usize) {
    (message.label.span.file, sources.line(message.label.span))
}

/// What is to be said of several programs together. A problem of a file that they share is said once; that
/// nobody uses something is said only where no program does.
pub fn together<'a>(programs: impl IntoIterator<Item = &'a Checked>) -> Vec<Diagnostic> {
    together_where(programs, |_| true)
}

/// The same, of the messages that concern somebody.
pub fn together_where<'a>(
    programs: impl IntoIterator<Item = &'a Checked>,
    concerns: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let programs: Vec<&Checked> = programs.into_iter().collect();
    let said: Vec<HashSet<&Diagnostic>> =
        programs.iter().map(|program| program.diagnostics.iter().collect()).collect();
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut seen: HashSet<&Diagnostic> = HashSet::new();
    for message in programs.iter().flat_map(|program| &program.diagnostics) {
        if !concerns(message) || !seen.insert(message) {
            continue;
        }
        let lacks = matches!(message.code, Code::Unused | Code::UnusedAllow);
        let everywhere = programs
            .iter()
            .zip(&said)
            .filter(|(program, _)| program.files.contains(&message.label.span.file))
            .all(|(_, said)| said.contains(message));
        if !lacks || everywhere {
            found.push(message.clone());
        }
    }
    // A file that a broken line was to name stands alone, and lacks the rules of those that should use it with
    // others. The broken line is the mistake, as long as it is among what is said.
    let lost = |message: &Diagnostic| {
        message.severity == Severity::Error
            && message.code != Code::AskedRuleMissing
            && programs
                .iter()
                .any(|program| program.lacks_files && program.files.last() == Some(&message.label.span.file))
    };
    if found.iter().any(lost) {
        let of_bases: HashSet<&Diagnostic> = programs
            .iter()
            .filter(|program| program.resolved.program.base.is_some())
            .flat_map(|program| &program.diagnostics)
            .collect();
        found.retain(|message| message.code != Code::AskedRuleMissing || of_bases.contains(message));
    }
    let program_of = |file: FileId| programs.iter().position(|program| program.files.contains(&file));
    library::tell_places_once(&mut found, |file| program_of(file).unwrap_or(0));
    found
}

/// Whether something in a list of diagnostics keeps a program from running.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// Checks one text that stands for itself: for tests, tools and examples.
pub fn check_text(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut project = Project::default();
    let root = project.add(name, text.as_bytes());
    let files = project.program(root, &Library::default());
    let checked = check_program(&project, &files, None);
    (project.sources, checked.diagnostics)
}

/// A hash of the texts of some files (FNV-1a, 64 bits), line ends apart: it changes when a file does.
pub fn hash(sources: &Sources, files: &[&syntax::ast::File]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |byte: u8| {
        hash ^= u64::from(byte);
        hash = hash.wrapping_mul(0x0100_0000_01b3);
    };
    for file in files {
        sources.file(file.id).text().bytes().filter(|byte| *byte != b'\r').for_each(&mut take);
        take(0);
    }
    hash
}

/// Reads and checks the base in a folder or the program in a file, given how `use` finds files.
pub fn load(project: &mut Project, root: usize, library: &Library) -> Checked {
    let files = project.program(root, library);
    check_program(project, &files, None)
}

/// The file of a folder that begins with `base NAME`.
pub fn base_file(project: &mut Project, folder: &Path) -> std::io::Result<Option<usize>> {
    let mut candidates: Vec<std::path::PathBuf> = std::fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == project::ENDING))
        .collect();
    candidates.sort();
    for path in candidates {
        let at = project.open(&path)?;
        if is_base(project, at) {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Whether a file says that it is a base.
pub fn is_base(project: &Project, at: usize) -> bool {
    project.tree(at).items.iter().any(|item| {
        matches!(&item.kind, syntax::ast::ItemKind::Header(header) if header.kind == syntax::ast::HeaderKind::Base)
    })
}

/// Bases of one name: programs and modules could not tell them apart. Names that differ only in `-`, `.` and `_`
/// count as one.
pub fn namesakes(project: &Project, roots: &[usize]) -> Vec<Diagnostic> {
    let mut first: BTreeMap<String, &syntax::ast::Name> = BTreeMap::new();
    let mut found = Vec::new();
    for item in roots.iter().flat_map(|root| &project.tree(*root).items) {
        let syntax::ast::ItemKind::Header(header) = &item.kind else { continue };
        let (syntax::ast::HeaderKind::Base, Some(name)) = (header.kind, &header.name) else { continue };
        match first.entry(name.text.replace(['-', '.'], "_")) {
            Entry::Vacant(place) => {
                place.insert(name);
            }
            Entry::Occupied(known) => found.push(
                Diagnostic::new(
                    Code::BaseTwice,
                    format!("there are two bases `{}`", name.text),
                    name.span,
                    "the second one",
                )
                .and(known.get().span, "the first one")
                .hint("give one of them another name"),
            ),
        }
    }
    found
}

/// A file in the folder of a base that does not use it; `path` is how a `use` would name it.
pub fn unused_file(project: &Project, file: usize, base: usize, path: &str) -> Diagnostic {
    let tree = project.tree(file);
    let place = tree.items.first().map_or(Span::new(tree.id, 0, 0), |item| item.span.before());
    let items = &project.tree(base).items;
    let header = items.iter().find_map(|item| match &item.kind {
        syntax::ast::ItemKind::Header(header) if header.kind == syntax::ast::HeaderKind::Base => {
            Some((item.span, header.name.as_ref().map_or("", |name| name.text.as_str())))
        }
        _ => None,
    });
    let (header, name) = header.expect("a base says that it is one");
    let last = items.iter().rfind(|item| matches!(item.kind, syntax::ast::ItemKind::Use(_)));
    let line = last.map_or(header, |item| item.span).after();
    Diagnostic::new(
        Code::FileUnused,
        format!("the base `{name}` does not use this file"),
        place,
        "it lies beside the base, and nothing uses it",
    )
    .and(header, "this is the base")
    .hint("what stands in it does not count; add it to the base, or put it into another folder")
    .fix(format!("add `use {path}`"), line, format!("\nuse {path}"))
}

/// All bases of a knowledge folder, compiled.
#[derive(Debug)]
pub struct Knowledge {
    /// The texts that were read.
    pub sources: Sources,
    /// Everything that is to be said of them.
    pub diagnostics: Vec<Diagnostic>,
    /// Rust: a module for every domain and base, and one for what bases share. None when there are errors.
    pub modules: Vec<emit::Module>,
    /// Rust: the texts themselves as `KNOWLEDGE`, and other texts that lie beside them (`.txt`) as `COMPANIONS`.
    pub texts: String,
}

impl Knowledge {
    /// All Rust in one text.
    pub fn rust(&self) -> String {
        emit::in_one_text(&self.modules) + &self.texts
    }

    /// The Rust as files with their names: `mod.rs`, which names the others and carries no rules, and one for each
    /// module.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = emit::in_files(&self.modules);
        if !self.texts.is_empty() {
            files[0].1.push_str("mod texts;\n\npub use self::texts::{COMPANIONS, KNOWLEDGE};\n");
            files.push(("texts.rs".to_owned(), self.texts.clone()));
        }
        files
    }
}

/// Compiles every base of a knowledge folder: what `build.rs` needs. Files are called by their path from the
/// folder that holds it (`knowledge/base/file.blanche`), so that the outcome is the same on every machine.
pub fn compile(folder: &Path) -> std::io::Result<Knowledge> {
    parallel::with_large_stack(|| compile_where(folder, None))
}

/// Compiles the bases of a folder beside a knowledge folder, whose files they may use: for tests. The Rust has no
/// modules for domains and carries no texts; it stands beside a module of each domain that the bases use. Of messages
/// only errors count.
pub fn compile_beside(folder: &Path, beside: &Path) -> std::io::Result<Knowledge> {
    parallel::with_large_stack(|| compile_where(folder, Some(beside)))
}

fn compile_where(folder: &Path, beside: Option<&Path>) -> std::io::Result<Knowledge> {
    let name = folder.file_name().map_or_else(|| "knowledge".into(), |name| name.to_string_lossy());
    let mut project = Project::default();
    let mut texts = read_all(folder, project::rule_files(folder), files::read)?;
    let own = texts.len();
    if let Some(beside) = beside {
        texts.extend(read_all(beside, project::rule_files(beside), files::read)?);
    }
    let companions = read_all(folder, project::companions(folder), files::read_whole)?;
    let roots: Vec<usize> =
        texts.iter().map(|(inside, bytes)| project.add(&format!("{name}/{inside}"), bytes)).collect();
    let library = Library { texts: texts.clone(), ..Library::default() };
    let wanted = |root: &usize| is_base(&project, *root) && (beside.is_none() || *root >= own);
    let roots: Vec<usize> = roots.into_iter().filter(wanted).collect();
    let mut bases = Vec::new();
    for root in &roots {
        let mut base = load(&mut project, *root, &library);
        let inside = texts.iter().zip(0..).find(|(_, at)| at == root).map(|((inside, _), _)| inside.as_str());
        let folder = inside.and_then(|inside| inside.rsplit_once('/')).map_or("", |(folder, _)| folder);
        let profile = companions.iter().find(|(path, _)| path.rsplit_once('/') == Some((folder, PROFILE)));
        if let Some((path, bytes)) = profile {
            let file = project.sources.add(format!("{name}/{path}"), bytes);
            base.profile(&project.sources, file);
        }
        bases.push(base);
    }
    let mut diagnostics = together(&bases);
    diagnostics.extend(namesakes(&project, &roots));
    if beside.is_some() {
        // What a base of a test does not use, others do.
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
        let units: Vec<emit::Unit<'_>> = bases
            .iter()
            .zip(&plans)
            .map(|(base, plan)| emit::Unit {
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
            rust.push_str(&emit::texts("COMPANIONS", "What lies beside the rule files", &companions));
        }
    }
    Ok(Knowledge { sources: project.sources, diagnostics, modules, texts: rust })
}

/// Files with their paths from a folder, written with slashes.
fn read_all(
    folder: &Path,
    paths: Vec<std::path::PathBuf>,
    read: fn(&Path) -> std::io::Result<Vec<u8>>,
) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let read = |path: std::path::PathBuf| {
        let inside = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("{inside}: {error}"));
        Ok((inside.clone(), read(&path).map_err(named)?))
    };
    paths.into_iter().map(read).collect()
}
