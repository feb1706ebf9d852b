//! The plan: in which order literals are asked and by which way of access. Both back ends execute it and decide
//! nothing themselves.
//!
//! The passes, in the order in which they run for each rule and each specialised derivation (a [`Routine`]):
//! 1. `parts`: what `constants` decide is left out, and derivations of which one clause can hold are unfolded; the
//!    others stay calls. After this: a conjunction of extern predicates, facts, comparisons, negations and calls over
//!    one frame of slots.
//! 2. `simplify`: variables that must be equal are one, and what follows from the rest is left out, negations that
//!    are `implied` by others too.
//! 3. `order`: literals are ordered and become steps, in one of the `ways` that there are. `variables` chooses what is
//!    gone through next by the numbers of `shares`, `sources` says which sets speak of it, `reduce` makes sets that
//!    follow for it from others, and `project` makes sets of what a negation asks again and again. After this: every
//!    step can be executed where it stands, and calls have asked for the routines they need.
//! 4. `hoist`, for rules: sets are made in front of the loops that use them, `filter` makes sets of tests, and sets
//!    without enough members end the rule. After this nothing moves any more; `gates` and `arrival` say what is so of
//!    the whole.
//!
//! Scores are counted, not gone through: `denials` makes sets of what they deny, before their literals are ordered, and
//! `sums` plans the scores of each player once more, together.
//!
//! `routines` and `afters` begin each of them, `prune` drops at the end what was planned only to be compared, and
//! [`mod@print`] shows a plan to people.

mod afters;
mod arrival;
mod constants;
mod denials;
mod filter;
mod gates;
mod hoist;
mod implied;
mod order;
mod parts;
pub mod print;
mod project;
mod prune;
mod reduce;
mod routines;
mod shares;
mod simplify;
mod slots;
mod sources;
mod statistics;
mod sums;
mod variables;
mod walk;
mod ways;

pub use gates::{Gate, Level};
pub use statistics::{BadLine, Literal, Statistics};
pub use sums::{Count, Counted, SumPlan};

use std::collections::{BTreeSet, HashMap};

use crate::modes::Modes;
use crate::program::{Clause, Goal, PredicateId, PredicateKind, Program, Rule, RuleId, RuleKind, SortId};
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

/// A place for a set while a rule or routine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetSlot(pub u16);

impl SetSlot {
    /// Its place among the sets of the frame.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a set slot holds.
#[derive(Clone, Debug)]
pub struct SetInfo {
    /// What the set is called, unique in its frame.
    pub name: String,
    /// The sort of its members: a root.
    pub sort: SortId,
}

/// Where the members of a set come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The answers of an access with one free argument. Where a look-up has no answer there are none.
    Answers {
        /// Values that are looked up first, one after the other.
        lookups: Vec<Lookup>,
        /// The access.
        access: Access,
        /// Its bound arguments.
        inputs: Vec<Operand>,
    },
    /// A set that was made before.
    Kept(SetSlot),
    /// One value.
    Only(Operand),
}

/// A value that there is at most once, needed only to reach a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// How it is reached.
    pub access: Access,
    /// The bound arguments.
    pub inputs: Vec<Operand>,
    /// The slot that takes the free one.
    pub slot: Slot,
}

/// The values of a sort that all of some sources have and none of some others.
#[derive(Clone, Debug, PartialEq)]
pub struct Meet {
    /// The sort: a root.
    pub sort: SortId,
    /// A member is in all of these; at least one.
    pub of: Vec<Source>,
    /// And in none of these.
    pub without: Vec<Source>,
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

impl Operand {
    /// Its slot, if it is one.
    pub fn slot(self) -> Option<Slot> {
        match self {
            Operand::Slot(slot) => Some(slot),
            Operand::Constant(_) => None,
        }
    }

    /// Its value, if it is constant.
    pub fn constant(self) -> Option<Value> {
        match self {
            Operand::Slot(_) => None,
            Operand::Constant(value) => Some(value),
        }
    }

    /// Whether it has a value where these slots have one.
    fn is_bound(self, bound: &BTreeSet<Slot>) -> bool {
        self.slot().is_none_or(|slot| bound.contains(&slot))
    }
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
    /// For each player that has scores, in the order of the players, how they are added up.
    pub sums: Vec<SumPlan>,
    /// The routines, each after those that it calls; what holds after moves may call itself.
    pub routines: Vec<Routine>,
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
    /// The slots of the answer, in the order in which answers are compared.
    pub answer: Vec<Slot>,
    /// The premise.
    pub body: Block,
    /// What must be so where it applies and is seen at once.
    pub gate: Option<Gate>,
}

impl RulePlan {
    fn empty(rule: RuleId) -> RulePlan {
        let (frame, sets, host_values, answer) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        RulePlan { rule, frame, sets, host_values, answer, body: Block::default(), gate: None }
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
    /// The clause in the author's words.
    pub text: String,
}

/// Steps, each executed for every way in which the ones before it succeed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The steps.
    pub steps: Vec<Step>,
    /// What executing all of it is expected to cost.
    pub estimate: Estimate,
}

/// A dear question whose answers are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// To an extern predicate that asks rules.
    Predicate(PredicateId),
    /// To a routine that asks rules or makes moves.
    Routine(RoutineId),
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
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
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
        /// The answer is kept for the next time that it is asked in this frame.
        memo: bool,
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
        /// The answer is kept for the next time that it is asked in this frame.
        memo: bool,
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
    /// Goes through the members of a set in their order.
    EachIn {
        /// The slot that takes the member.
        slot: Slot,
        /// The set.
        from: Meet,
    },
    /// Goes on if a set has so many members, or if it has fewer.
    Has {
        /// The set.
        set: Meet,
        /// How many members are enough: 1, or more.
        at_least: u32,
        /// The answer that is wanted.
        holds: bool,
    },
    /// Keeps a set, and goes on if it has enough members.
    Keep {
        /// Where it is kept.
        set: SetSlot,
        /// The set.
        from: Meet,
        /// How many members are enough; 0 for any number.
        at_least: u32,
    },
    /// Collects a set from all answers of a block, and goes on if it has enough members.
    Collect {
        /// Where it is kept.
        set: SetSlot,
        /// What is gone through; what it binds stays inside.
        block: Block,
        /// What is added for each answer.
        add: Meet,
        /// How many members are enough; 0 for any number.
        at_least: u32,
        /// Only what is added a second time counts; this holds what was added before.
        seen: Option<SetSlot>,
    },
    /// Makes moves one after the other, goes on if all could be made and the block has an answer then, and takes
    /// them back before it goes on. It stands alone in a routine of its own: nothing that was kept before is asked
    /// inside, and nothing from inside is kept.
    After {
        /// The moves.
        moves: Vec<Move>,
        /// What is asked when they are made.
        block: Block,
    },
    /// Never goes on.
    Fail,
}

/// A move that the host makes and takes back.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The action.
    pub action: PredicateId,
    /// Its arguments.
    pub inputs: Vec<Operand>,
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
    plan_if(program, &Statistics::default(), |_| true)
}

/// Plans a program with measured numbers of tuples in place of the declared ones, as far as there are any.
pub fn plan_with(program: &Program, statistics: &Statistics) -> Plan {
    plan_if(program, statistics, |_| true)
}

/// Plans a query alone, where no host stands behind the program: the plans of its rules stay empty, so that
/// what they would ask of a host does not matter.
pub fn plan_query(program: &Program) -> Plan {
    plan_if(program, &Statistics::default(), |rule| rule.kind == RuleKind::Query)
}

/// Whether an extern predicate that asks the rules of the program is met on the way from these goals down.
pub(crate) fn rules_are_asked(program: &Program, goals: &[Goal]) -> bool {
    fn walk<'p>(program: &'p Program, goals: &'p [Goal], seen: &mut BTreeSet<PredicateId>) -> bool {
        let mut met = Vec::new();
        goals.iter().for_each(|goal| goal.atoms(&mut |atom, _| met.push(atom.predicate)));
        met.into_iter().any(|id| match &program.predicate(id).kind {
            PredicateKind::Extern(external) => external.asks.is_some(),
            PredicateKind::Derived(clauses) => {
                seen.insert(id) && clauses.iter().any(|clause| walk(program, &clause.body, seen))
            }
            _ => false,
        })
    }
    walk(program, goals, &mut BTreeSet::new())
}

/// What the planner asks statistics for when it plans this program.
pub fn literals(program: &Program) -> Vec<Literal> {
    let (lenient, statistics) = (BTreeSet::new(), Statistics::default());
    let mut planner = Planner::new(program, &statistics, &lenient);
    planner.all(&|_| true);
    planner.asked.into_iter().collect()
}

fn plan_if(program: &Program, statistics: &Statistics, wanted: impl Fn(&Rule) -> bool) -> Plan {
    let lenient = BTreeSet::new();
    let mut planner = Planner::new(program, statistics, &lenient);
    planner.all(&wanted);
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
    /// What holds after some actions, by its place in [`Planner::afters`].
    After(usize),
}

struct Planner<'a> {
    program: &'a Program,
    statistics: &'a Statistics,
    modes: Modes<'a>,
    plan: Plan,
    routines: HashMap<(Callee, Vec<Argument>), RoutineId>,
    /// The branches of every `;`, as clauses over the variables that they share with what is around them.
    branches: Vec<Vec<Clause>>,
    /// Every `after`, as a clause over the variables of its actions and those that it shares with what is around it.
    afters: Vec<Clause>,
    /// What statistics were asked for.
    asked: BTreeSet<Literal>,
}

impl<'a> Planner<'a> {
    fn new(
        program: &'a Program,
        statistics: &'a Statistics,
        lenient: &'a BTreeSet<PredicateId>,
    ) -> Planner<'a> {
        Planner {
            program,
            statistics,
            modes: Modes::new(program, lenient),
            plan: Plan::default(),
            routines: HashMap::new(),
            branches: Vec::new(),
            afters: Vec::new(),
            asked: BTreeSet::new(),
        }
    }

    /// Plans the wanted rules.
    fn all(&mut self, wanted: &dyn Fn(&Rule) -> bool) {
        for (at, rule) in self.program.rules.iter().enumerate() {
            let id = RuleId(at as u32);
            let rule_plan = if wanted(rule) { self.rule(id, rule) } else { RulePlan::empty(id) };
            self.plan.rules.push(rule_plan);
        }
        for player in self.program.players.clone() {
            let scores = self.program.scores().filter(|(_, score, _)| score.colour == Some(player));
            let scores: Vec<RuleId> =
                scores.filter(|(_, score, _)| wanted(score)).map(|(id, _, _)| id).collect();
            if !scores.is_empty() {
                let sum = self.sum(player, &scores);
                self.plan.sums.push(sum);
            }
        }
    }
}
