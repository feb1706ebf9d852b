//! Positions to look at: those of games by chance, or all that can be reached.
//!
//! | module | what it holds |
//! |---|---|
//! | `played` | positions of games by chance |
//! | `reachable` | all that can be reached |

mod played;
mod reachable;

use noire_engine::world::World;

pub(crate) use played::{IsLate, of_game, of_plain_game};
pub(crate) use reachable::Reachable;

/// A position, and how it comes about.
pub(crate) struct Reached<W: World> {
    /// The moves from the beginning to it; nothing where it was set up.
    pub(crate) moves: Option<Vec<W::Move>>,
    /// It.
    pub(crate) position: W::Position,
}

impl<W: World> Clone for Reached<W> {
    fn clone(&self) -> Reached<W> {
        Reached { moves: self.moves.clone(), position: self.position.clone() }
    }
}

impl<W: World> Reached<W> {
    /// How many moves lead to it; where nobody knows, more than to any other.
    pub(crate) fn plies(&self) -> usize {
        self.moves.as_ref().map_or(usize::MAX, Vec::len)
    }
}
