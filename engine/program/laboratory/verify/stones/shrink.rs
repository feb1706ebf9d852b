//! Positions with the fewest stones: matches of a rule, and counterexamples to it.
//!
//! Stones are taken away one by one, and then two by two, as long as what is wanted stays. What is left is the least in
//! the sense that no stone of it, and no two, can be spared; a smaller position that is not part of it may exist.

use blanche_compiler::runtime::{LimitReached, Solutions};

use super::claim::{Claimant, Judge, Outcome};
use noire_engine::board::{BOARD_SIZE, Color, Point, PointSet, Position};

/// The position with these stones and without a last move.
pub(crate) fn set_up(black: PointSet, white: PointSet) -> Position {
    let (black, white): (Vec<Point>, Vec<Point>) = (black.iter().collect(), white.iter().collect());
    Position::set_up(&black, &white, None, None).expect("no field has stones of both colours")
}

/// The stones of the position as a set-up, without a last move.
pub(crate) fn bare(position: &Position) -> Position {
    set_up(position.stones(Color::Black), position.stones(Color::White))
}

/// The position without these stones.
pub(crate) fn without(position: &Position, stones: PointSet) -> Position {
    set_up(position.stones(Color::Black) - stones, position.stones(Color::White) - stones)
}

/// A smallest match: the rule still claims this play, and not without any one of the stones.
///
/// # Errors
/// When the step limit is exceeded.
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

/// A smallest counterexample: the rule still claims this play, the claim is still refuted, and not without any one or
/// two of the stones.
///
/// # Errors
/// When the step limit is exceeded.
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

/// The counterexample in the middle of the board, where it is one there as well; otherwise an edge is a part of it, and it
/// stays where it is.
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

/// Takes stones away, up to so many at once, as long as what is wanted stays.
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

/// The sets of one of these stones, and then those of two, where so many are wanted.
fn sets(stones: PointSet, most: usize) -> impl Iterator<Item = PointSet> {
    let ones = stones.iter().map(PointSet::only);
    let twos = stones.iter().filter(move |_| most > 1).flat_map(move |one| {
        let later = stones.iter().filter(move |other| *other > one);
        later.map(move |other| [one, other].into_iter().collect())
    });
    ones.chain(twos)
}
