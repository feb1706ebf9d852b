//! What a plan is made of: steps in blocks, the ways in which they reach tuples, and the slots and sets that they fill.

use std::collections::BTreeSet;

use crate::program::{PredicateId, SortId};
use crate::runtime::{Fold, Value};

/// A place for a value while a rule or routine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u16);

impl Slot {
    /// Its place in the frame.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A routine, by its place in [`Plan::routines`](super::Plan::routines).
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
    Set(SetSlot),
    /// One value.
    Only(Operand),
    /// All values of a sort of which there are sets.
    All(SortId),
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
pub struct Intersection {
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
    pub(crate) fn is_bound(self, bound: &BTreeSet<Slot>) -> bool {
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

/// Steps, each executed for every way in which the ones before it succeed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The steps.
    pub steps: Vec<Step>,
    /// What executing all of it is expected to cost.
    pub estimate: Estimate,
}

/// An expensive question whose answers are kept.
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

/// The steps of work that a loop takes up each candidate with, and the rest of its block.
pub(crate) fn for_each(rest: &[Step]) -> (u64, &[Step]) {
    match rest {
        [Step { action: Action::Spend { steps }, .. }, rest @ ..] => (1 + steps, rest),
        _ => (1, rest),
    }
}

/// A way to reach the tuples of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A mode of an extern predicate, by its place in the declaration.
    Extern(PredicateId, usize),
    /// The facts whose arguments in this mask (a bit each) have given values.
    Facts(PredicateId, u32),
}

/// A call inside a recursive component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecursiveCall {
    /// It goes through the answers that are known so far. It is the call at this place of its clause: a clause is asked
    /// again for what is new at each of them.
    Known(u16),
    /// The answers are those of the routine that asks. They are not gone through: the inputs are asked for besides.
    Tail,
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
    /// Goes on if a comparison holds, or if it does not.
    Holds {
        /// The predicate of the comparison.
        comparison: PredicateId,
        /// All its arguments.
        inputs: Vec<Operand>,
        /// The answer that is wanted.
        holds: bool,
    },
    /// Gives the one value of an argument for which both sides of a comparison are equal, and goes on if its place has it.
    Solve {
        /// The predicate of the comparison.
        comparison: PredicateId,
        /// The argument.
        free: usize,
        /// The others.
        inputs: Vec<Operand>,
        /// What becomes of the value.
        output: Output,
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
        /// Which of its answers, where it needs the clause that calls it.
        recursion: Option<RecursiveCall>,
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
        from: Intersection,
    },
    /// Goes on if a set has so many members, or if it has fewer.
    Has {
        /// The set.
        set: Intersection,
        /// How many members are enough: 1, or more.
        at_least: u32,
        /// The answer that is wanted.
        holds: bool,
    },
    /// Keeps a set, and goes on if it has enough members.
    BindSet {
        /// Where it is kept.
        set: SetSlot,
        /// The set.
        from: Intersection,
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
        add: Intersection,
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
    /// Goes through all answers of a routine, each once, and gives what they come to.
    Aggregate {
        /// What is made of them.
        fold: Fold,
        /// The routine.
        routine: RoutineId,
        /// Its inputs.
        inputs: Vec<Operand>,
        /// What becomes of the result.
        output: Output,
    },
    /// Never goes on.
    Fail,
    /// Counts steps of work: those of what comes next, up to the next of these or the first candidate of a loop. Behind a
    /// loop it counts with each candidate, besides the step that this takes itself.
    Spend {
        /// How many.
        steps: u64,
    },
}

/// A move that the host makes and takes back.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The action.
    pub action: PredicateId,
    /// Its arguments.
    pub inputs: Vec<Operand>,
}
