//! What a machine executes: the steps of a plan, with everything found that can be found before a question is asked. Modes
//! and actions are the host's own numbers, tables of facts and places in a frame are known, and every loop knows the work
//! of a candidate.

use std::sync::Arc;

use crate::plan::{HostValue, Operand, Output, Question, RoutineId, Slot};
use crate::program::{LARGEST_SET, Linear, RuleId};
use crate::runtime::{Fold, Recursive, ResultOrder, Value};

/// The words of the largest set.
pub(super) const MOST_WORDS: usize = LARGEST_SET as usize / 64;

/// The places of one frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// How many slots it has.
    pub(super) slots: usize,
    /// How many words all its sets have.
    pub(super) words: usize,
    /// How many questions are remembered in it.
    pub(super) memos: usize,
}

/// A body that is entered: the places that it needs, what it reads first, and its steps.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) layout: Layout,
    /// The slots that its inputs go to.
    pub(super) inputs: Box<[Slot]>,
    pub(super) host_values: Box<[HostValue]>,
    pub(super) code: Code,
}

/// A rule, or what is asked like one.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) body: Body,
    pub(super) answer: Box<[Slot]>,
    pub(super) order: ResultOrder,
}

/// A routine.
#[derive(Clone, Debug)]
pub(super) struct Routine {
    pub(super) clauses: Box<[ClauseCode]>,
    /// The steps that a call takes.
    pub(super) work: u64,
    pub(super) tabled: bool,
    /// Its goals, where it needs itself.
    pub(super) recursive: Option<Recursive>,
    /// How many results each answer has.
    pub(super) results: usize,
    /// Whether it only says yes or no.
    pub(super) is_test: bool,
}

/// A clause of a routine.
#[derive(Clone, Debug)]
pub(super) struct ClauseCode {
    pub(super) body: Body,
    /// The steps that it takes to begin it, besides those of the call.
    pub(super) work: u64,
    pub(super) results: Box<[Operand]>,
    /// How many recursive calls it has that go through answers.
    pub(super) recursive_calls: u16,
}

/// The scores of a player, added up in one frame.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) layout: Layout,
    pub(super) shared: Code,
    pub(super) counts: Box<[Count]>,
}

/// A score, and the steps that count it; by its own rule where there are none.
#[derive(Clone, Debug)]
pub(super) struct Count {
    pub(super) score: RuleId,
    pub(super) code: Option<Code>,
}

/// Steps, each executed for every way in which the ones before it succeed.
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

/// A sum that says what one of its arguments is.
#[derive(Clone, Debug)]
pub(super) struct Solving {
    pub(super) linear: Linear,
    pub(super) free: usize,
    /// All arguments; at the free one anything.
    pub(super) inputs: Box<[Operand]>,
    pub(super) place: Part,
    pub(super) output: Output,
}

/// One step. What each action means stands with [`crate::plan::Action`].
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
        /// `None` where there is one answer at most, which is no candidate.
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
    AskBesides {
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
    // In boxes: few rules compare, and a larger step would make every rule larger.
    Holds(Box<Comparing>),
    Solve(Box<Solving>),
    Within {
        slot: Slot,
        part: Part,
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

/// A move, by the host's number of its action.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) action: u32,
    pub(super) inputs: Box<[Operand]>,
}

/// A set of the frame: its first word, and their number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    pub(super) first: usize,
    pub(super) words: usize,
}

/// The values that all of some sources have and none of some others.
#[derive(Clone, Debug)]
pub(super) struct Intersection {
    pub(super) words: usize,
    pub(super) of: Box<[Source]>,
    pub(super) without: Box<[Source]>,
}

/// Where the members of a set come from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Set(Set),
    Only(Operand),
    All(Arc<[u64]>),
    Answers { lookups: Box<[Lookup]>, from: From, inputs: Box<[Operand]> },
}

/// A value that there is at most once.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    pub(super) from: From,
    pub(super) inputs: Box<[Operand]>,
    pub(super) slot: Slot,
}

/// Whose answers they are.
#[derive(Clone, Copy, Debug)]
pub(super) enum From {
    /// The host's, by its number of the mode.
    Host(u32),
    /// A table's.
    Facts(usize),
}

/// A part of a sort.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// From the first to the last.
    Range(Value, Value),
    /// A bit for each member.
    Members(Arc<[u64]>),
}

impl Part {
    #[inline]
    pub(super) fn contains(&self, value: Value) -> bool {
        match self {
            Part::Range(low, high) => (*low..=*high).contains(&value),
            Part::Members(words) => {
                words.get((value as usize) / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
            }
        }
    }
}

/// The questions that are remembered in a body: each has the place of its memory.
pub(super) fn memory(questions: &[Question], question: Question) -> Option<usize> {
    questions.iter().position(|known| *known == question)
}
