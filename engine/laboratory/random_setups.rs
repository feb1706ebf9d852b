//! Random local set-ups: clusters of stones, as a local fight leaves them, anywhere on the board.
//!
//! A seed and a number determine a set-up, so it can be recreated. A set-up has about as many black stones as white
//! stones. It does not come from a game, but rules must be right in such positions too.

use blanche_compiler::random::Random;
use noire_engine::board::{BOARD_SIZE, Color, Point, Position};

/// Minimum and maximum side of the rectangle that contains a cluster, in fields.
const SIDES: [usize; 2] = [5, 9];

/// Minimum and maximum share of the rectangle's fields that are filled, in percent.
const FILLED: [usize; 2] = [15, 50];

/// Returns the set-up with this number for a seed.
pub fn random_setup(seed: u64, number: u64) -> Position {
    let mut random = Random::of(seed, &[0, number]);
    let mut between = |[least, most]: [usize; 2]| least + random.below(most - least + 1);
    let (width, height) = (between(SIDES), between(SIDES));
    let size = usize::from(BOARD_SIZE);
    let (left, low) = (between([0, size - width]), between([0, size - height]));
    let stones = (width * height * between(FILLED) / 100).max(3);
    let mut fields: Vec<Point> = (0..width * height)
        .filter_map(|at| Point::new((left + at % width) as u8, (low + at / width) as u8))
        .collect();
    // Some clusters have more stones of one colour than of the other colour.
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
