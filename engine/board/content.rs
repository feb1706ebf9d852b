//! The stones on the base fields of a group.
//!
//! ```text
//! x x . . x   Only(Black, 3)      . . . . .   Empty
//! . o . . .   Only(White, 1)      x . o . .   Both
//! ```
//!
//! A group with stones of both colours can no longer become five in a row, so rules never need to know how many stones
//! such a group has.

use super::color::Color;

/// The stones on the base fields of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupContent {
    /// No stones on the base fields.
    Empty,
    /// Stones of one colour only, with their number, 1 to 5.
    Only(Color, u8),
    /// Stones of both colours.
    Both,
}

impl GroupContent {
    /// The content of a group with these numbers of black and white stones.
    #[inline]
    pub(super) const fn of(black: u8, white: u8) -> GroupContent {
        match (black, white) {
            (0, 0) => GroupContent::Empty,
            (stones, 0) => GroupContent::Only(Color::Black, stones),
            (0, stones) => GroupContent::Only(Color::White, stones),
            _ => GroupContent::Both,
        }
    }
}
