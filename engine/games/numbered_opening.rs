//! Random openings for games of stones: the 26 openings of renju, and extensions of these by random stones.

use super::openings::openings;
use super::{FiveInARow, Game, Knowledge, LimitReached};
use crate::bases::Backend;
use crate::bases::queried_exports::NEXT_MOVE;
use crate::board::{Color, Point, PointSet, Position};
use crate::facts::Base;
use blanche_compiler::random::Random;

/// Maximum distance of a random stone from another stone, in columns and rows.
const MAX_DISTANCE: u8 = 2;

/// The moves of the opening with this number. The first 26 numbers are the openings of renju. Each further round of 26
/// numbers adds two more random stones near the other stones. In the position with these stones, no rule of the base
/// lets either side win.
///
/// # Errors
/// If a query reaches the step limit.
pub fn numbered_opening(
    base: &Base,
    backend: Backend,
    seed: u64,
    number: u64,
) -> Result<Vec<Point>, LimitReached> {
    let all = openings();
    let (round, at) = (number / all.len() as u64, number % all.len() as u64);
    let begin = &all[at as usize].moves;
    let mut random = Random::of(seed, &[number]);
    loop {
        let mut moves = begin.to_vec();
        for _ in 0..2 * round.min(MAX_PAIRS) {
            let near: Vec<Point> = near(&moves).iter().collect();
            moves.push(near[random.below(near.len())]);
        }
        if round == 0 || is_open(base, backend, &moves)? {
            return Ok(moves);
        }
    }
}

/// Maximum number of pairs of random stones.
const MAX_PAIRS: u64 = 4;

/// The empty fields near these stones.
fn near(moves: &[Point]) -> PointSet {
    let is_near = |field: &Point| moves.iter().any(|stone| stone.distance(*field) <= MAX_DISTANCE);
    Point::all().filter(|field| !moves.contains(field) && is_near(field)).collect()
}

/// Whether nobody has won, and no rule claims a win.
fn is_open(base: &Base, backend: Backend, moves: &[Point]) -> Result<bool, LimitReached> {
    let position = Position::after_moves(moves).expect("every field was empty");
    let mut game = FiveInARow::new(base, backend, position);
    if game.winner()?.is_some() {
        return Ok(false);
    }
    for color in Color::ALL {
        if game.claim(color, NEXT_MOVE..=u32::MAX, |_| true)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}
