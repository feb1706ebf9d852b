//! Sources of positions: random games, or the list of all reachable positions.
//!
//! | module | what it holds |
//! |---|---|
//! | `random_games` | positions of random games |
//! | `reachable` | all reachable positions |

mod random_games;
mod reachable;

use noire_engine::world::World;

pub use random_games::{StopCheck, plain_game_positions, random_game_positions};
pub use reachable::Reachable;

/// A position, and the moves that lead to it.
pub struct ReachedPosition<W: World> {
    /// The moves from the start to the position, or `None` if the position was set up.
    pub moves: Option<Vec<W::Move>>,
    pub position: W::Position,
}

impl<W: World> Clone for ReachedPosition<W> {
    fn clone(&self) -> ReachedPosition<W> {
        ReachedPosition { moves: self.moves.clone(), position: self.position.clone() }
    }
}

impl<W: World> ReachedPosition<W> {
    /// Number of moves that lead to the position. If it is unknown, the number is `usize::MAX`, so that the position is
    /// sorted last.
    pub(crate) fn plies(&self) -> usize {
        self.moves.as_ref().map_or(usize::MAX, Vec::len)
    }
}
