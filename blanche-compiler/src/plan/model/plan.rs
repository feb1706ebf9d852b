//! The plan of a program, as the back ends read it.

use super::guards::Guard;
use super::scores::SumPlan;
use super::steps::{Access, Block, Estimate, HostValue, Operand, RoutineId, SetInfo, Slot, SlotInfo};
use crate::program::{ComponentId, PredicateId, PredicateKind, Program, RuleId, SortId};
use crate::runtime::{self, Value};

/// The plan of a program.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// A plan for each rule, in the order of the program's rules.
    pub rules: Vec<RulePlan>,
    /// For each player that has scores, in the order of the players, how they are added up.
    pub sums: Vec<SumPlan>,
    /// The routines, each after those that it calls, but for recursion.
    pub routines: Vec<Routine>,
    /// How many steps the planner took.
    pub work: u64,
}

/// The plan of a rule.
#[derive(Clone, Debug)]
pub struct RulePlan {
    /// The rule.
    pub rule: RuleId,
    /// Its slots.
    pub frame: Vec<SlotInfo>,
    /// Its sets.
    pub sets: Vec<SetInfo>,
    /// Values that only the host can read.
    pub host_values: Vec<HostValue>,
    /// The slots that have a value when it is asked: those of the given variables of a query, in their order.
    pub inputs: Vec<Slot>,
    /// The slots of the answer, in the order in which answers are compared.
    pub answer: Vec<Slot>,
    /// The premise.
    pub body: Block,
    /// What must be so where it applies and is seen at once.
    pub guard: Option<Guard>,
}

impl Plan {
    /// How the goals of a routine are kept, where it needs itself.
    pub fn recursive(&self, id: RoutineId) -> Option<runtime::Recursive> {
        let routine = &self.routines[id.index()];
        let Recursive { component, is_tail } = routine.recursion?;
        Some(runtime::Recursive { component: component.0, routine: id.0, width: routine.results(), is_tail })
    }
}

impl RulePlan {
    pub(crate) fn empty(rule: RuleId) -> RulePlan {
        RulePlan {
            rule,
            frame: Vec::new(),
            sets: Vec::new(),
            host_values: Vec::new(),
            inputs: Vec::new(),
            answer: Vec::new(),
            body: Block::default(),
            guard: None,
        }
    }
}

/// A derivation, specialised for the arguments that are bound, constant or of no interest.
#[derive(Clone, Debug)]
pub struct Routine {
    /// The predicate; `None` for the branches of a `;`.
    pub predicate: Option<PredicateId>,
    /// For each argument how it is used.
    pub arguments: Vec<Argument>,
    /// The predicate's name, or `either` for branches.
    pub name: String,
    /// How the arguments are called.
    pub parameters: Vec<String>,
    /// Their sorts.
    pub sorts: Vec<SortId>,
    /// The clauses that can hold with these constants.
    pub clauses: Vec<RoutineClause>,
    /// Whether it asks rules or makes moves, itself or by what it calls: then it sets the host in motion.
    pub asks: bool,
    /// Whether its answers are kept while a question is answered: it is reached in so many ways that it would be asked
    /// the same again and again.
    pub tabled: bool,
    /// What it is part of, where it needs itself. Its answers are kept too, until they are all that there are.
    pub recursion: Option<Recursive>,
    /// The steps of work that a call takes.
    pub work: u64,
    /// What one call is expected to cost, and how many answers it gives (for a test: how often yes).
    pub estimate: Estimate,
}

impl Routine {
    /// How many values an answer has.
    pub fn results(&self) -> usize {
        self.arguments.iter().filter(|argument| **argument == Argument::Result).count()
    }

    /// The names and the sorts of the values of an answer.
    pub fn result_columns(&self) -> impl Iterator<Item = (&String, SortId)> {
        let columns = self.arguments.iter().zip(self.parameters.iter().zip(self.sorts.iter().copied()));
        columns.filter(|(argument, _)| **argument == Argument::Result).map(|(_, column)| column)
    }

    /// Whether it only says yes or no.
    pub fn is_test(&self) -> bool {
        !self.arguments.contains(&Argument::Result)
    }
}

/// That a routine needs itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recursive {
    /// The component of its predicate.
    pub component: ComponentId,
    /// All recursive calls from here on are tail calls: all answers are answers of the routine that is asked first.
    pub is_tail: bool,
}

/// How a routine uses an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    /// The caller gives a value.
    Input,
    /// The routine gives a value.
    Result,
    /// Some value is enough, whichever.
    Any,
    /// It is this constant.
    Constant(Value),
}

/// One clause of a routine.
#[derive(Clone, Debug)]
pub struct RoutineClause {
    /// How many calls inside the recursive component there are that go through answers.
    pub recursive_calls: u16,
    /// Its slots.
    pub frame: Vec<SlotInfo>,
    /// Its sets.
    pub sets: Vec<SetInfo>,
    /// Values that only the host can read.
    pub host_values: Vec<HostValue>,
    /// The slots of the inputs, in the order of the arguments.
    pub inputs: Vec<Slot>,
    /// What it says.
    pub body: Block,
    /// The results, in the order of the arguments.
    pub results: Vec<Operand>,
    /// The steps of work that it takes to begin it, where the call has not counted them.
    pub work: u64,
    /// The clause in the author's words.
    pub text: String,
}

/// Whether an access asks rules.
pub fn asks_rules(program: &Program, access: Access) -> bool {
    match access {
        Access::Extern(id, _) => {
            matches!(&program.predicate(id).kind, PredicateKind::Extern(e) if e.asks.is_some())
        }
        Access::Facts(..) => false,
    }
}
