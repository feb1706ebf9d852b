//! Optimises tests for runs of bits: four tests of the same word, each shifted one step further than the one before,
//! are replaced by two tests of pairs.

use super::code::Code;
use super::operations::{Operation, WordId};

/// A shift distance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Up(u32),
    Down(u32),
}

impl Step {
    /// The shift performed by an operation, and its word.
    fn of(operation: Operation) -> Option<(Step, WordId)> {
        match operation {
            Operation::Up(one, by) => Some((Step::Up(by), one)),
            Operation::Down(one, by) => Some((Step::Down(by), one)),
            _ => None,
        }
    }

    /// An operation that shifts twice as far, or `None` if the distance exceeds the width.
    fn twice(self, one: WordId, width: u32) -> Option<Operation> {
        let (Step::Up(by) | Step::Down(by)) = self;
        (2 * by < width).then_some(match self {
            Step::Up(_) => Operation::Up(one, 2 * by),
            Step::Down(_) => Operation::Down(one, 2 * by),
        })
    }
}

/// Replaces a run of four, `a & (a & (a & a >> by) >> by) >> by`, by `pairs & pairs >> 2 * by`. In the result, `pairs`
/// is `a & a >> by`.
pub(super) fn take_pairs(code: &mut Code) {
    let mut uses = vec![0; code.operations.len()];
    code.operations.iter().flat_map(|operation| operation.uses()).for_each(|id| uses[id.index()] += 1);
    code.outputs.iter().for_each(|output| uses[output.word.index()] += 1);
    for at in 0..code.operations.len() {
        let Operation::And(one, other) = code.operations[at] else { continue };
        for (of, moved) in [(one, other), (other, one)] {
            if let Some((pairs, operation)) = pairs(code, of, moved, &uses) {
                code.operations[moved.index()] = operation;
                code.operations[at] = Operation::And(pairs, moved);
                break;
            }
        }
    }
}

/// The pairs and the operation that shifts them, if `of` and `moved` form a run of four. The words in between must
/// not be used elsewhere, or the code would become longer.
fn pairs(code: &Code, of: WordId, moved: WordId, uses: &[usize]) -> Option<(WordId, Operation)> {
    let operation = |id: WordId| code.operations[id.index()];
    // Matches the intersection of `of` and a shifted word.
    let behind = |id: WordId| {
        let Operation::And(one, other) = operation(id) else { return None };
        [(one, other), (other, one)].into_iter().find_map(|(one, other)| {
            let (step, inside) = Step::of(operation(other))?;
            (one == of).then_some((step, inside, other))
        })
    };
    let (step, three) = Step::of(operation(moved))?;
    let (same, pairs, between) = behind(three)?;
    let (again, inside, _) = behind(pairs)?;
    let is_run = step == same && same == again && inside == of;
    let is_alone = [moved, three, between].iter().all(|id| uses[id.index()] == 1);
    (is_run && is_alone).then_some((pairs, step.twice(pairs, code.width)?))
}
