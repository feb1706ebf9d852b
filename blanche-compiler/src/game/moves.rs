//! A move: which declaration it is of, and the values that are played.

use crate::runtime::Value;

/// So many values a move plays at most.
pub const MOST_PLAYED: usize = 6;

/// A move of one player. Moves are ordered as they are given: by the declarations in the order of the text, and then by the
/// values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    of: u16,
    played: [Value; MOST_PLAYED],
    count: u8,
}

impl Move {
    /// A move of the declaration at this place in [`Game::moves`](crate::program::Game::moves).
    ///
    /// # Panics
    /// When it plays more than [`MOST_PLAYED`] values, or the place is beyond 65,535; [`Rules::new`](super::Rules::new)
    /// takes no such game.
    pub fn new(of: usize, played: &[Value]) -> Move {
        let mut values = [0; MOST_PLAYED];
        values[..played.len()].copy_from_slice(played);
        Move { of: of as u16, played: values, count: played.len() as u8 }
    }

    /// The place of its declaration in [`Game::moves`](crate::program::Game::moves).
    pub fn of(self) -> usize {
        usize::from(self.of)
    }

    /// The values that are played.
    pub fn played(&self) -> &[Value] {
        &self.played[..usize::from(self.count)]
    }
}

/// The places of the declaration and of the values, for whoever has no program at hand; people read
/// [`Rules::move_text`](super::Rules::move_text).
impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{:?}", self.of, self.played())
    }
}
