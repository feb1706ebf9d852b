//! Builds yes-or-no tests from blocks, and estimates their cost.

use super::steps::{Action, Block, Estimate, Step};

/// The action that tests whether a block has an answer: the test itself if the block is a single test, else
/// `Exists`.
pub(crate) fn holds_once(mut block: Block) -> Action {
    if let [step] = block.steps.as_slice()
        && step.is_test()
    {
        return block.steps.remove(0).action;
    }
    Action::Exists { block, holds: true }
}

/// The action that succeeds if a block has no answer: the negated test if the block is a single test.
pub(crate) fn negate(block: Block) -> Action {
    let mut action = holds_once(block);
    match &mut action {
        Action::Test { holds, .. }
        | Action::Call { holds, .. }
        | Action::Exists { holds, .. }
        | Action::Holds { holds, .. }
        | Action::Has { holds, .. } => *holds = !*holds,
        Action::Compare { equal, .. } => *equal = !*equal,
        _ => unreachable!("a question holds or does not"),
    }
    action
}

/// Makes a block of some steps and computes its estimate.
pub(crate) fn finish(steps: Vec<Step>) -> Block {
    let estimate = all_of(&steps);
    Block { steps, estimate }
}

/// The estimate of steps executed in sequence, each once for every answer of the steps before it.
pub(crate) fn all_of(steps: &[Step]) -> Estimate {
    let mut total = Estimate::default();
    for step in steps {
        total.cost += total.answers * step.estimate.cost;
        total.answers *= step.estimate.answers;
    }
    total
}

/// The probability of at least one answer if `answers` are expected on average (Poisson).
pub(crate) fn likely(answers: f64) -> f64 {
    1.0 - (-answers).exp()
}
