//! The elements of a plan: steps in blocks, access paths to tuples, and the slots and sets that steps fill.

use blanche_sorted::SortedSet;

use crate::program::{PredicateId, SortId};
use crate::runtime::{Fold, Value};

/// A storage location for a value while a rule or routine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u16);

impl Slot {
    /// The slot's index in its frame.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The id of a routine: its index in [`Plan::routines`](super::Plan::routines).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoutineId(pub u32);

impl RoutineId {
    /// The routine's index in [`Plan::routines`](super::Plan::routines).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A storage location for a set while a rule or routine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetSlot(pub u16);

impl SetSlot {
    /// The set's index in the frame's sets.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name and sort of a set slot.
#[derive(Clone, Debug)]
pub struct SetInfo {
    /// The set's name, unique in its frame.
    pub name: String,
    /// The root sort of the members.
    pub sort: SortId,
}

/// A source of the members of a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The answers of an access with one free argument; empty if a lookup has no answer.
    Answers {
        /// Single values that are looked up first, in this order.
        lookups: Vec<Lookup>,
        /// The access whose answers are the members.
        access: Access,
        /// The bound arguments of the access.
        inputs: Vec<Operand>,
    },
    /// A set computed earlier.
    Set(SetSlot),
    /// A set with one member.
    Only(Operand),
    /// All values of a sort that is stored as sets.
    All(SortId),
}

/// Looks up a value that occurs at most once and is needed only to compute a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// The access that finds the value.
    pub access: Access,
    /// The bound arguments of the access.
    pub inputs: Vec<Operand>,
    /// The slot for the value of the free argument.
    pub slot: Slot,
}

/// An intersection: the values of a sort that are in every source of one list and in no source of another list.
#[derive(Clone, Debug, PartialEq)]
pub struct Intersection {
    /// The root sort of the members.
    pub sort: SortId,
    /// The sources to intersect; at least one.
    pub of: Vec<Source>,
    /// The sources to subtract.
    pub without: Vec<Source>,
}

/// The name and sort of a slot.
#[derive(Clone, Debug)]
pub struct SlotInfo {
    /// The variable's name, unique in its frame.
    pub name: String,
    /// The sort of the variable.
    pub sort: SortId,
}

/// A slot or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operand {
    /// The value of a slot, which must be bound.
    Slot(Slot),
    /// A constant value.
    Constant(Value),
}

impl Operand {
    /// The slot, or `None` if the operand is a constant.
    pub fn slot(self) -> Option<Slot> {
        match self {
            Operand::Slot(slot) => Some(slot),
            Operand::Constant(_) => None,
        }
    }

    /// The constant value, or `None` if the operand is a slot.
    pub fn constant(self) -> Option<Value> {
        match self {
            Operand::Slot(_) => None,
            Operand::Constant(value) => Some(value),
        }
    }

    /// Whether the operand is a constant or one of the `bound` slots.
    pub(crate) fn is_bound(self, bound: &SortedSet<Slot>) -> bool {
        self.slot().is_none_or(|slot| bound.contains(&slot))
    }
}

/// What to do with a value that a step returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Stores the value in this slot.
    Bind(Slot),
    /// Requires the value to equal this operand.
    Equals(Operand),
    /// Discards the value.
    Ignore,
}

/// A value whose text only the host can parse, read once on entry to a rule or routine. If the host does not know
/// the value, the rule or routine has no answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostValue {
    /// The slot that stores the value.
    pub slot: Slot,
    /// The sort of the value.
    pub sort: SortId,
    /// The text that the host parses.
    pub text: String,
}

/// A sequence of steps, each executed once for every answer of the steps before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The steps, in execution order.
    pub steps: Vec<Step>,
    /// The expected answers and cost of the whole block.
    pub estimate: Estimate,
}

/// An expensive query whose answers are memoised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A query of an extern predicate that evaluates rules.
    Predicate(PredicateId),
    /// A call of a routine that evaluates rules or makes moves.
    Routine(RoutineId),
}

/// The planner's estimate for a step or block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Expected number of answers per execution.
    pub answers: f64,
    /// Expected work per execution; 1 is one table lookup.
    pub cost: f64,
}

impl Default for Estimate {
    fn default() -> Estimate {
        Estimate { answers: 1.0, cost: 0.0 }
    }
}

/// A step of a plan: an action with its source literal and estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The operation that the step performs.
    pub action: Action,
    /// The literal from which the step comes, in the author's words.
    pub literal: String,
    /// The estimate for this step alone.
    pub estimate: Estimate,
}

/// Steps of work charged per candidate of a loop, and the remaining steps of its body. `rest` are the steps after the
/// loop's own step.
pub(crate) fn for_each(rest: &[Step]) -> (u64, &[Step]) {
    match rest {
        [Step { action: Action::Spend { steps }, .. }, rest @ ..] => (1 + steps, rest),
        _ => (1, rest),
    }
}

/// An access path to the tuples of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A mode of an extern predicate, by its index in the declaration.
    Extern(PredicateId, usize),
    /// The facts that have given values for the arguments in this mask (one bit per argument).
    Facts(PredicateId, u32),
}

/// A call inside a recursive component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecursiveCall {
    /// Iterates over the answers found so far. The number is the index of the call among the recursive calls of its
    /// clause: semi-naive evaluation runs the clause again for the new answers of each call.
    Known(u16),
    /// A tail call, whose answers are answers of the calling routine. It iterates over nothing and only adds its
    /// inputs as a further goal.
    Tail,
}

/// The operation of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Iterates over the answers of an access. Inputs are in the order of the bound arguments, and outputs in the order
    /// of the free arguments.
    Each {
        /// The access that finds the answers.
        access: Access,
        /// Whether there is at most one answer.
        one: bool,
        /// The values of the bound arguments.
        inputs: Vec<Operand>,
        /// What to do with the values of the free arguments.
        outputs: Vec<Output>,
    },
    /// Tests whether a tuple holds, and continues if the result is `holds`.
    Test {
        /// The predicate and mode to query.
        access: Access,
        /// The values of all arguments.
        inputs: Vec<Operand>,
        /// The result required to continue.
        holds: bool,
        /// Whether to keep the result, for repeated tests in this frame.
        memo: bool,
    },
    /// Compares two values. Continues if they are equal or, with `equal` set to `false`, if they differ.
    Compare {
        /// The first value.
        left: Operand,
        /// The second value.
        right: Operand,
        /// `true` to require equality, `false` to require a difference.
        equal: bool,
    },
    /// Evaluates a comparison, and continues if the result is `holds`.
    Holds {
        /// The predicate of the comparison.
        comparison: PredicateId,
        /// The values of all arguments.
        inputs: Vec<Operand>,
        /// The result required to continue.
        holds: bool,
    },
    /// Solves an equation for one argument, and continues if the sort of the argument contains the value.
    Solve {
        /// The predicate of the equation.
        comparison: PredicateId,
        /// The index of the argument to solve for.
        free: usize,
        /// The values of the other arguments.
        inputs: Vec<Operand>,
        /// What to do with the solution.
        output: Output,
    },
    /// Assigns a value to a slot.
    Assign {
        /// The slot to assign.
        slot: Slot,
        /// The value assigned.
        value: Operand,
    },
    /// Continues if a slot's value belongs to a subsort of its sort.
    Within {
        /// The slot whose value is tested.
        slot: Slot,
        /// The subsort.
        sort: SortId,
    },
    /// Calls a routine without results. Continues if it succeeds or, with `holds` set to `false`, if it fails.
    Call {
        /// The routine to call.
        routine: RoutineId,
        /// The inputs of the routine.
        inputs: Vec<Operand>,
        /// The result required to continue.
        holds: bool,
        /// Whether to keep the result, for repeated calls in this frame.
        memo: bool,
    },
    /// Iterates over the answers of a routine.
    EachCall {
        /// The routine to call.
        routine: RoutineId,
        /// The inputs of the routine.
        inputs: Vec<Operand>,
        /// What to do with the results of the routine.
        outputs: Vec<Output>,
        /// Which answers to use if the call is recursive.
        recursion: Option<RecursiveCall>,
    },
    /// Tests whether a block has an answer. Continues, at most once, if the result is `holds`.
    Exists {
        /// The block; its bindings are local to it.
        block: Block,
        /// `true` to require an answer, `false` to require that there is none.
        holds: bool,
    },
    /// Iterates over the members of a set in order.
    EachIn {
        /// The slot that takes the current member.
        slot: Slot,
        /// The set to iterate over.
        from: Intersection,
    },
    /// Tests whether a set has at least a given number of members, and continues if the result is `holds`.
    Has {
        /// The set whose members are counted.
        set: Intersection,
        /// Minimum number of members; at least 1.
        at_least: u32,
        /// The result required to continue.
        holds: bool,
    },
    /// Computes and stores a set, and continues if it has enough members.
    BindSet {
        /// The slot that stores the set.
        set: SetSlot,
        /// The intersection to compute.
        from: Intersection,
        /// Minimum number of members to continue; 0 accepts an empty set.
        at_least: u32,
    },
    /// Collects a set from all answers of a block, and continues if it has enough members.
    Collect {
        /// The slot that stores the set.
        set: SetSlot,
        /// The block to run; its bindings are local to it.
        block: Block,
        /// The values to add for each answer.
        add: Intersection,
        /// Minimum number of members to continue; 0 accepts an empty set.
        at_least: u32,
        /// If this is given, only values that are added at least twice become members. The set in this slot then holds
        /// all values added so far.
        seen: Option<SetSlot>,
    },
    /// Makes moves in sequence and continues if all of them could be made and the block then has an answer. The moves
    /// are undone before continuing. The step is alone in a routine of its own, because results computed before the
    /// moves must not be used after them. Likewise, results computed after the moves must not be used once the moves
    /// are undone.
    After {
        /// The moves to make, in order.
        moves: Vec<Move>,
        /// The block to evaluate after the moves.
        block: Block,
    },
    /// Folds the distinct answers of a routine into one value.
    Aggregate {
        /// The function that combines the answers.
        fold: Fold,
        /// The routine whose answers are folded.
        routine: RoutineId,
        /// The inputs of the routine.
        inputs: Vec<Operand>,
        /// What to do with the result of the fold.
        output: Output,
    },
    /// Never continues.
    Fail,
    /// Charges steps of work for the steps that follow, up to the next `Spend` or the first candidate of a loop.
    /// Directly after a loop it charges for each candidate, in addition to the one step that the candidate itself
    /// takes.
    Spend {
        /// Number of steps to charge.
        steps: u64,
    },
}

/// A move that the host makes and undoes.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The action predicate.
    pub action: PredicateId,
    /// The values of the arguments.
    pub inputs: Vec<Operand>,
}
