//! The plan: in which order literals are asked and by which way of access. Both back ends execute it and decide
//! nothing themselves.
//!
//! The passes, in the order in which they run for each rule and each specialised derivation (a [`Routine`]):
//! 1. `parts`: derivations without variables of their own are unfolded; the others stay calls. After this: a
//!    conjunction of extern predicates, facts, comparisons, negations and calls over one frame of slots.
//! 2. `order`: literals are ordered and become steps. After this: every step can be executed where it
//!    stands, and calls have asked for the routines they need.
//!
//! `routines` begins each of them, `prune` drops at the end what was planned only to be compared, and
//! [`mod@print`] shows a plan to people.

mod order;
mod parts;
pub mod print;
mod prune;
mod routines;

use std::collections::{BTreeSet, HashMap};

use crate::modes::Modes;
use crate::program::{Clause, PredicateId, PredicateKind, Program, Rule, RuleId, RuleKind, SortId};
use crate::runtime::Value;

/// A place for a value while a rule or routine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u16);

impl Slot {
    /// Its place in the frame.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A routine, by its place in [`Plan::routines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoutineId(pub u32);

impl RoutineId {
    /// Its place in the table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a slot holds.
#[derive(Clone, Debug)]
pub struct SlotInfo {
    /// The variable's name, unique in its frame.
    pub name: String,
    /// Its sort.
    pub sort: SortId,
}

/// Something with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand {
    /// The value of a slot that is bound.
    Slot(Slot),
    /// A constant.
    Constant(Value),
}

/// What becomes of a value that a step is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// It is kept.
    Bind(Slot),
    /// It must equal this.
    Equals(Operand),
    /// Nobody needs it.
    Ignore,
}

/// A value that only the host can read, read once at the entry of a rule or routine. Where the host knows no
/// such value nothing holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostValue {
    /// Where it is kept.
    pub slot: Slot,
    /// Its sort.
    pub sort: SortId,
    /// Its spelling.
    pub text: String,
}

/// The plan of a program.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// A plan for each rule, in the order of the program's rules.
    pub rules: Vec<RulePlan>,
    /// The routines, each after those that it calls.
    pub routines: Vec<Routine>,
}

/// The plan of a rule.
#[derive(Clone, Debug)]
pub struct RulePlan {
    /// The rule.
    pub rule: RuleId,
    /// Its slots.
    pub frame: Vec<SlotInfo>,
    /// Values that only the host can read.
    pub host_values: Vec<HostValue>,
    /// The slots of the answer, in the order in which answers are compared.
    pub answer: Vec<Slot>,
    /// The premise.
    pub body: Block,
}

impl RulePlan {
    fn empty(rule: RuleId) -> RulePlan {
        let (frame, host_values, answer) = (Vec::new(), Vec::new(), Vec::new());
        RulePlan { rule, frame, host_values, answer, body: Block::default() }
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
    /// Whether it asks rules, itself or by what it calls.
    pub asks: bool,
    /// What one call is expected to cost, and how many answers it gives (for a test: how often yes).
    pub estimate: Estimate,
}

impl Routine {
    /// Whether it only says yes or no.
    pub fn is_test(&self) -> bool {
        !self.arguments.contains(&Argument::Result)
    }
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
    /// Its slots.
    pub frame: Vec<SlotInfo>,
    /// Values that only the host can read.
    pub host_values: Vec<HostValue>,
    /// The slots of the inputs, in the order of the arguments.
    pub inputs: Vec<Slot>,
    /// What it says.
    pub body: Block,
    /// The results, in the order of the arguments.
    pub results: Vec<Operand>,
    /// The clause in the author's words.
    pub text: String,
}

/// Steps, each executed for every way in which the ones before it succeed.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The steps.
    pub steps: Vec<Step>,
    /// What executing all of it is expected to cost.
    pub estimate: Estimate,
}

/// What the planner expects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Answers for each time it is asked.
    pub answers: f64,
    /// Work for each time it is asked; 1 is one look at a table.
    pub cost: f64,
}

impl Default for Estimate {
    fn default() -> Estimate {
        Estimate { answers: 1.0, cost: 0.0 }
    }
}

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is done.
    pub action: Action,
    /// The literal of the rule that it comes from, in the author's words.
    pub literal: String,
    /// What is expected of it alone.
    pub estimate: Estimate,
}

/// A way to reach the tuples of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A mode of an extern predicate, by its place in the declaration.
    Extern(PredicateId, usize),
    /// The facts whose arguments in this mask (a bit each) have given values.
    Facts(PredicateId, u32),
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Goes through the answers (`one`: at most one); inputs in the order of the bound arguments, outputs of
    /// the free ones.
    Each {
        /// How the answers are reached.
        access: Access,
        /// At most one answer.
        one: bool,
        /// The bound arguments.
        inputs: Vec<Operand>,
        /// The free ones.
        outputs: Vec<Output>,
    },
    /// Asks whether a tuple holds, and goes on if the answer is `holds`.
    Test {
        /// The tuple's predicate and mode.
        access: Access,
        /// All arguments.
        inputs: Vec<Operand>,
        /// The answer that is wanted.
        holds: bool,
    },
    /// Goes on if two values are equal, or if they are not.
    Compare {
        /// One value.
        left: Operand,
        /// The other.
        right: Operand,
        /// Whether they must be equal.
        equal: bool,
    },
    /// Gives a slot the value of something.
    Assign {
        /// The slot.
        slot: Slot,
        /// Its value.
        value: Operand,
    },
    /// Goes on if a value belongs to a part of its sort.
    Within {
        /// The value.
        slot: Slot,
        /// The part.
        sort: SortId,
    },
    /// Asks a routine that says yes or no.
    Call {
        /// The routine.
        routine: RoutineId,
        /// Its inputs.
        inputs: Vec<Operand>,
        /// The answer that is wanted.
        holds: bool,
    },
    /// Goes through the answers of a routine.
    EachCall {
        /// The routine.
        routine: RoutineId,
        /// Its inputs.
        inputs: Vec<Operand>,
        /// What becomes of its results.
        outputs: Vec<Output>,
    },
    /// Goes on once if the block has an answer, or if it has none.
    Exists {
        /// The block; what it binds stays inside.
        block: Block,
        /// The answer that is wanted.
        holds: bool,
    },
    /// Never goes on.
    Fail,
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

/// Plans a program that the checks have found without errors.
pub fn plan(program: &Program) -> Plan {
    plan_if(program, |_| true)
}

/// Plans a query alone, where no host stands behind the program: the plans of its rules stay empty, so that
/// what they would ask of a host does not matter.
pub fn plan_query(program: &Program) -> Plan {
    plan_if(program, |rule| rule.kind == RuleKind::Query)
}

fn plan_if(program: &Program, wanted: impl Fn(&Rule) -> bool) -> Plan {
    let lenient = BTreeSet::new();
    let mut planner = Planner {
        program,
        modes: Modes::new(program, &lenient),
        plan: Plan::default(),
        routines: HashMap::new(),
        branches: Vec::new(),
    };
    for (at, rule) in program.rules.iter().enumerate() {
        let id = RuleId(at as u32);
        let rule_plan = if wanted(rule) { planner.rule(id, rule) } else { RulePlan::empty(id) };
        planner.plan.rules.push(rule_plan);
    }
    let mut plan = planner.plan;
    prune::prune(&mut plan);
    plan
}

/// What a routine is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Callee {
    Predicate(PredicateId),
    /// The branches of a `;`, by their place in [`Planner::branches`].
    Branches(usize),
}

struct Planner<'a> {
    program: &'a Program,
    modes: Modes<'a>,
    plan: Plan,
    routines: HashMap<(Callee, Vec<Argument>), RoutineId>,
    /// The branches of every `;`, as clauses over the variables that they share with what is around them.
    branches: Vec<Vec<Clause>>,
}
