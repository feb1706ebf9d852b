//! Time control: a limit for each move, one for all moves of a game, or both.

use std::time::Duration;

use super::params::{MOVES_LEFT, SHORT_RESERVE};

/// The limits of a player, and what is left of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// For each move.
    pub turn: Option<Duration>,
    /// For all moves of a game.
    pub whole: Option<Duration>,
    /// What is left of the time for the game, where it is limited.
    pub left: Option<Duration>,
}

impl TimeControl {
    /// Limits of which nothing is used yet.
    pub fn new(turn: Option<Duration>, whole: Option<Duration>) -> TimeControl {
        TimeControl { turn, whole, left: whole }
    }

    /// A new game begins.
    pub fn restart(&mut self) {
        self.left = self.whole;
    }

    /// A move took so long.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// How long the next move may take, with so much of every limit kept back; nothing where there is no limit.
    pub fn for_a_move(&self, reserve: Duration) -> Option<Duration> {
        let without_reserve = |limit: Duration| limit.saturating_sub(reserve.min(limit / SHORT_RESERVE));
        let turn = self.turn.map(without_reserve);
        let share = self.left.map(|left| without_reserve(left) / MOVES_LEFT);
        turn.into_iter().chain(share).min()
    }
}
