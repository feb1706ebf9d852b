//! The plan of a whole program, as the back ends read it.

use super::guards::Guard;
use super::scores::SumPlan;
use super::steps::{Access, Block, Estimate, HostValue, Operand, RoutineId, SetInfo, Slot, SlotInfo};
use crate::program::{ComponentId, PredicateId, PredicateKind, Program, RuleId, SortId};
use crate::runtime::{self, Value};

/// The plan of a whole program.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// A plan for each rule, in program order.
    pub rules: Vec<RulePlan>,
    /// For each player with scores, in declaration order, the plan that adds up the scores.
    pub sums: Vec<SumPlan>,
    /// The routines, each after the routines that it calls, except in recursion.
    pub routines: Vec<Routine>,
    /// Number of steps that planning took.
    pub work: u64,
}

/// The plan of one rule.
#[derive(Clone, Debug)]
pub struct RulePlan {
    /// The rule that this plan evaluates.
    pub rule: RuleId,
    /// The slots for the rule's variables.
    pub frame: Vec<SlotInfo>,
    /// The sets that the body computes.
    pub sets: Vec<SetInfo>,
    /// Values that only the host can parse, read when the rule is entered.
    pub host_values: Vec<HostValue>,
    /// The slots bound on entry: the given variables of a query, in order.
    pub inputs: Vec<Slot>,
    /// The slots that make up an answer, in the order in which answers are compared.
    pub answer: Vec<Slot>,
    /// The planned premise.
    pub body: Block,
    /// A cheap necessary condition, checked before the body.
    pub guard: Option<Guard>,
}

impl Plan {
    /// The storage layout for the goals of a recursive routine, or `None` if the routine is not recursive.
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

/// A derivation specialised for a binding pattern: which arguments are bound, constant or unused.
#[derive(Clone, Debug)]
pub struct Routine {
    /// The predicate, or `None` for the branches of a `;` and for what holds after actions.
    pub predicate: Option<PredicateId>,
    /// How the routine uses each argument.
    pub arguments: Vec<Argument>,
    /// The name of the predicate; `either` for the branches of a `;`, and `after` with its actions for an `after`.
    pub name: String,
    /// The names of the arguments.
    pub parameters: Vec<String>,
    /// The sorts of the arguments.
    pub sorts: Vec<SortId>,
    /// The clauses that can hold with the constant arguments.
    pub clauses: Vec<RoutineClause>,
    /// Whether the routine evaluates rules or makes moves, directly or through its calls, and so needs mutable
    /// access to the host.
    pub asks: bool,
    /// Whether the routine's answers are tabled during a query, because many callers would otherwise evaluate it
    /// for the same inputs.
    pub tabled: bool,
    /// Set if the routine is recursive. The answers of a recursive routine are also kept in a table, until the fixpoint
    /// is reached.
    pub recursion: Option<Recursive>,
    /// Steps of work charged for a call.
    pub work: u64,
    /// The expected cost of a call and the expected number of answers (for a test: the probability of success).
    pub estimate: Estimate,
}

impl Routine {
    /// Number of values in an answer.
    pub fn results(&self) -> usize {
        self.arguments.iter().filter(|argument| **argument == Argument::Result).count()
    }

    /// The names and sorts of the values in an answer.
    pub fn result_columns(&self) -> impl Iterator<Item = (&String, SortId)> {
        let columns = self.arguments.iter().zip(self.parameters.iter().zip(self.sorts.iter().copied()));
        columns.filter(|(argument, _)| **argument == Argument::Result).map(|(_, column)| column)
    }

    /// Whether the routine has no results and only succeeds or fails.
    pub fn is_test(&self) -> bool {
        !self.arguments.contains(&Argument::Result)
    }
}

/// The recursive component of a routine, and whether its recursive calls are tail calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recursive {
    /// The recursive component that contains the routine's predicate.
    pub component: ComponentId,
    /// Whether all recursive calls reachable from here are tail calls. Every answer is then an answer of the first
    /// goal.
    pub is_tail: bool,
}

/// How a routine uses an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    /// The caller passes a value.
    Input,
    /// The routine returns a value.
    Result,
    /// The value does not matter: any value will do.
    Any,
    /// The argument is fixed to this constant.
    Constant(Value),
}

/// One clause of a routine.
#[derive(Clone, Debug)]
pub struct RoutineClause {
    /// Number of calls that stay within the recursive component and iterate over answers.
    pub recursive_calls: u16,
    /// The slots for the clause's variables.
    pub frame: Vec<SlotInfo>,
    /// The sets that the body computes.
    pub sets: Vec<SetInfo>,
    /// Values that only the host can parse, read when the clause is entered.
    pub host_values: Vec<HostValue>,
    /// The slots of the inputs, in argument order.
    pub inputs: Vec<Slot>,
    /// The planned body of the clause.
    pub body: Block,
    /// The results, in argument order.
    pub results: Vec<Operand>,
    /// Steps of work charged when the clause is entered, if the call has not already charged for the clause.
    pub work: u64,
    /// The clause in the author's words.
    pub text: String,
}

/// Whether an access evaluates rules: its extern predicate is declared with `asks`.
pub fn asks_rules(program: &Program, access: Access) -> bool {
    match access {
        Access::Extern(id, _) => {
            matches!(&program.predicate(id).kind, PredicateKind::Extern(e) if e.asks.is_some())
        }
        Access::Facts(..) => false,
    }
}
