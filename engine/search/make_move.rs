//! The way in which every search makes a move: it counts the position, makes the move, continues, and undoes the move.

use super::limits::{Clock, Stopped};
use crate::games::Game;

/// A search that makes moves in a game, and counts them with a clock.
pub(super) trait MakeMove {
    /// The type of the game.
    type Game: Game;

    /// The game and the clock.
    fn game_and_clock(&mut self) -> (&mut Self::Game, &mut Clock);

    /// Makes a move, calls `each`, and undoes the move, even if `each` fails.
    ///
    /// # Errors
    /// If the clock does not allow another position, or if `each` fails.
    #[inline]
    fn with_move<T>(
        &mut self,
        mv: <Self::Game as Game>::Move,
        each: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let (game, clock) = self.game_and_clock();
        clock.count()?;
        game.play(mv);
        let outcome = each(self);
        self.game_and_clock().0.take_back();
        outcome
    }
}
