//! Compares the answers of two versions, in as many positions as time allows.
//!
//! The corpus is visited in steps of the golden ratio of its size, so that all kinds of positions occur early.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::answers::changes::{Change, Comparison, UnansweredBy};
use crate::answers::{Corpus, Queries};

/// The result of a comparison.
#[derive(Debug)]
pub struct AnswerComparison<P> {
    /// The queries whose answers differ.
    pub changes: Vec<Change>,
    /// Number of queries that were compared.
    pub questions: usize,
    /// Number of positions of the corpus in which the queries were compared.
    pub positions: usize,
    /// Queries that reached a limit in some position, with the reason.
    pub unanswered: Vec<(String, UnansweredBy<P>)>,
}

/// Compares the queries selected by `is_meant` in one position after another, until `over` is set. At least one
/// position is compared. A query that reaches a limit is dropped, and `given_up` is called before the next query.
pub fn compare_answers<W: Corpus>(
    now: &mut Queries<'_, W>,
    before: &mut Queries<'_, W>,
    is_meant: impl Fn(&str) -> bool,
    over: &AtomicBool,
    mut given_up: impl FnMut(),
) -> AnswerComparison<W::Position> {
    let mut all = Comparison::all(now, before);
    all.retain(|one| is_meant(&one.title));
    let questions = all.len();
    let (mut positions, mut unanswered) = (0, Vec::new());
    // A position counts as a whole, so its comparison is not aborted.
    let never = AtomicBool::new(false);
    for position in spread(now.positions()) {
        if all.is_empty() || positions > 0 && over.load(Ordering::Relaxed) {
            break;
        }
        all.retain_mut(|one| match one.ask(now, before, position, &never) {
            Ok(()) => true,
            Err(stopped) => {
                unanswered.push((one.title.clone(), stopped));
                given_up();
                false
            }
        });
        positions += 1;
    }
    let changes = all.into_iter().filter_map(Comparison::change).collect();
    AnswerComparison { changes, questions, positions, unanswered }
}

/// All numbers below `number`, each of them once. Consecutive numbers are far apart.
fn spread(number: usize) -> impl Iterator<Item = usize> {
    // CITE: Knuth, The Art of Computer Programming, volume 3, section 6.4: multiplication by the golden ratio.
    let mut step = (number as f64 * 0.618_033_988_75) as usize;
    while step > 1 && divisor(step, number) > 1 {
        step -= 1;
    }
    (0..number).map(move |at| at * step.max(1) % number)
}

fn divisor(left: usize, right: usize) -> usize {
    if right == 0 { left } else { divisor(right, left % right) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_visited_once() {
        for number in [0, 1, 2, 3, 10, 64, 1000, 2789] {
            let mut all: Vec<usize> = spread(number).collect();
            all.sort();
            assert_eq!(all, (0..number).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_positions_are_far_apart() {
        let mut first: Vec<usize> = spread(1000).take(10).collect();
        first.sort();
        assert!(first.windows(2).all(|two| two[1] - two[0] > 50), "{first:?}");
    }
}
