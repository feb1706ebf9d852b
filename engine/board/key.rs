//! Zobrist keys of positions, which are updated incrementally. Equal stones give equal keys, and different stones
//! almost never do.

use super::color::Color;
use super::point::Point;
use blanche_compiler::random::{ODD, mixed};

/// A random number for each colour and field.
static STONES: [[u64; Point::COUNT]; 2] = numbers();

/// The number that is XORed into the key when this stone is placed or removed.
#[inline]
pub(super) fn of_stone(field: Point, color: Color) -> u64 {
    STONES[color.index()][field.index()]
}

const fn numbers() -> [[u64; Point::COUNT]; 2] {
    let mut numbers = [[0; Point::COUNT]; 2];
    let mut at = 0;
    while at < 2 * Point::COUNT {
        numbers[at / Point::COUNT][at % Point::COUNT] = mixed((at as u64 + 1).wrapping_mul(ODD));
        at += 1;
    }
    numbers
}
