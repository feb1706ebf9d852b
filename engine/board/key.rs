//! A number for a position, kept while stones come and go: equal positions have equal keys, and different ones nearly
//! never.

use super::color::Color;
use super::point::Point;
use blanche_compiler::random::{ODD, mixed};

/// A random number for a stone of each colour on each field.
static STONES: [[u64; Point::COUNT]; 2] = numbers();

/// What a position's key gains or loses with this stone.
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
