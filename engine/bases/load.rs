//! Opens a base by name or from a folder: reads, checks and plans its files, and compares them with the compiled bases.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::{fmt, io};

use blanche_compiler::diagnostic::{Code, Diagnostic};
use blanche_compiler::files::{FileId, Sources, Span};
use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::program::{Atom, Goal, PredicateKind, Program, SortKind, Term};
use blanche_compiler::project::{BuiltIn, Project, SearchPath};
use blanche_compiler::runtime::{CompiledBase, Limits};
use blanche_compiler::spelling::list;
use blanche_compiler::{Checked, STATISTICS_FILE, base_file, has_errors, load, plan, together};

use super::back_end::{Compiled, Interpreter};
use super::illegal_moves::IllegalMoves;
use super::queries::AbortedQueries;
use super::rule_files::RuleFiles;
use super::{Base, Sidecars, Subject, contents};
use crate::built_in::{self, CompiledBases, knowledge};

/// A note for the user from loading a base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The folder has the name of a compiled base, but its files differ, so its rules are interpreted.
    DiffersFromCompiled {
        /// The name of the base.
        name: String,
        /// The hash of the files in the folder.
        folder: u64,
        /// The hash of the files of the compiled base.
        compiled: u64,
    },
    /// The base uses files that are neither in its folder nor next to its folder, so the built-in files are used.
    UsesBuiltIn {
        /// The paths of the files, relative to a knowledge folder.
        files: Vec<String>,
        /// Whether the user may have expected other files. This is so if one of the files comes from a built-in folder
        /// whose name is also the name of a folder inside or next to the base's folder.
        is_doubtful: bool,
    },
    /// The base uses files from elsewhere that have the names of files in its folder, which are not used. This happens to
    /// a copied folder with a new name, because its `use` lines still name the old folder.
    IgnoresOwn {
        /// The names of the files in the folder of the base, without extension.
        files: Vec<String>,
        /// The folder that the `use` lines name.
        named: String,
    },
    /// The learned file is damaged, as this text describes, so the base is used without it.
    LeavesOut(String),
}

/// Maximum number of files that are listed by name. Further files are only counted.
const FEW: usize = 3;

impl Note {
    /// Whether every command shows the note. The note about built-in files is usually hidden, because a new base
    /// normally uses them.
    pub fn is_always_shown(&self) -> bool {
        !matches!(self, Note::UsesBuiltIn { is_doubtful: false, .. })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::DiffersFromCompiled { name, folder, compiled } => write!(
                f,
                "the files of this base (hash {folder:016x}) differ from the compiled base `{name}` (hash \
                 {compiled:016x}), so the rules that are compiled in are not used"
            ),
            Note::IgnoresOwn { files, named } => {
                let (verb, them) = if files.len() == 1 { ("has", "it") } else { ("have", "them") };
                let named_files = match files.len() {
                    0..=FEW => list(files, "and"),
                    count => format!("{} and {} other files", files[0], count - 1),
                };
                write!(
                    f,
                    "{named_files} in the folder of this base {verb} no effect: its `use` lines name the files of {named}/\n  \
                     call the folder {named}, or let the `use` lines name {them}"
                )
            }
            Note::LeavesOut(damage) => write!(f, "{damage}\n  the game is played without what was learned"),
            Note::UsesBuiltIn { files, .. } if files.len() > FEW => write!(
                f,
                "{} files that this base uses, such as {}, are neither in its folder nor beside it; the built-in \
                 ones are used",
                files.len(),
                files[0]
            ),
            Note::UsesBuiltIn { files, .. } => write!(
                f,
                "there is no {} in or beside the folder of this base; the built-in version is used",
                list(files, "and")
            ),
        }
    }
}

/// The reason why a base could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The name is neither a built-in base nor a folder.
    Unknown(String),
    /// The folder with this name cannot be read.
    Unreadable(String, io::Error),
    /// The folder with this name has no file that begins with `base NAME`.
    NoBase(String),
    /// The rule files have mistakes, which are listed.
    Mistakes(Box<Sources>, Vec<Diagnostic>),
}

/// The files of a base before they are checked.
pub(super) struct Origin {
    pub(super) project: Project,
    /// The index of the file that declares the base.
    pub(super) root: usize,
    pub(super) sidecars: Sidecars,
}

impl<S: Subject> Base<S> {
    /// Opens the built-in base or the folder with this name.
    ///
    /// # Errors
    /// If there is no such base, if its folder cannot be read, or if its rules have mistakes.
    pub fn open(name_or_folder: &str, limits: Limits) -> Result<Base<S>, LoadError> {
        match S::compiled().into_iter().find(|base| base.name == name_or_folder) {
            Some(base) => Ok(Base::compiled_in(base, limits)),
            None => Base::of_folder(Folder::read(name_or_folder)?, limits),
        }
    }

    /// Creates a built-in base without parsing its files.
    fn compiled_in(base: CompiledBase<S>, limits: Limits) -> Base<S> {
        let sidecars = built_in_file(base.name).sidecars();
        let contents = contents::of_compiled(&base);
        Base {
            owners: players::<S>(contents.rules.iter().map(|rule| &rule.color)),
            preferring: players::<S>(contents.preferences.iter().map(|preference| &preference.color)),
            contents,
            compiled: Some(Compiled::new(base, limits)),
            rule_files: OnceLock::new(),
            interpreter: OnceLock::new(),
            sidecars,
            limits,
            stop: None,
            notes: Vec::new(),
            illegal_moves: IllegalMoves::default(),
            aborted: AbortedQueries::default(),
        }
    }

    /// Creates a base from a folder whose files have been read.
    ///
    /// # Errors
    /// If its rules have mistakes.
    pub(crate) fn of_folder(folder: Folder, limits: Limits) -> Result<Base<S>, LoadError> {
        let sidecars = folder.sidecars()?;
        let Folder { path, project, root, checked } = folder;
        let hash = checked.hash;
        let own = ignores_own(&project, &checked.files, Path::new(&path));
        let used = uses_built_in(&project, &checked.files, Path::new(&path)).filter(|_| own.is_none());
        let mut notes: Vec<Note> = own.into_iter().chain(used).collect();
        let mut base = Base::ready(Origin { project, root, sidecars }, checked, limits, |name| {
            let mut same_name: Vec<_> = S::compiled().into_iter().filter(|base| base.name == name).collect();
            if let Some(same) = same_name.iter().position(|base| base.hash == hash) {
                return Some(same_name.swap_remove(same));
            }
            let (name, compiled) = (name.to_owned(), same_name.first()?.hash);
            notes.push(Note::DiffersFromCompiled { name, folder: hash, compiled });
            None
        })?;
        base.notes = notes;
        Ok(base)
    }

    /// Creates a base from files that have been checked. `compiled` returns the compiled rules of the base with a given
    /// name, if they are to be used.
    pub(super) fn ready(
        origin: Origin,
        checked: Checked,
        limits: Limits,
        compiled: impl FnOnce(&str) -> Option<CompiledBase<S>>,
    ) -> Result<Base<S>, LoadError> {
        let Origin { project, root, sidecars } = origin;
        let (statistics, hash) = (checked.statistics.clone(), checked.hash);
        let (program, warnings) = match accepted::<S>(&project, checked) {
            Ok(accepted) => accepted,
            Err(diagnostics) => return Err(LoadError::Mistakes(Box::new(project.sources), diagnostics)),
        };
        let compiled = compiled(program.base.as_deref().unwrap_or_default());
        let interpreter = match &compiled {
            Some(_) => OnceLock::new(),
            None => {
                let mistake = |message| LoadError::Mistakes(Box::new(project.sources.clone()), vec![message]);
                let plan = plan::plan_with(&program, &statistics).map_err(|message| mistake(*message))?;
                let machine = Machine::new(&program, &plan, limits)
                    .map_err(|missing| mistake(not_answered(&project, &program, &missing)))?;
                OnceLock::from(Interpreter::new(machine, &program))
            }
        };
        let contents = contents::of_program(&project.sources, &program);
        Ok(Base {
            owners: players::<S>(contents.rules.iter().map(|rule| &rule.color)),
            preferring: players::<S>(contents.preferences.iter().map(|preference| &preference.color)),
            contents,
            compiled: compiled.map(|base| Compiled::new(base, limits)),
            rule_files: OnceLock::from(RuleFiles {
                project,
                root,
                program: Arc::new(program),
                statistics,
                warnings,
                hash,
            }),
            interpreter,
            sidecars,
            limits,
            stop: None,
            notes: Vec::new(),
            illegal_moves: IllegalMoves::default(),
            aborted: AbortedQueries::default(),
        })
    }
}

/// A folder whose files have been read and checked.
pub(crate) struct Folder {
    pub(super) path: String,
    pub(super) project: Project,
    /// The index of the file that declares the base.
    pub(super) root: usize,
    /// The checked program with its measured statistics.
    pub(super) checked: Checked,
}

impl Folder {
    /// Reads and checks the files of a folder.
    ///
    /// # Errors
    /// If the folder does not exist, cannot be read, or contains no base.
    pub(crate) fn read(folder: &str) -> Result<Folder, LoadError> {
        let path = Path::new(folder);
        if !path.is_dir() {
            return Err(LoadError::Unknown(folder.to_owned()));
        }
        let mut project = Project::default();
        let root =
            base_file(&mut project, path).map_err(|error| LoadError::Unreadable(folder.to_owned(), error))?;
        let root = root.ok_or_else(|| LoadError::NoBase(folder.to_owned()))?;
        let search_path = SearchPath { built_in: knowledge(), ..SearchPath::around(path, None) };
        let mut checked = load(&mut project, root, &search_path);
        if let Some(statistics) = project.open_sidecar(&path.join(STATISTICS_FILE)) {
            checked.take_statistics(&project, statistics);
        }
        Ok(Folder { path: folder.to_owned(), project, root, checked })
    }

    /// Whether the rule files define a whole game, without a host.
    pub(crate) fn is_game(&self) -> bool {
        self.checked.resolved.program.game.is_some()
    }

    /// The sidecar files in the folder.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(super) fn sidecars(&self) -> Result<Sidecars, LoadError> {
        Sidecars::of_folder(&self.path).map_err(|error| LoadError::Unreadable(self.path.clone(), error))
    }
}

/// The name of this folder in a form that cannot be confused with the name of a built-in base. A name without a path
/// gets the prefix `./`.
pub fn folder_name(folder: &Path) -> String {
    let is_bare = folder.components().count() == 1 && folder.is_relative();
    let name = folder.display();
    if is_bare { format!("./{name}") } else { name.to_string() }
}

/// A built-in file that declares a base.
pub(super) struct BuiltInFile {
    path: &'static str,
    text: &'static str,
    /// The built-in rule files that include this file.
    knowledge: BuiltIn,
    /// The sidecar files that belong to these rule files.
    sidecars: BuiltIn,
}

/// The file of the built-in base with this name.
pub(super) fn built_in_file(name: &str) -> BuiltInFile {
    let header = format!("base {name}");
    let mut files = built_in::all().flat_map(|CompiledBases { knowledge, sidecars, .. }| {
        knowledge.iter().map(move |(path, text)| BuiltInFile { path, text, knowledge, sidecars })
    });
    files
        .find(|file| file.text.lines().any(|line| line.trim_end() == header))
        .expect("a base is compiled from files that are built in")
}

impl BuiltInFile {
    /// The sidecar files of the base.
    pub(super) fn sidecars(&self) -> Sidecars {
        Sidecars::built_in(self.folder(), self.sidecars)
    }

    /// The folder of the file, relative to a knowledge folder.
    fn folder(&self) -> &'static str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The search path in which the file's `use` declarations are resolved: the rule files that were registered
    /// together with this file, and the rule files of `knowledge/`.
    fn search_path(&self) -> SearchPath {
        let own = self.knowledge.iter().filter(|_| self.knowledge != knowledge());
        let texts = own.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        SearchPath { texts, built_in: knowledge(), ..SearchPath::default() }
    }
}

/// The name of the built-in base in this folder.
pub(super) fn built_in_base_of(folder: &str) -> Option<&'static str> {
    let in_folder =
        knowledge().iter().filter(|(path, _)| path.rsplit_once('/').is_some_and(|(one, _)| one == folder));
    in_folder.flat_map(|(_, text)| text.lines()).find_map(|line| line.strip_prefix("base "))
}

/// The parsed files of the built-in base with this name.
pub(super) fn built_in_rule_files(name: &str) -> RuleFiles {
    let file = built_in_file(name);
    let mut project = Project::default();
    let root = project.add(&format!("knowledge/{}", file.path), file.text.as_bytes());
    let mut checked = load(&mut project, root, &file.search_path());
    let beside = Some((file.folder(), STATISTICS_FILE));
    if let Some((path, text)) = file.sidecars.iter().find(|(path, _)| path.rsplit_once('/') == beside) {
        let file = project.sources.add(format!("knowledge/{path}"), text.as_bytes());
        checked.read_statistics(&project.sources, file);
    }
    let Checked { diagnostics: warnings, statistics, hash, resolved, .. } = checked;
    RuleFiles { project, root, program: Arc::new(resolved.program), statistics, warnings, hash }
}

/// The checked program with its warnings. If there is an error, or this build of the program does not support the
/// domain, all messages instead.
fn accepted<S: Subject>(
    project: &Project,
    checked: Checked,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut diagnostics = together([&checked]);
    let program = checked.resolved.program;
    if !has_errors(&diagnostics) {
        diagnostics.extend(domain_differs(project, &program));
    }
    if !has_errors(&diagnostics) {
        let found = unreadable::<S>(&program);
        // If a constant does not exist, report only that. A second message would ask for a doc comment that explains
        // the constant.
        let is_found = |span: Span| found.iter().any(|message| message.label.span == span);
        diagnostics.retain(|message| message.code != Code::HostConstant || !is_found(message.label.span));
        diagnostics.extend(found);
    }
    if has_errors(&diagnostics) { Err(diagnostics) } else { Ok((program, diagnostics)) }
}

/// Looks up players by name.
///
/// # Panics
/// If a rule or preference is for a player that the subject does not have.
fn players<'n, S: Subject>(names: impl Iterator<Item = &'n String>) -> Vec<S::Player> {
    let named = |name: &String| S::players().iter().find(|player| player.to_string() == *name);
    names.map(|name| *named(name).expect("the players of the domain are the subject's")).collect()
}

/// The message about a base that uses extern predicates or actions which the host lacks.
fn not_answered(project: &Project, program: &Program, missing: &[impl fmt::Display]) -> Diagnostic {
    let signatures: Vec<String> = missing.iter().map(ToString::to_string).collect();
    differs(project, program, &format!("it does not answer or make {}", signatures.join(", ")))
}

fn uses_built_in(project: &Project, files: &[FileId], folder: &Path) -> Option<Note> {
    let built_in = files.iter().filter(|id| project.index(**id).is_some_and(|at| !project.is_on_disk(at)));
    let names: Vec<String> = built_in
        .map(|id| project.sources.file(*id).name().trim_start_matches("knowledge/").to_owned())
        .collect();
    let folder = std::path::absolute(folder).unwrap_or_default();
    let is_beside = |name: &String| {
        let first = name.split('/').next().unwrap_or_default();
        [Some(&*folder), folder.parent()].into_iter().flatten().any(|around| around.join(first).is_dir())
    };
    let is_doubtful = names.iter().any(is_beside);
    (!names.is_empty()).then_some(Note::UsesBuiltIn { files: names, is_doubtful })
}

/// A note if the base uses files from elsewhere that have the names of unused files in its folder.
pub(super) fn ignores_own(project: &Project, used: &[FileId], folder: &Path) -> Option<Note> {
    let folder = folder.canonicalize().ok()?;
    let place = |id: &FileId| project.index(*id).and_then(|at| project.place(at));
    let is_used = |file: &Path| used.iter().any(|id| place(id) == Some(file));
    let (mut files, mut named) = (Vec::new(), String::new());
    for id in used.iter().filter(|id| place(id).is_none_or(|place| !place.starts_with(&folder))) {
        let path = Path::new(project.sources.file(*id).path());
        let (Some(file), Some(other)) = (path.file_name(), path.parent().and_then(Path::file_name)) else {
            continue;
        };
        let own = folder.join(file);
        if own.is_file() && !is_used(&own) {
            files.push(own.file_stem().unwrap_or_default().to_string_lossy().into_owned());
            named = other.to_string_lossy().into_owned();
        }
    }
    (!files.is_empty()).then_some(Note::IgnoresOwn { files, named })
}

/// File and line of a span.
pub(super) fn place(sources: &Sources, span: Span) -> String {
    format!("{}:{}", sources.file(span.file).name(), sources.position(span).line)
}

/// Reports constants that look like values of a type but do not exist, such as a field off the board. Only the host
/// knows which values exist. Without this check, a literal with such a constant would never hold, without any message.
fn unreadable<S: Subject>(program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut look = |terms: &[Term], places: &dyn Fn(usize) -> Span| {
        for (at, term) in terms.iter().enumerate() {
            let Term::Host(sort, text) = term else { continue };
            let sort = program.sort(*sort);
            if S::Host::read(&sort.name, text).is_some() {
                continue;
            }
            let title = format!("there is no `{}` `{text}`", sort.name);
            let label = format!("no value of `{}` is written like this", sort.name);
            let message = Diagnostic::new(Code::UnknownConstant, title, places(at), label);
            found.push(match &sort.kind {
                SortKind::Opaque { example, .. } => {
                    message.hint(format!("it is written like `{example}`, but the board does not have it"))
                }
                SortKind::Constants(_) | SortKind::Range(..) => message,
            });
        }
    };
    for predicate in &program.predicates {
        let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
        for clause in clauses {
            look(&clause.head, &|_| clause.span);
            let atoms = |atom: &Atom| look(&atom.arguments, &|at| atom.argument_spans[at]);
            each_atom(&clause.body, atoms);
        }
    }
    for rule in &program.rules {
        each_atom(&rule.body, |atom| look(&atom.arguments, &|at| atom.argument_spans[at]));
    }
    found
}

fn each_atom(goals: &[Goal], mut each: impl FnMut(&Atom)) {
    for goal in goals {
        goal.atoms(&mut |atom, _| each(atom));
    }
}

/// A description of the parts of a domain that must be the same as in the compiled domain: types, extern predicates,
/// actions and players.
fn shape(program: &Program) -> Vec<String> {
    let sorts = program.sorts.iter().filter(|sort| sort.span.is_some());
    let sorts =
        sorts.map(|sort| format!("sort {} {:?} {:?} {}", sort.name, sort.kind, sort.whole, sort.playable));
    let externs = program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Extern(external) => {
            let modes: Vec<&Vec<bool>> = external.modes.iter().map(|mode| &mode.bound).collect();
            let asks = external.asks.is_some();
            Some(format!("extern {} {:?} {modes:?} {asks}", predicate.signature(), predicate.sorts))
        }
        PredicateKind::Action { growing } => {
            Some(format!("action {} {:?} {growing}", predicate.signature(), predicate.sorts))
        }
        _ => None,
    });
    let players = format!("players {:?}", program.players);
    sorts.chain(externs).chain([players]).collect()
}

/// Reports a domain that is not compiled into this program, or that differs from the compiled domain.
fn domain_differs(project: &Project, program: &Program) -> Option<Diagnostic> {
    if program.game.is_some() {
        let title = "a game in text, and no base on a domain of the program";
        let label = "its positions are kept by its text";
        let message = Diagnostic::new(Code::DomainDiffers, title, header(project, program), label);
        return Some(message.hint("name it with `--game` instead of `--base`"));
    }
    let mut own = Project::default();
    let search_path = SearchPath { built_in: knowledge(), ..SearchPath::default() };
    let wanted = format!("domain {}", program.domain.as_deref().unwrap_or_default());
    let file = knowledge().iter().find(|(_, text)| text.lines().any(|line| line.trim_end() == wanted));
    let Some((path, text)) = file else {
        return Some(differs(project, program, "it does not know this domain"));
    };
    let root = own.add(&format!("knowledge/{path}"), text.as_bytes());
    let known = shape(&load(&mut own, root, &search_path).resolved.program);
    let given = shape(program);
    let different = given
        .iter()
        .find(|line| !known.contains(line))
        .or_else(|| known.iter().find(|line| !given.contains(line)));
    different.map(|line| {
        let what: Vec<&str> = line.split(' ').take(2).collect();
        differs(project, program, &format!("`{}` is declared differently there", what.join(" ")))
    })
}

fn differs(project: &Project, program: &Program, why: &str) -> Diagnostic {
    let domain = program.domain.as_deref().unwrap_or("none");
    Diagnostic::new(
        Code::DomainDiffers,
        format!("this program cannot answer for the domain `{domain}`"),
        header(project, program),
        "this base uses it",
    )
    .hint(format!("the program has its domains compiled in: {why}"))
    .hint("use the domain of the program, or build the program with this one")
}

/// The span of the base's header. An author would look for the mistake there.
fn header(project: &Project, program: &Program) -> Span {
    let file = program.files.last().and_then(|id| project.index(*id));
    let item = file.and_then(|at| project.tree(at).items.first());
    item.map_or(Span::new(FileId(0), 0, 0), |item| item.span)
}
