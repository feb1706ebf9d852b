//! The random corpus: boards that are a function of a seed and a number, half of them set up and half of them played.
//!
//! ```text
//! even numbers   clusters of stones, as `noire verify` draws them; both colours are to move in turn
//! odd numbers    local play: stones in turn, Black first, each near another; whose turn it is follows
//! ```
//!
//! Local play sets each stone, of some fields drawn, on the one with the most to it: the sum over its groups of the
//! stones of one colour there. So threes and fours come about, and are answered about as often as not, and wins of
//! every level are left on the board. Whatever is drawn, who has won is not asked here.

use super::cases::{Case, of_position};
use crate::laboratory::verify::stones::setups;
use blanche_compiler::random::Random;
use noire_engine::board::{Color, Group, GroupContent, Point, Position};

/// The stones of a played board.
const STONES: [usize; 2] = [6, 30];

/// A stone stands so near to another, in columns and in rows.
const NEAR: u8 = 2;

/// Of so many fields drawn the best is taken: of one, without thought, up to this many.
const DRAWN: usize = 4;

/// The cases of the boards with numbers from 0 up to this one.
pub(crate) fn cases(seed: u64, boards: u64) -> Vec<Case> {
    let case = |number| of_position(format!("drawn {number}"), &board(seed, number));
    (0..boards).flat_map(case).collect()
}

/// The board of this number, of those of this seed.
pub(crate) fn board(seed: u64, number: u64) -> Position {
    if number.is_multiple_of(2) { setups::drawn(seed, number) } else { played(seed, number) }
}

fn played(seed: u64, number: u64) -> Position {
    let mut random = Random::of(seed, &[1, number]);
    let stones = STONES[0] + random.below(STONES[1] - STONES[0] + 1);
    let mut position = Position::empty();
    let first = Point::from_index(random.below(Point::COUNT)).expect("a number below the fields is a field");
    position.play(first).expect("the board is empty");
    for _ in 1..stones {
        let near = near(&position);
        let drawn = (0..=random.below(DRAWN)).map(|_| near[random.below(near.len())]);
        // Of equal ones the last drawn is taken.
        let best = drawn.max_by_key(|field| worth(&position, *field)).expect("at least one is drawn");
        position.play(best).expect("it is empty");
    }
    position
}

/// The empty fields near some stone.
fn near(position: &Position) -> Vec<Point> {
    let is_near = |field: &Point| {
        let stones = position.stones(Color::Black) | position.stones(Color::White);
        stones.iter().any(|stone| stone.distance(*field) <= NEAR)
    };
    position.empty_fields().iter().filter(is_near).collect()
}

/// How much stands in the groups of a field that one colour can still fill: a stone more counts four times as much.
fn worth(position: &Position, field: Point) -> u32 {
    let worth = |group: Group| match position.content(group) {
        GroupContent::Only(_, stones) => 1 << (2 * u32::from(stones)),
        GroupContent::Empty | GroupContent::Both => 0,
    };
    Group::with(field, 1, 5).iter().map(worth).sum()
}
