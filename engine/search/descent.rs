//! How every search makes a move: it is counted, something is done after it, and it is taken back.

use super::limits::{Clock, Stopped};
use crate::games::Game;

/// A search that makes moves in a game and counts them with a clock.
pub(super) trait Descent {
    /// The game.
    type Game: Game;

    /// The game and the clock.
    fn game_and_clock(&mut self) -> (&mut Self::Game, &mut Clock);

    /// Does something after a move, and takes it back whatever came of it.
    ///
    /// # Errors
    /// When the move is one too many, and with that of `each`.
    #[inline]
    fn after<T>(
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
