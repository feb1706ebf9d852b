//! Knowledge bases: built in or from a folder, compiled and interpreted, behind one type.
//!
//! A built-in base has its rules compiled in, and its rule files too, so that it can also be interpreted. A
//! folder is read at run time; where its files are those of a compiled base, to the letter, the compiled rules
//! stand for it as well. Questions go to either back end and have the same answers.

pub mod asked;
mod edited;
mod exports;
mod load;
mod manual;
mod scores;
pub mod sidecars;
mod unplayable;
mod verdicts;

pub use exports::Export;
pub use load::{LoadError, Note};
pub use scores::{Part, Score};
pub use unplayable::{Named, Unplayable};
pub use verdicts::Sides;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::{Sources, Span};
use blanche_compiler::interpret::{Machine, Measure};
use blanche_compiler::plan::{self, Statistics};
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::project::Project;
use blanche_compiler::runtime::{Budget, CompiledBase, Flow, LimitReached, Limits, Solutions, Value};

use crate::board::Position;
use crate::rules::five_in_a_row::{self, FiveInARowFacts, Interpreted};
use crate::rules::{COMPANIONS, KNOWLEDGE};

use sidecars::Sidecars;
use unplayable::Noticed;

/// The base that is asked when none is named.
pub const DEFAULT_BASE: &str = "renju";

/// Which back end answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Rules that were compiled to Rust when the program was built.
    Compiled,
    /// Rules that are read at run time.
    Interpreted,
}

impl std::fmt::Display for Backend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Backend::Compiled => "compiled",
            Backend::Interpreted => "interpreted",
        })
    }
}

/// A rule as a program that uses it sees it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// The player for whom it claims a win: `white` or `black`.
    pub colour: String,
    /// In how many moves the win is reached.
    pub level: u32,
    /// Its named variables with their sorts, in the order in which answers are compared. Where the rule plays a
    /// variable it is the first.
    pub variables: Vec<(String, String)>,
    /// Whether it plays its first variable.
    pub plays: bool,
    /// Its doc comment.
    pub doc: String,
    /// Its text.
    pub text: String,
    /// File and line.
    pub place: String,
}

impl Rule {
    /// `t.threat for white`
    pub fn title(&self) -> String {
        format!("{} for {}", self.name, self.colour)
    }
}

/// A knowledge base, ready to be asked about positions.
pub struct Base {
    name: String,
    doc: String,
    rules: Vec<Rule>,
    exports: Vec<Export>,
    scores: Vec<Score>,
    /// Where the compiled base adds up the scores of each colour.
    sums: [Option<usize>; 2],
    /// The players, as the interpreter numbers them.
    players: [Option<Value>; 2],
    compiled: Option<CompiledBase<Position>>,
    program: Program,
    /// The interpreter: made when it is first asked where the rules are compiled, too.
    machine: OnceLock<Machine<Interpreted<Position>>>,
    /// The files beside its rules.
    sidecars: Sidecars,
    limits: Limits,
    /// The interpreter gives up after this is set.
    stop: Option<Arc<AtomicBool>>,
    notes: Vec<Note>,
    /// Its texts and their trees.
    project: Project,
    /// The text that says that it is a base.
    root: usize,
    /// What was measured of its literals.
    statistics: Statistics,
    warnings: Vec<Diagnostic>,
    /// Fields for stones that are not empty, as programs came by them.
    noticed: Noticed,
}

impl Base {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its doc comment.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// Its rules: by level, then as in the text.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The program that is interpreted.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Its interpreter.
    fn machine(&self) -> &Machine<Interpreted<Position>> {
        self.machine.get_or_init(|| {
            // It was planned before it was compiled, perhaps by other numbers.
            let plan =
                plan::plan_with(&self.program, &self.statistics).or_else(|_| plan::plan(&self.program));
            let plan = plan.unwrap_or_else(|_| unreachable!("what is compiled was planned"));
            let machine = Machine::new(&self.program, &plan, self.limits);
            let machine = machine.unwrap_or_else(|_| {
                unreachable!("what is compiled asks nothing that positions do not answer")
            });
            match &self.stop {
                Some(sign) => machine.stopped_by(Arc::clone(sign)),
                None => machine,
            }
        })
    }

    /// The same base, whose interpreter gives every question up soon after this sign is set, as at the limit of work.
    #[must_use]
    pub fn stopped_by(mut self, sign: Arc<AtomicBool>) -> Base {
        if let Some(machine) = self.machine.take() {
            self.machine = OnceLock::from(machine.stopped_by(Arc::clone(&sign)));
        }
        Base { stop: Some(sign), ..self }
    }

    /// The sign of [`Base::stopped_by`].
    pub fn stop(&self) -> Option<&Arc<AtomicBool>> {
        self.stop.as_ref()
    }

    /// How much work one question may take.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The line of a file of its rules where something stands: `knowledge/renju-2001/level-3.blanche:12`.
    pub fn place(&self, span: Span) -> String {
        load::place(&self.project.sources, span)
    }

    /// What was noticed while it was loaded.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Counts the tuples of the literals of its rules in these positions, for the planner.
    ///
    /// # Errors
    /// When the limit of work is reached.
    pub fn profile(&self, positions: &mut [Position]) -> Result<Statistics, LimitReached> {
        let literals = plan::literals(&self.program);
        let mut measure = Measure::new(self.machine(), &literals);
        for position in positions {
            measure.count(position)?;
        }
        Ok(measure.statistics())
    }

    /// What is to be said of its rules though they run, with the texts that it speaks of.
    pub fn warnings(&self) -> (&Sources, &[Diagnostic]) {
        (&self.project.sources, &self.warnings)
    }

    /// Those of its warnings that speak of files in its own folder. What is to be said of files that it only uses is for
    /// their authors.
    pub fn own_warnings(&self) -> (&Sources, Vec<Diagnostic>) {
        let is_own = |message: &&Diagnostic| {
            let file = self.project.index(message.label.span.file);
            file.is_none_or(|file| self.project.is_in_folder_of(file, self.root))
        };
        (&self.project.sources, self.warnings.iter().filter(is_own).cloned().collect())
    }

    /// Whether a back end can answer. A folder that differs from every compiled base is interpreted only.
    pub fn has(&self, backend: Backend) -> bool {
        backend == Backend::Interpreted || self.compiled.is_some()
    }

    /// The faster of the back ends that can answer.
    pub fn backend(&self) -> Backend {
        if self.compiled.is_some() { Backend::Compiled } else { Backend::Interpreted }
    }

    /// Does a rule apply?
    ///
    /// # Errors
    /// When the limit of work is reached first.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn applies(
        &self,
        backend: Backend,
        rule: usize,
        position: &mut Position,
    ) -> Result<bool, LimitReached> {
        match backend {
            Backend::Compiled => {
                (self.compiled().rules[rule].matcher.applies)(position, &mut Budget::new(self.limits))
            }
            Backend::Interpreted => self.machine().applies(position, RuleId(rule as u32)),
        }
    }

    /// The least solution of a rule, if it has one.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    pub fn first(
        &self,
        backend: Backend,
        rule: usize,
        position: &mut Position,
    ) -> Result<Solutions, LimitReached> {
        match backend {
            Backend::Compiled => self.compiled().rules[rule].matcher.first(position, self.limits),
            Backend::Interpreted => self.machine().first(position, RuleId(rule as u32)),
        }
    }

    /// All solutions of a rule in order: tuples over [`Rule::variables`].
    ///
    /// # Errors
    /// When the limit of work is reached first.
    pub fn all(
        &self,
        backend: Backend,
        rule: usize,
        position: &mut Position,
    ) -> Result<Solutions, LimitReached> {
        match backend {
            Backend::Compiled => self.compiled().rules[rule].matcher.all(position, self.limits),
            Backend::Interpreted => self.machine().all(position, RuleId(rule as u32)),
        }
    }

    /// [`Base::all`] in the room of earlier solutions: whoever asks often allocates once.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    pub fn all_into(
        &self,
        backend: Backend,
        rule: usize,
        position: &mut Position,
        solutions: &mut Solutions,
    ) -> Result<(), LimitReached> {
        match backend {
            Backend::Compiled => {
                self.compiled().rules[rule].matcher.all_into(position, self.limits, solutions)
            }
            Backend::Interpreted => {
                *solutions = self.machine().all(position, RuleId(rule as u32))?;
                Ok(())
            }
        }
    }

    /// How many solutions a rule has. Where they have to be compared, that is done in the room of earlier ones.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    pub fn count(
        &self,
        backend: Backend,
        rule: usize,
        position: &mut Position,
        room: &mut Solutions,
    ) -> Result<usize, LimitReached> {
        match backend {
            Backend::Compiled => self.compiled().rules[rule].matcher.count(position, self.limits, room),
            Backend::Interpreted => self.machine().count(position, RuleId(rule as u32)),
        }
    }

    /// Hands all solutions of a rule in order until `take` has enough; where they do not come in order, from the
    /// room of earlier ones.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    pub fn in_order(
        &self,
        backend: Backend,
        rule: usize,
        position: &mut Position,
        room: &mut Solutions,
        take: &mut dyn FnMut(&[u16]) -> Flow,
    ) -> Result<(), LimitReached> {
        match backend {
            Backend::Compiled => {
                self.compiled().rules[rule].matcher.in_order(position, self.limits, room, take)
            }
            Backend::Interpreted => {
                let _ = self.machine().all(position, RuleId(rule as u32))?.iter().try_for_each(take);
                Ok(())
            }
        }
    }

    /// Whether a rule has a solution that is accepted. They are handed over as they come, in any order, until one is.
    ///
    /// # Errors
    /// When the limit of work is reached first.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn any(
        &self,
        backend: Backend,
        rule: usize,
        position: &mut Position,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached> {
        match backend {
            Backend::Compiled => self.compiled().rules[rule].matcher.any(position, self.limits, accept),
            Backend::Interpreted => self.machine().any(position, RuleId(rule as u32), accept),
        }
    }

    fn compiled(&self) -> &CompiledBase<Position> {
        self.compiled.as_ref().expect("a back end is asked only where it is there")
    }

    /// How a value of a variable is written: `h8`, `e3.e7`, `white`, `3`.
    pub fn text(&self, sort: &str, value: u16) -> String {
        use blanche_compiler::interpret::Host;
        Interpreted::<Position>::write(sort, value).unwrap_or_else(|| {
            let sort = self.program.sorts.iter().find(|known| known.name == sort);
            sort.map_or_else(|| value.to_string(), |sort| sort.text(value))
        })
    }
}

/// A compiled base in this program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// The hash of its rule files.
    pub hash: u64,
    /// How many rules it has.
    pub rules: usize,
}

/// The bases that are compiled into this program.
pub fn built_in() -> Vec<BuiltIn> {
    let bases = compiled::<Position>();
    bases
        .iter()
        .map(|base| BuiltIn { name: base.name, doc: base.doc, hash: base.hash, rules: base.rules.len() })
        .collect()
}

/// The files that are compiled into this program, by their paths below a knowledge folder: rules, and what lies beside
/// them.
pub fn built_in_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    KNOWLEDGE.iter().chain(COMPANIONS).copied()
}

/// The compiled bases over some facts.
fn compiled<F: FiveInARowFacts>() -> Vec<CompiledBase<F>> {
    five_in_a_row::bases::<F>()
}
