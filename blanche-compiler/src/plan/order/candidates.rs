//! Candidates: the ways to ask a part now.

use crate::plan::model::{
    Access, Added, Argument, Block, Callee, Estimate, Intersection, Mark, Operand, Output, Slot,
};
use crate::plan::params::{MOST_RANKED, TEST_SELECTIVITY};
use crate::program::{PredicateId, SortId};

/// When a part should be asked, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// A look at a table that may end it.
    Test,
    /// At most one value.
    Value,
    /// A negation or a call that may end it.
    Question,
    /// Several values.
    Enumeration,
    /// A question that is expensive.
    Expensive,
    /// A question that asks rules.
    Asks,
}

/// A way to ask a part now.
pub(crate) struct Candidate {
    pub(crate) class: Class,
    pub(crate) estimate: Estimate,
    pub(crate) path: AccessPath,
}

/// How a part is asked.
pub(crate) enum AccessPath {
    Fail,
    Compare(Operand, Operand),
    Assign(Slot, Operand),
    Holds { comparison: PredicateId, inputs: Vec<Operand> },
    Solve { comparison: PredicateId, free: usize, inputs: Vec<Operand>, output: (Output, SortId) },
    Within(Slot, SortId),
    Access { access: Access, one: bool, inputs: Vec<Operand>, outputs: Vec<(Output, SortId)> },
    Member { set: Intersection },
    Call { callee: Callee, arguments: Vec<Argument>, inputs: Vec<Operand>, outputs: Vec<(Output, SortId)> },
    Not,
}

impl Candidate {
    /// What it costs to be rid of a candidate: the lower, the earlier.
    pub(crate) fn rank(&self) -> Rank {
        Rank(self.estimate.cost / (1.0 - self.estimate.answers.min(MOST_RANKED)))
    }
}

/// A look at a table that may end it.
pub(crate) fn table_test(path: AccessPath) -> Candidate {
    Candidate { class: Class::Test, estimate: Estimate { answers: TEST_SELECTIVITY, cost: 1.0 }, path }
}

/// One value.
pub(crate) fn single_value(path: AccessPath) -> Candidate {
    Candidate { class: Class::Value, estimate: Estimate { answers: 1.0, cost: 1.0 }, path }
}

/// A negation as it was planned where it may be asked. What it adds to the frame is kept apart from it.
pub(crate) struct Trial {
    pub(crate) block: Block,
    pub(crate) added: Added,
    /// How much was in the frame.
    pub(crate) mark: Mark,
    pub(crate) repeated: bool,
    /// Whether it looked for sets that were made before.
    pub(crate) looked_up: bool,
}

/// What it costs to be rid of a candidate: the lower, the earlier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rank(pub(crate) f64);

impl Eq for Rank {}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Rank) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Rank) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}
