//! What stands on the base fields of a group.
//!
//! ```text
//! x x . . x   Only(Black, 3)      . . . . .   Empty
//! . o . . .   Only(White, 1)      x . o . .   Both
//! ```
//!
//! A group with stones of both colours can become nobody's five any more, so rules never ask how many it has.

use super::color::Color;

/// What stands on the base fields of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupContent {
    /// No stone.
    Empty,
    /// Stones of one colour only, and how many: 1 to 5.
    Only(Color, u8),
    /// Stones of both colours.
    Both,
}

impl GroupContent {
    /// The content of a group with so many stones of either colour.
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
