//! The random corpus. A seed and a number determine each board. Half of the boards are set up, and half are played.
//!
//! ```text
//! even numbers   clusters of stones, as drawn by `noire verify`; a case for each colour to move
//! odd numbers    local play: alternating stones, Black first, each near another; the side to move follows
//! ```
//!
//! In local play each stone goes to the best of a few random fields. The best field is the one whose groups (lines of
//! five) contain the most stones of a single colour. So threes and fours arise, and about half of them are answered,
//! which leaves wins of every level on the board. This module does not check whether the game is over.

use super::cases::{Case, of_position};
use crate::random_setups;
use blanche_compiler::random::Random;
use noire_engine::board::{Color, Group, GroupContent, Point, Position};

/// Minimum and maximum number of stones of a played board.
const STONE_RANGE: [usize; 2] = [6, 30];

/// Maximum distance of a new stone from another, in columns and in rows.
const MAX_DISTANCE: u8 = 2;

/// Maximum number of random fields from which the best is chosen. If there is only one field, the choice is random.
const MAX_CANDIDATE_FIELDS: usize = 4;

/// The cases of the board with this number for this seed.
pub(crate) fn cases_of_board(seed: u64, number: u64) -> Vec<Case> {
    of_position(format!("drawn {number}"), &board(seed, number))
}

/// The cases of the first `boards` boards for this seed.
#[cfg(test)]
pub(crate) fn cases(seed: u64, boards: u64) -> Vec<Case> {
    (0..boards).flat_map(|number| cases_of_board(seed, number)).collect()
}

/// The board with this number for this seed.
pub(crate) fn board(seed: u64, number: u64) -> Position {
    if number.is_multiple_of(2) { random_setups::random_setup(seed, number) } else { played(seed, number) }
}

fn played(seed: u64, number: u64) -> Position {
    let mut random = Random::of(seed, &[1, number]);
    let stones = STONE_RANGE[0] + random.below(STONE_RANGE[1] - STONE_RANGE[0] + 1);
    let mut position = Position::empty();
    let first = Point::from_index(random.below(Point::COUNT)).expect("a number below the fields is a field");
    position.play(first).expect("the board is empty");
    for _ in 1..stones {
        let near = near(&position);
        let drawn = (0..=random.below(MAX_CANDIDATE_FIELDS)).map(|_| near[random.below(near.len())]);
        // If several fields are equally good, `max_by_key` returns the last.
        let best = drawn.max_by_key(|field| worth(&position, *field)).expect("at least one is drawn");
        position.play(best).expect("it is empty");
    }
    position
}

/// The empty fields near existing stones.
fn near(position: &Position) -> Vec<Point> {
    let is_near = |field: &Point| {
        let stones = position.stones(Color::Black) | position.stones(Color::White);
        stones.iter().any(|stone| stone.distance(*field) <= MAX_DISTANCE)
    };
    position.empty_fields().iter().filter(is_near).collect()
}

/// The sum of the values of the groups (lines of five) through a field that contain stones of only one colour. Each
/// additional stone multiplies the value of a group by 4.
fn worth(position: &Position, field: Point) -> u32 {
    let worth = |group: Group| match position.content(group) {
        GroupContent::Only(_, stones) => 1 << (2 * u32::from(stones)),
        GroupContent::Empty | GroupContent::Both => 0,
    };
    Group::with(field, 1, 5).iter().map(worth).sum()
}
