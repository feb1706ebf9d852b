//! The four directions of lines on the board.
//!
//! ```text
//! row        column       rising       falling
//! . . .      . 3 .        . . 3        1 . .
//! 1 2 3      . 2 .        . 2 .        . 2 .
//! . . .      . 1 .        1 . .        . . 3
//! ```
//!
//! A line has a single direction, not two opposite directions. It runs in the order of the numbers above. The thesis
//! writes groups in the same order: `c10.g6` falls from the upper left.

use std::fmt;

/// The direction of a line on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From left to right.
    Row,
    /// From bottom to top.
    Column,
    /// The diagonal from lower left to upper right.
    Rising,
    /// The diagonal from upper left to lower right.
    Falling,
}

impl Direction {
    /// All directions, in order.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Rising, Direction::Falling];

    /// The change of column and row in one step; positive is right and up.
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Direction::Row => "row",
            Direction::Column => "column",
            Direction::Rising => "rising",
            Direction::Falling => "falling",
        })
    }
}
