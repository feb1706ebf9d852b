//! Random local set-ups: clusters of stones such as a fight leaves, anywhere on the board.
//!
//! A set-up is a function of a seed and a number, so that it can be drawn again by itself. It has about as many stones
//! of either colour, and nobody played it: a match in it is a match in a position that a rule must be right about all
//! the same.

use blanche_compiler::random::Random;
use noire_engine::board::{BOARD_SIZE, Color, Point, Position};

/// The sides of the rectangle that a cluster stands in.
const SIDES: [usize; 2] = [5, 9];

/// Of the fields of the rectangle so many hold a stone, in percent.
const FILLED: [usize; 2] = [15, 50];

/// The set-up of this number, of those of this seed.
pub fn drawn(seed: u64, number: u64) -> Position {
    let mut random = Random::of(seed, &[0, number]);
    let mut between = |[least, most]: [usize; 2]| least + random.below(most - least + 1);
    let (width, height) = (between(SIDES), between(SIDES));
    let size = usize::from(BOARD_SIZE);
    let (left, low) = (between([0, size - width]), between([0, size - height]));
    let stones = (width * height * between(FILLED) / 100).max(3);
    let mut fields: Vec<Point> = (0..width * height)
        .filter_map(|at| Point::new((left + at % width) as u8, (low + at / width) as u8))
        .collect();
    // Some clusters belong more to one colour than to the other.
    let black = between([30, 70]);
    let mut colors: [Vec<Point>; 2] = Default::default();
    for number in 0..stones.min(fields.len()) {
        let other = number + between([0, fields.len() - 1 - number]);
        fields.swap(number, other);
        let color = if between([1, 100]) <= black { Color::Black } else { Color::White };
        colors[color.index()].push(fields[number]);
    }
    let [black, white] = colors;
    Position::set_up(&black, &white, None, None).expect("the fields of a rectangle are different")
}
