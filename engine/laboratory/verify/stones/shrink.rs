//! Reduces positions to the fewest stones. The positions are matches of a rule, or counterexamples to it.
//!
//! Single stones are removed first, and then pairs, as long as the wanted property holds. In the result, no stone and
//! no pair of stones can be removed. A smaller position with the property may still exist if it is not a subset of the
//! result.

use blanche_compiler::runtime::{LimitReached, Solutions};

use super::claim::{Claimant, Judge, Outcome};
use noire_engine::board::{BOARD_SIZE, Color, Point, PointSet, Position};

/// A position with these stones and without a last move.
pub(crate) fn set_up(black: PointSet, white: PointSet) -> Position {
    let (black, white): (Vec<Point>, Vec<Point>) = (black.iter().collect(), white.iter().collect());
    Position::set_up(&black, &white, None, None).expect("no field has stones of both colours")
}

/// The stones of a position as a set-up, without a last move.
pub(crate) fn bare(position: &Position) -> Position {
    set_up(position.stones(Color::Black), position.stones(Color::White))
}

/// A position without these stones.
pub(crate) fn without(position: &Position, stones: PointSet) -> Position {
    set_up(position.stones(Color::Black) - stones, position.stones(Color::White) - stones)
}

/// Returns a smallest match: the rule still claims this move, but would not if any single stone were removed.
///
/// # Errors
/// Fails if the step limit is exceeded.
pub(crate) fn smallest_match(
    judge: &Judge<'_>,
    claimant: &Claimant,
    position: &Position,
    play: Point,
) -> Result<Position, LimitReached> {
    let mut room = Solutions::default();
    let is_match = |position: &mut Position| judge.is_claimed(claimant, position, play, &mut room);
    shrunk(position, 1, is_match)
}

/// Returns a smallest counterexample: the rule still claims this move, and the claim is still refuted. If any one or
/// two stones were removed, this would no longer be so.
///
/// # Errors
/// Fails if the step limit is exceeded.
pub(crate) fn smallest_counterexample(
    judge: &Judge<'_>,
    claimant: &Claimant,
    position: &Position,
    play: Point,
) -> Result<Position, LimitReached> {
    let mut room = Solutions::default();
    let is_refuted = |position: &mut Position| {
        Ok(judge.is_claimed(claimant, position, play, &mut room)?
            && judge.decide(claimant, position, play).outcome == Outcome::Refuted)
    };
    shrunk(position, 2, is_refuted)
}

/// Moves a counterexample to the middle of the board if the claim is still refuted there. Otherwise the counterexample
/// depends on an edge of the board, and stays in its place.
pub(crate) fn centred(
    judge: &Judge<'_>,
    claimant: &Claimant,
    position: Position,
    play: Point,
) -> (Position, Point) {
    let all = position.stones(Color::Black) | position.stones(Color::White);
    let all = || all.iter().chain([play]);
    let shift = |number: fn(Point) -> u8| {
        let (least, most) = (all().map(number).min(), all().map(number).max());
        (BOARD_SIZE as i8 - 1 - least.unwrap_or(0) as i8 - most.unwrap_or(0) as i8) / 2
    };
    let (right, up) = (shift(Point::column), shift(Point::row));
    let moved = |point: Point| {
        let shifted = |number: u8, by: i8| u8::try_from(number as i8 + by).ok();
        Point::new(shifted(point.column(), right)?, shifted(point.row(), up)?)
    };
    let stones = |color| position.stones(color).iter().filter_map(moved).collect();
    let mut there = set_up(stones(Color::Black), stones(Color::White));
    let Some(play_there) = moved(play) else { return (position, play) };
    let mut room = Solutions::default();
    match judge.is_claimed(claimant, &mut there, play_there, &mut room) {
        Ok(true) if judge.decide(claimant, &there, play_there).outcome == Outcome::Refuted => {
            (there, play_there)
        }
        _ => (position, play),
    }
}

/// Removes stones, up to `at_once` of them together, as long as `wanted` returns `true`.
fn shrunk(
    position: &Position,
    at_once: usize,
    mut wanted: impl FnMut(&mut Position) -> Result<bool, LimitReached>,
) -> Result<Position, LimitReached> {
    let mut position = bare(position);
    'smaller: loop {
        let stones = position.stones(Color::Black) | position.stones(Color::White);
        for spared in sets(stones, at_once) {
            let mut smaller = without(&position, spared);
            if wanted(&mut smaller)? {
                position = smaller;
                continue 'smaller;
            }
        }
        return Ok(position);
    }
}

/// Sets of these stones: first a set for each single stone, and then, if `most` is 2, a set for each pair of stones.
fn sets(stones: PointSet, most: usize) -> impl Iterator<Item = PointSet> {
    let ones = stones.iter().map(PointSet::only);
    let twos = stones.iter().filter(move |_| most > 1).flat_map(move |one| {
        let later = stones.iter().filter(move |other| *other > one);
        later.map(move |other| [one, other].into_iter().collect())
    });
    ones.chain(twos)
}
