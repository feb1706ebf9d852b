//! Sources of positions: random games, or the list of all reachable positions.
//!
//! | module | what it holds |
//! |---|---|
//! | `played` | positions of random games |
//! | `reachable` | all reachable positions |

mod played;
mod reachable;

use noire_engine::world::World;

pub use played::{IsLate, of_game, of_plain_game};
pub use reachable::Reachable;

/// A position, and the moves that lead to it.
pub struct Reached<W: World> {
    /// The moves from the start to the position, or `None` if the position was set up.
    pub moves: Option<Vec<W::Move>>,
    pub position: W::Position,
}

impl<W: World> Clone for Reached<W> {
    fn clone(&self) -> Reached<W> {
        Reached { moves: self.moves.clone(), position: self.position.clone() }
    }
}

impl<W: World> Reached<W> {
    /// Number of moves that lead to the position. If it is unknown, the number is `usize::MAX`, so that the position is
    /// sorted last.
    pub(crate) fn plies(&self) -> usize {
        self.moves.as_ref().map_or(usize::MAX, Vec::len)
    }
}
