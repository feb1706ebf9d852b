//! Bases whose rule files define a whole game. They need no host, because the program itself stores their positions. A
//! game in a user's own folder can therefore be played without building a program.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use blanche_compiler::diagnostic::{Code, Diagnostic};
use blanche_compiler::files::{FileId, Span};
use blanche_compiler::game::{Compiled, GameEvaluator, Rules};
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::plan::Statistics;
use blanche_compiler::program::{Program, RuleId, RuleKind};
use blanche_compiler::project::Project;
use blanche_compiler::runtime::{CompiledBase, Limits, Position};
use blanche_compiler::{Checked, has_errors, plan, together};

use super::learned;
use super::load::{Folder, built_in_file, built_in_rule_files, ignores_own};
use super::rule_files::RuleFiles;
use super::sidecars::Sidecars;
use super::{Backend, Contents, LoadError, Note, contents};
use crate::built_in;

/// A base whose rule files define a whole game.
pub struct TextBase {
    contents: Contents,
    rule_files: RuleFiles,
    interpreter: OnceLock<Arc<Machine<StateHost>>>,
    is_compiled: bool,
    pub(super) sidecars: Sidecars,
    limits: Limits,
    stop: Option<Arc<AtomicBool>>,
    notes: Vec<Note>,
}

impl TextBase {
    /// Opens the built-in game or the folder with this name.
    ///
    /// # Errors
    /// If there is no such game, if its folder cannot be read, or if its text has mistakes.
    pub fn open(name_or_folder: &str, limits: Limits) -> Result<TextBase, LoadError> {
        match games().into_iter().find(|game| game.name == name_or_folder) {
            Some(game) => TextBase::built_in(game.name, limits),
            None => TextBase::of_folder(Folder::read(name_or_folder)?, limits),
        }
    }

    /// The names of the built-in games.
    pub fn all() -> Vec<&'static str> {
        games().iter().map(|game| game.name).collect()
    }

    fn built_in(name: &str, limits: Limits) -> Result<TextBase, LoadError> {
        let (rule_files, sidecars) = (built_in_rule_files(name), built_in_file(name).sidecars());
        Ok(TextBase::ready(rule_files, sidecars, limits, Vec::new()))
    }

    /// Creates the base from a folder whose files have been read.
    ///
    /// # Errors
    /// If its text has mistakes.
    pub(crate) fn of_folder(folder: Folder, limits: Limits) -> Result<TextBase, LoadError> {
        let sidecars = folder.sidecars()?;
        let Folder { path, mut project, root, mut checked } = folder;
        let own = ignores_own(&project, &checked.files, Path::new(&path));
        let left_out = learned::leave_out(&mut project, root, &mut checked);
        let (hash, statistics) = (checked.hash, checked.statistics.clone());
        let rule_files = accepted(project, root, statistics, checked)?;
        let name = rule_files.program.base.as_deref().unwrap_or_default();
        let other = games().into_iter().find(|game| game.name == name);
        let is_compiled = is_compiled(name, hash);
        let differs = other.filter(|_| !is_compiled).map(|game| Note::DiffersFromCompiled {
            name: name.to_owned(),
            folder: hash,
            compiled: game.hash,
        });
        let notes = own.into_iter().chain(differs).chain(left_out.map(Note::LeavesOut)).collect();
        Ok(TextBase::ready(rule_files, sidecars, limits, notes))
    }

    fn ready(rule_files: RuleFiles, sidecars: Sidecars, limits: Limits, notes: Vec<Note>) -> TextBase {
        let contents = contents::of_program(&rule_files.project.sources, &rule_files.program);
        let is_compiled = is_compiled(&contents.name, rule_files.hash);
        let interpreter = OnceLock::new();
        TextBase { contents, rule_files, interpreter, is_compiled, sidecars, limits, stop: None, notes }
    }

    /// Returns this base with a stop flag. Soon after the flag is set, the interpreter aborts every query.
    #[must_use]
    pub fn stopped_by(self, sign: Arc<AtomicBool>) -> TextBase {
        TextBase { interpreter: OnceLock::new(), stop: Some(sign), ..self }
    }

    /// The declarations of the base.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The name of the base.
    pub fn name(&self) -> &str {
        &self.contents.name
    }

    /// The rule files, parsed and checked.
    pub fn rule_files(&self) -> &RuleFiles {
        &self.rule_files
    }

    /// Returns a copy of the game in which `file` has the text `text`. The copy keeps the other files, the statistics
    /// and the sidecar files. Its rules are interpreted, with `limits` for each query.
    ///
    /// # Errors
    /// If the edited text has mistakes.
    ///
    /// # Panics
    /// If `file` does not belong to the game.
    pub fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<TextBase, LoadError> {
        let (project, checked) = self.rule_files.checked_with(file, text);
        let rule_files =
            accepted(project, self.rule_files.root, self.rule_files.statistics.clone(), checked)?;
        let edited = TextBase::ready(rule_files, self.sidecars.clone(), limits, Vec::new());
        Ok(TextBase { is_compiled: false, stop: self.stop.clone(), ..edited })
    }

    /// The stop flag set with [`TextBase::stopped_by`].
    pub fn stop(&self) -> Option<&Arc<AtomicBool>> {
        self.stop.as_ref()
    }

    /// Notes for the user from loading the base.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The limits of work for a single query.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The path, as shown in messages, and the contents of the sidecar file with this name, if it exists.
    pub fn sidecar(&self, name: &str) -> Option<(&str, &[u8])> {
        self.sidecars.get(name)
    }

    /// Whether the base can be queried with this back end. A game from a folder that differs from every built-in game
    /// can only be interpreted.
    pub fn has(&self, backend: Backend) -> bool {
        backend == Backend::Interpreted || self.is_compiled
    }

    /// The available back ends, the interpreter first.
    pub fn backends(&self) -> Vec<Backend> {
        [Backend::Interpreted, Backend::Compiled].into_iter().filter(|backend| self.has(*backend)).collect()
    }

    /// The faster of the available back ends.
    pub fn backend(&self) -> Backend {
        if self.is_compiled { Backend::Compiled } else { Backend::Interpreted }
    }

    /// The rules of the game, for playing it with a back end.
    ///
    /// # Errors
    /// If the rules cannot be planned, or the game is too large.
    ///
    /// # Panics
    /// If the base does not have the back end ([`TextBase::has`]).
    pub fn played_by(&self, backend: Backend) -> Result<Rules, Box<Diagnostic>> {
        let evaluator: Box<dyn GameEvaluator> = match backend {
            Backend::Compiled => {
                Box::new(Compiled::new(self.compiled(), &self.rule_files.program, self.limits))
            }
            Backend::Interpreted => Box::new(self.machine()?),
        };
        Rules::new(Arc::clone(&self.rule_files.program), evaluator)
    }

    fn compiled(&self) -> CompiledBase<Position> {
        let mut games = games().into_iter();
        games
            .find(|game| game.name == self.name() && game.hash == self.rule_files.hash)
            .expect("a back end is asked only where it is there")
    }

    /// The interpreter, created on first use.
    ///
    /// # Errors
    /// If the rules cannot be planned.
    pub fn machine(&self) -> Result<Arc<Machine<StateHost>>, Box<Diagnostic>> {
        if let Some(machine) = self.interpreter.get() {
            return Ok(Arc::clone(machine));
        }
        let plan = plan::plan_with(&self.rule_files.program, &self.rule_files.statistics)
            .or_else(|_| plan::plan(&self.rule_files.program))?;
        let machine = Machine::<StateHost>::new(&self.rule_files.program, &plan, self.limits);
        let machine = machine.unwrap_or_else(|_| unreachable!("a game in text asks nothing but its states"));
        let machine = match &self.stop {
            Some(sign) => machine.stopped_by(Arc::clone(sign)),
            None => machine,
        };
        Ok(Arc::clone(self.interpreter.get_or_init(|| Arc::new(machine))))
    }

    /// The ids of all declarations of some kinds, such as all rules or all scores, in order. `is_meant` selects the
    /// kinds.
    pub fn of_kind(&self, is_meant: impl Fn(RuleKind) -> bool) -> Vec<RuleId> {
        let rules = self.rule_files.program.rules.iter().zip(0..);
        rules.filter(|(rule, _)| is_meant(rule.kind)).map(|(_, at)| RuleId(at)).collect()
    }
}

/// Whether a game with this name and hash is compiled into the program.
fn is_compiled(name: &str, hash: u64) -> bool {
    games().iter().any(|game| game.name == name && game.hash == hash)
}

/// The games that are compiled into the program.
fn games() -> Vec<CompiledBase<Position>> {
    built_in::all().flat_map(|compiled| (compiled.games)()).collect()
}

/// The sources of a checked game that needs no host. If there is an error, all messages instead.
fn accepted(
    project: Project,
    root: usize,
    statistics: Statistics,
    checked: Checked,
) -> Result<RuleFiles, LoadError> {
    let mut warnings = together([&checked]);
    let (program, hash) = (checked.resolved.program, checked.hash);
    if !has_errors(&warnings) && (program.game.is_none() || program.needs_host()) {
        warnings.push(no_game(&project, root, &program));
    }
    if has_errors(&warnings) {
        return Err(LoadError::Mistakes(Box::new(project.sources), warnings));
    }
    Ok(RuleFiles { project, root, program: Arc::new(program), statistics, warnings, hash })
}

/// The message about a base whose files do not define a game, or define one that needs a host.
fn no_game(project: &Project, root: usize, program: &Program) -> Diagnostic {
    let tree = project.tree(root);
    let span = tree.items.first().map_or(Span::new(tree.id, 0, 0), |item| item.span);
    let (title, label) = match program.game {
        None => ("a base without a game in its text", "nothing here declares its moves"),
        Some(_) => ("a game that asks a host", "no program answers its extern predicates"),
    };
    Diagnostic::new(Code::DomainDiffers, title, span, label)
        .hint("a game in text has `state` and `move` lines, and no `extern`; a base on a host is named with `--base`")
}
