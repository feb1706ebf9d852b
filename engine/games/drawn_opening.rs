//! Openings to play games of stones from: those of renju, and after them more stones drawn at random.

use super::openings::openings;
use super::{FiveInARow, Game, Knowledge, LimitReached};
use crate::bases::Backend;
use crate::bases::asked::NEXT_MOVE;
use crate::board::{Color, Point, PointSet, Position};
use crate::facts::Base;
use blanche_compiler::random::Random;

/// Stones drawn at random lie at most so far from another one, in columns and rows.
const NEAR: u8 = 2;

/// The moves of the opening of this number: one of the 26 of renju, and in each further round of them two more stones, drawn
/// at random near the others, after which no rule of the base lets either side win.
///
/// # Errors
/// When a question to the rules reaches the step limit.
pub fn drawn_opening(
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
        for _ in 0..2 * round.min(MOST) {
            let near: Vec<Point> = near(&moves).iter().collect();
            moves.push(near[random.below(near.len())]);
        }
        if round == 0 || is_open(base, backend, &moves)? {
            return Ok(moves);
        }
    }
}

/// At most so many times two stones are drawn.
const MOST: u64 = 4;

/// The empty fields near these stones.
fn near(moves: &[Point]) -> PointSet {
    let is_near = |field: &Point| moves.iter().any(|stone| stone.distance(*field) <= NEAR);
    Point::all().filter(|field| !moves.contains(field) && is_near(field)).collect()
}

/// Nobody has won, and no rule says that anybody wins.
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
