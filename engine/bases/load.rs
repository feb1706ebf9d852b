//! A base by name or from a folder: read, checked, planned, and compared with what is compiled in.

use std::path::Path;
use std::sync::OnceLock;
use std::{fmt, io};

use blanche_compiler::diagnostic::{Code, Diagnostic};
use blanche_compiler::files::{self, FileId, Sources, Span};
use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::names::spelling::list;
use blanche_compiler::program::{
    self, Atom, Goal, PredicateKind, Program, RuleId, RuleKind, SortKind, Term, VariableId,
};
use blanche_compiler::project::{Library, Project};
use blanche_compiler::runtime::{CompiledBase, Limits, Weights};
use blanche_compiler::{Checked, PROFILE, base_file, has_errors, load, plan, together};

use super::{Base, Export, Rule, Score, Sidecars, compiled};
use crate::board::{Colour, Position};
use crate::rules::five_in_a_row::Interpreted;
use crate::rules::{COMPANIONS, KNOWLEDGE};

/// What a user should know of a base that was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The folder has the name of a compiled base, but its files differ: its rules are interpreted.
    DiffersFromCompiled {
        /// The base's name.
        name: String,
        /// The hash of the folder's files.
        folder: u64,
        /// The hash of the compiled base's.
        compiled: u64,
    },
    /// Files that the base uses lie neither in its folder nor beside it: those of the program stand for them.
    UsesBuiltIn(Vec<String>),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::DiffersFromCompiled { name, folder, compiled } => write!(
                f,
                "the files of this base (hash {folder:016x}) differ from the compiled base `{name}` (hash \
                 {compiled:016x}), so its rules are interpreted"
            ),
            Note::UsesBuiltIn(files) => write!(
                f,
                "there is no {} in or beside the folder of this base; what is built into the program is used",
                list(files, "and")
            ),
        }
    }
}

/// Why a base could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// Neither a built-in base nor a folder.
    Unknown {
        /// What was asked for.
        name: String,
        /// The built-in bases.
        built_in: Vec<String>,
    },
    /// The folder cannot be read.
    Unreadable(String, io::Error),
    /// The folder has no file that begins with `base NAME`.
    NoBase(String),
    /// The rule files have mistakes.
    Mistakes(Box<Sources>, Vec<Diagnostic>),
}

impl Base {
    /// The built-in base of this name, or the base in this folder.
    ///
    /// # Errors
    /// When there is no such base, when its folder cannot be read, and when its rules have mistakes.
    pub fn open(name_or_folder: &str, limits: Limits) -> Result<Base, LoadError> {
        match compiled::<Position>().into_iter().find(|base| base.name == name_or_folder) {
            Some(base) => Base::built_in(base, limits),
            None => Base::from_folder(name_or_folder, limits),
        }
    }

    fn built_in(base: CompiledBase<Position>, limits: Limits) -> Result<Base, LoadError> {
        let mut project = Project::default();
        let library = Library { built_in: KNOWLEDGE, ..Library::default() };
        let name = format!("base {}", base.name);
        let (path, text) = KNOWLEDGE
            .iter()
            .find(|(_, text)| text.lines().any(|line| line.trim_end() == name))
            .expect("a base is compiled from files that are built in");
        let root = project.add(&format!("knowledge/{path}"), text.as_bytes());
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut checked = load(&mut project, root, &library);
        let profile = COMPANIONS.iter().find(|(path, _)| path.rsplit_once('/') == Some((folder, PROFILE)));
        if let Some((path, text)) = profile {
            let file = project.sources.add(format!("knowledge/{path}"), text.as_bytes());
            checked.profile(&project.sources, file);
        }
        Base::ready(project, root, checked, Some(base), Sidecars::built_in(folder), limits)
    }

    fn from_folder(folder: &str, limits: Limits) -> Result<Base, LoadError> {
        let path = Path::new(folder);
        if !path.is_dir() {
            let built_in = super::built_in().iter().map(|base| base.name.to_owned()).collect();
            return Err(LoadError::Unknown { name: folder.to_owned(), built_in });
        }
        let unreadable = |error| LoadError::Unreadable(folder.to_owned(), error);
        let mut project = Project::default();
        let root = base_file(&mut project, path).map_err(unreadable)?;
        let root = root.ok_or_else(|| LoadError::NoBase(folder.to_owned()))?;
        let library = Library { built_in: KNOWLEDGE, ..Library::around(path, None) };
        let mut checked = load(&mut project, root, &library);
        if let Ok(bytes) = files::read(&path.join(PROFILE)) {
            let file = project.sources.add(path.join(PROFILE).display().to_string(), &bytes);
            checked.profile(&project.sources, file);
        }
        let sidecars = Sidecars::of_folder(folder).map_err(unreadable)?;
        Base::ready(project, root, checked, None, sidecars, limits)
    }

    pub(super) fn ready(
        project: Project,
        root: usize,
        checked: Checked,
        compiled_base: Option<CompiledBase<Position>>,
        sidecars: Sidecars,
        limits: Limits,
    ) -> Result<Base, LoadError> {
        let mut diagnostics = together([&checked]);
        if !has_errors(&diagnostics) {
            diagnostics.extend(domain_differs(&project, &checked.resolved.program));
        }
        if !has_errors(&diagnostics) {
            let found = unreadable(&checked.resolved.program);
            // That a rule should speak of any is no news where the value does not exist.
            let is_found = |span: Span| found.iter().any(|message| message.label.span == span);
            diagnostics.retain(|message| message.code != Code::HostConstant || !is_found(message.label.span));
            diagnostics.extend(found);
        }
        if has_errors(&diagnostics) {
            return Err(LoadError::Mistakes(Box::new(project.sources), diagnostics));
        }
        let program = checked.resolved.program;
        let name = program.base.clone().unwrap_or_default();
        let mut notes = Vec::new();
        // Of a base that is built in nothing else can be used.
        if compiled_base.is_none() {
            notes.extend(uses_built_in(&project, &checked.files));
        }
        let compiled_base = compiled_base.or_else(|| {
            let same_name = compiled::<Position>().into_iter().find(|base| base.name == name)?;
            if same_name.hash == checked.hash {
                return Some(same_name);
            }
            notes.push(Note::DiffersFromCompiled {
                name: name.clone(),
                folder: checked.hash,
                compiled: same_name.hash,
            });
            None
        });
        let machine = match &compiled_base {
            Some(_) => OnceLock::new(),
            None => {
                let plan = plan::plan_with(&program, &checked.statistics).map_err(|message| {
                    LoadError::Mistakes(Box::new(project.sources.clone()), vec![*message])
                })?;
                let machine = Machine::new(&program, &plan, limits);
                OnceLock::from(machine.map_err(|missing| not_answered(&project, &program, &missing))?)
            }
        };
        let rules = rules(&project.sources, &program);
        let exports = exports(&project.sources, &program);
        let scores = scores(&project.sources, &program);
        let sums = Colour::ALL.map(|colour| {
            let sums = &compiled_base.as_ref()?.sums;
            sums.iter().position(|sum| sum.colour == colour.to_string())
        });
        let players = Colour::ALL.map(|colour| {
            program.players.iter().copied().find(|player| program.player(*player) == colour.to_string())
        });
        let doc = program.doc.join("\n");
        Ok(Base {
            name,
            doc,
            rules,
            exports,
            scores,
            sums,
            players,
            compiled: compiled_base,
            program,
            machine,
            sidecars,
            limits,
            stop: None,
            notes,
            project,
            root,
            statistics: checked.statistics,
            warnings: diagnostics,
        })
    }
}

/// The base asks or makes what positions do not have.
fn not_answered(project: &Project, program: &Program, missing: &[impl fmt::Display]) -> LoadError {
    let signatures: Vec<String> = missing.iter().map(ToString::to_string).collect();
    let message = differs(project, program, &format!("it does not answer or make {}", signatures.join(", ")));
    LoadError::Mistakes(Box::new(project.sources.clone()), vec![message])
}

fn uses_built_in(project: &Project, files: &[FileId]) -> Option<Note> {
    let built_in = files.iter().filter(|id| project.index(**id).is_some_and(|at| !project.is_on_disk(at)));
    let names: Vec<String> = built_in
        .map(|id| project.sources.file(*id).name().trim_start_matches("knowledge/").to_owned())
        .collect();
    (!names.is_empty()).then_some(Note::UsesBuiltIn(names))
}

fn rules(sources: &Sources, program: &Program) -> Vec<Rule> {
    program
        .rules
        .iter()
        .filter(|rule| rule.kind == RuleKind::Rule)
        .map(|rule| Rule {
            name: rule.name.clone(),
            colour: program.colour(rule),
            level: rule.level,
            variables: variables(program, rule),
            plays: rule.plays.is_some(),
            doc: rule.doc.join("\n"),
            text: rule.text.clone(),
            place: place(sources, rule.name_span),
        })
        .collect()
}

fn exports(sources: &Sources, program: &Program) -> Vec<Export> {
    let export = |(question, export): (RuleId, &program::Rule)| {
        let mut doc = export.doc.join("\n");
        if let (true, [Goal::Atom(atom)]) = (doc.is_empty(), export.premise.as_slice()) {
            doc = program.predicate(atom.predicate).doc.join("\n");
        }
        Export {
            name: export.name.clone(),
            colour: export.colour.map(|player| program.player(player)),
            variables: variables(program, export),
            doc,
            text: export.text.clone(),
            place: place(sources, export.name_span),
            question,
        }
    };
    program.exports().map(export).collect()
}

fn scores(sources: &Sources, program: &Program) -> Vec<Score> {
    let score = |(question, score, weights): (RuleId, &program::Rule, Weights)| Score {
        name: score.name.clone(),
        colour: program.colour(score),
        weights,
        variables: variables(program, score),
        doc: score.doc.join("\n"),
        text: score.text.clone(),
        place: place(sources, score.name_span),
        question,
    };
    program.scores().map(score).collect()
}

/// Variables and their sorts, in the order of an answer.
fn variables(program: &Program, rule: &program::Rule) -> Vec<(String, String)> {
    let variable = |id: &VariableId| {
        let variable = &rule.variables[id.index()];
        let root = program.sort(variable.sort).root;
        (variable.name.clone(), program.sort(root).name.clone())
    };
    rule.answer.iter().map(variable).collect()
}

/// File and line.
pub(super) fn place(sources: &Sources, span: Span) -> String {
    format!("{}:{}", sources.file(span.file).name(), sources.position(span).line)
}

/// Reports values that have the form of a sort's values and that there are not, such as a field off the board.
/// Only the host can tell; asked at run time, nothing would hold of them, nor of what they stand for.
fn unreadable(program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut look = |terms: &[Term], places: &dyn Fn(usize) -> Span| {
        for (at, term) in terms.iter().enumerate() {
            let Term::Host(sort, text) = term else { continue };
            let sort = program.sort(*sort);
            if <Interpreted<Position> as Host>::read(&sort.name, text).is_some() {
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
        each_atom(&rule.premise, |atom| look(&atom.arguments, &|at| atom.argument_spans[at]));
    }
    found
}

fn each_atom(goals: &[Goal], mut each: impl FnMut(&Atom)) {
    for goal in goals {
        goal.atoms(&mut |atom, _| each(atom));
    }
}

/// What of a domain must be the same for this program to stand behind it: sorts, extern predicates and actions.
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

/// Reports a domain that this program does not know, or that says something else than the one compiled in.
fn domain_differs(project: &Project, program: &Program) -> Option<Diagnostic> {
    let mut own = Project::default();
    let library = Library { built_in: KNOWLEDGE, ..Library::default() };
    let wanted = format!("domain {}", program.domain.as_deref().unwrap_or_default());
    let file = KNOWLEDGE.iter().find(|(_, text)| text.lines().any(|line| line.trim_end() == wanted));
    let Some((path, text)) = file else {
        return Some(differs(project, program, "it does not know this domain"));
    };
    let root = own.add(&format!("knowledge/{path}"), text.as_bytes());
    let known = shape(&load(&mut own, root, &library).resolved.program);
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
    // The base's own header is the place where a reader would look.
    let span = program
        .files
        .last()
        .and_then(|id| project.index(*id))
        .and_then(|at| project.tree(at).items.first())
        .map(|item| item.span);
    let span = span.unwrap_or(Span::new(blanche_compiler::files::FileId(0), 0, 0));
    Diagnostic::new(
        Code::DomainDiffers,
        format!("this program cannot answer for the domain `{domain}`"),
        span,
        "this base stands on it",
    )
    .hint(format!("the program has its domains compiled in: {why}"))
    .hint("use the domain of the program, or build the program with this one")
}
