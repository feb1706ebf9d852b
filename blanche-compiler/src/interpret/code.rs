//! The code that the interpreter executes: the steps of a plan with everything resolved that does not depend on the
//! query. Modes and actions are replaced by the numbers that the host gave them, and the fact tables and frame offsets
//! are known. Every loop contains the number of steps of work to charge per candidate.

use std::sync::Arc;

use crate::plan::{HostValue, Operand, Output, Question, RoutineId, Slot};
use crate::program::{Linear, MAX_SET_SIZE, RuleId};
use crate::runtime::{Fold, Recursive, ResultOrder, Value};

/// Number of words in the largest set.
pub(super) const MAX_WORDS: usize = MAX_SET_SIZE as usize / 64;

/// The sizes of a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub(super) slots: usize,
    /// Total number of words in all sets.
    pub(super) words: usize,
    pub(super) memos: usize,
}

/// A body: its frame layout, the values read on entry, and its steps.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) layout: Layout,
    /// The slots for the inputs of the body.
    pub(super) inputs: Box<[Slot]>,
    pub(super) host_values: Box<[HostValue]>,
    pub(super) code: Code,
}

/// A rule or query.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) body: Body,
    pub(super) answer: Box<[Slot]>,
    pub(super) order: ResultOrder,
}

#[derive(Clone, Debug)]
pub(super) struct Routine {
    pub(super) clauses: Box<[ClauseCode]>,
    /// Steps of work charged for a call.
    pub(super) work: u64,
    pub(super) tabled: bool,
    /// The storage of the routine's goals, if the routine is recursive.
    pub(super) recursive: Option<Recursive>,
    /// Number of results in each answer.
    pub(super) results: usize,
    /// Whether the routine has no results and only succeeds or fails.
    pub(super) is_test: bool,
}

/// A clause of a routine.
#[derive(Clone, Debug)]
pub(super) struct ClauseCode {
    pub(super) body: Body,
    /// Steps of work charged when the clause is entered, in addition to the steps charged for the call.
    pub(super) work: u64,
    pub(super) results: Box<[Operand]>,
    /// Number of recursive calls that iterate over answers.
    pub(super) recursive_calls: u16,
}

/// The scores of a player, added up in one frame.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) layout: Layout,
    pub(super) shared: Code,
    pub(super) counts: Box<[Count]>,
}

/// A score with the code that counts its solutions. Without code, the solutions are counted by the score's own rule.
#[derive(Clone, Debug)]
pub(super) struct Count {
    pub(super) score: RuleId,
    pub(super) code: Option<Code>,
}

/// A sequence of steps, each executed for every way in which the steps before it succeed.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub(super) steps: Box<[Step]>,
}

/// A comparison whose arguments all have values.
#[derive(Clone, Debug)]
pub(super) struct Comparing {
    pub(super) linear: Linear,
    pub(super) inputs: Box<[Operand]>,
    pub(super) holds: bool,
}

/// An equation that is solved for one argument.
#[derive(Clone, Debug)]
pub(super) struct Solving {
    pub(super) linear: Linear,
    pub(super) free: usize,
    /// All arguments; the value of the free argument is ignored.
    pub(super) inputs: Box<[Operand]>,
    pub(super) place: Subsort,
    pub(super) output: Output,
}

/// An executable step; [`crate::plan::Action`] explains what each kind does.
#[derive(Clone, Debug)]
pub(super) enum Step {
    EachIn {
        slot: Slot,
        from: Intersection,
        work: u64,
    },
    EachFact {
        table: usize,
        inputs: Box<[Operand]>,
        outputs: Box<[Output]>,
        work: u64,
    },
    EachOfHost {
        mode: u32,
        inputs: Box<[Operand]>,
        outputs: Box<[Output]>,
        /// Steps of work per candidate. `None` if there is at most one answer, because a single answer does not count
        /// as a candidate.
        work: Option<u64>,
    },
    EachCall {
        routine: RoutineId,
        inputs: Box<[Operand]>,
        outputs: Box<[Output]>,
        work: u64,
    },
    EachKnown {
        asked: Recursive,
        call: u16,
        inputs: Box<[Operand]>,
        outputs: Box<[Output]>,
        work: u64,
    },
    AddGoal {
        routine: RoutineId,
        inputs: Box<[Operand]>,
    },
    Has {
        set: Intersection,
        at_least: u32,
        holds: bool,
    },
    BindSet {
        set: Set,
        from: Intersection,
        at_least: u32,
    },
    Collect {
        set: Set,
        code: Code,
        add: Intersection,
        at_least: u32,
        seen: Option<Set>,
    },
    Compare {
        left: Operand,
        right: Operand,
        equal: bool,
    },
    Assign {
        slot: Slot,
        value: Operand,
    },
    // Boxed because few rules contain comparisons, and a larger step would make every rule larger.
    Holds(Box<Comparing>),
    Solve(Box<Solving>),
    Within {
        slot: Slot,
        part: Subsort,
    },
    TestFact {
        table: usize,
        inputs: Box<[Operand]>,
        holds: bool,
    },
    TestHost {
        mode: u32,
        inputs: Box<[Operand]>,
        holds: bool,
    },
    AskRules {
        mode: u32,
        rules: Box<[RuleId]>,
        inputs: Box<[Operand]>,
        holds: bool,
        memo: Option<usize>,
    },
    Call {
        routine: RoutineId,
        inputs: Box<[Operand]>,
        holds: bool,
        memo: Option<usize>,
    },
    Exists {
        code: Code,
        holds: bool,
    },
    Aggregate {
        fold: Fold,
        routine: RoutineId,
        inputs: Box<[Operand]>,
        output: Output,
    },
    After {
        moves: Box<[Move]>,
        code: Code,
    },
    Fail,
    Spend {
        steps: u64,
    },
}

/// A move, with the host's number of its action.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) action: u32,
    pub(super) inputs: Box<[Operand]>,
}

/// A set in the frame: the index of its first word, and the number of words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    pub(super) first: usize,
    pub(super) words: usize,
}

/// An intersection: the values that are in every source of one list and in no source of another list.
#[derive(Clone, Debug)]
pub(super) struct Intersection {
    pub(super) words: usize,
    pub(super) of: Box<[Source]>,
    pub(super) without: Box<[Source]>,
}

/// A source of the members of a set.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Set(Set),
    Only(Operand),
    All(Arc<[u64]>),
    Answers { lookups: Box<[Lookup]>, from: Provider, inputs: Box<[Operand]> },
}

/// A lookup of a single value, with at most one answer.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    pub(super) from: Provider,
    pub(super) inputs: Box<[Operand]>,
    pub(super) slot: Slot,
}

/// The origin of answers: the host or a fact table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Provider {
    /// A mode of the host, by its number.
    Host(u32),
    /// A fact table, by its index.
    Facts(usize),
}

/// A subsort.
#[derive(Clone, Debug)]
pub(super) enum Subsort {
    /// The values from the first value to the second, both included.
    Range(Value, Value),
    /// A set with a bit for each value.
    Members(Arc<[u64]>),
}

impl Subsort {
    #[inline]
    pub(super) fn contains(&self, value: Value) -> bool {
        match self {
            Subsort::Range(low, high) => (*low..=*high).contains(&value),
            Subsort::Members(words) => {
                words.get((value as usize) / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
            }
        }
    }
}

/// The index of a query's memo among the memoised queries of a body.
pub(super) fn memory(questions: &[Question], question: Question) -> Option<usize> {
    questions.iter().position(|known| *known == question)
}
