//! Blocks as questions: whether there is an answer, the opposite, and what it costs.

use super::steps::{Action, Block, Estimate, Step};

/// Whether a block has an answer: of a single test, the test itself.
pub(crate) fn holds_once(mut block: Block) -> Action {
    if let [step] = block.steps.as_slice()
        && step.is_test()
    {
        return block.steps.remove(0).action;
    }
    Action::Exists { block, holds: true }
}

/// The opposite of a block: of a single test, the test that fails where it holds.
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

/// A block with its estimate.
pub(crate) fn finish(steps: Vec<Step>) -> Block {
    let estimate = all_of(&steps);
    Block { steps, estimate }
}

/// What is expected of some steps: each is executed once for every answer of those before it.
pub(crate) fn all_of(steps: &[Step]) -> Estimate {
    let mut total = Estimate::default();
    for step in steps {
        total.cost += total.answers * step.estimate.cost;
        total.answers *= step.estimate.answers;
    }
    total
}

/// How likely there is an answer where so many are expected.
pub(crate) fn likely(answers: f64) -> f64 {
    1.0 - (-answers).exp()
}
