//! Candidates: the ways to evaluate a conjunct at the current point.

use crate::plan::model::{
    Access, Added, Argument, Block, Callee, Estimate, Intersection, Mark, Operand, Output, Slot,
};
use crate::plan::params::{MAX_RANKED_SELECTIVITY, TEST_SELECTIVITY};
use crate::program::{PredicateId, SortId};

/// The class of a candidate. Candidates of lower classes are evaluated first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// A table lookup that may fail.
    Test,
    /// Binds at most one value.
    Value,
    /// A negation, or a call without results.
    Question,
    /// May bind several values.
    Enumeration,
    /// An expensive negation, or an expensive call without results.
    Expensive,
    /// A query that makes the host evaluate rules.
    Asks,
}

/// A way to evaluate a conjunct at the current point.
pub(crate) struct Candidate {
    pub(crate) class: Class,
    pub(crate) estimate: Estimate,
    pub(crate) path: AccessPath,
}

/// The operation that a candidate performs.
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
    /// The expected cost per binding that the candidate eliminates; lower ranks run earlier.
    pub(crate) fn rank(&self) -> Rank {
        Rank(self.estimate.cost / (1.0 - self.estimate.answers.min(MAX_RANKED_SELECTIVITY)))
    }
}

/// The candidate for a table lookup that may fail.
pub(crate) fn table_test(path: AccessPath) -> Candidate {
    Candidate { class: Class::Test, estimate: Estimate { answers: TEST_SELECTIVITY, cost: 1.0 }, path }
}

/// The candidate for a step that binds exactly one value.
pub(crate) fn single_value(path: AccessPath) -> Candidate {
    Candidate { class: Class::Value, estimate: Estimate { answers: 1.0, cost: 1.0 }, path }
}

/// A negation planned on trial at a point at which it could be tested. Its additions to the draft are kept separately.
pub(crate) struct Trial {
    pub(crate) block: Block,
    pub(crate) added: Added,
    /// The size of the draft before the trial.
    pub(crate) mark: Mark,
    pub(crate) repeated: bool,
    /// Whether planning the negation searched for existing sets.
    pub(crate) looked_up: bool,
}

/// The expected cost per binding that a candidate eliminates; lower ranks run earlier.
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
