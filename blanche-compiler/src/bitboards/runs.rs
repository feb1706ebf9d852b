//! Runs of bits: where a word is looked at in four places, one step apart, two looks at pairs are enough.

use super::code::Code;
use super::operations::{Operation, WordId};

/// How far a word is moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Up(u32),
    Down(u32),
}

impl Step {
    /// The step by which an operation moves a word.
    fn of(operation: Operation) -> Option<(Step, WordId)> {
        match operation {
            Operation::Up(one, by) => Some((Step::Up(by), one)),
            Operation::Down(one, by) => Some((Step::Down(by), one)),
            _ => None,
        }
    }

    /// An operation that moves a word twice as far; none where that is beyond all words of this width.
    fn twice(self, one: WordId, width: u32) -> Option<Operation> {
        let (Step::Up(by) | Step::Down(by)) = self;
        (2 * by < width).then_some(match self {
            Step::Up(_) => Operation::Up(one, 2 * by),
            Step::Down(_) => Operation::Down(one, 2 * by),
        })
    }
}

/// Where a word `a` is found four times in a row, `a & (a & (a & a >> by) >> by) >> by`, the pairs `a & a >> by` are found twice:
/// `pairs & pairs >> 2 * by`.
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

/// The pairs and the operation that moves them, where a word `of` and what is `moved` are four in a row. What stands between
/// nobody else may use, or there would be more to do than before.
fn pairs(code: &Code, of: WordId, moved: WordId, uses: &[usize]) -> Option<(WordId, Operation)> {
    let operation = |id: WordId| code.operations[id.index()];
    // What a word and another one have in common that was moved by a step.
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
