//! Time control, with a limit per move, per game, or both. It also supports an increment for each move, and additional
//! time after a number of moves.

use std::time::Duration;

use super::params::{MAX_RESERVE_DIVISOR, MAX_STRETCH, MAX_TIME_DIVISOR, MOVES_LEFT};

/// The time limits of a player, and the time that is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The limit for each move.
    pub per_move: Option<Duration>,
    /// The limit for all moves of a game.
    pub per_game: Option<Duration>,
    /// The time left for the game, if it is limited.
    pub left: Option<Duration>,
    /// The time that is added to the time for the game after each move.
    pub increment: Duration,
    /// The number of moves until more time is added, for which the time left must suffice; `None` if no time is added
    /// until the end of the game.
    pub moves_to_go: Option<u32>,
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// The time that the player should normally use for the move.
    pub aim: Duration,
    /// The maximum time for the move.
    pub max: Duration,
}

impl MoveTime {
    /// A fixed time, all of which is used.
    pub fn all(time: Duration) -> MoveTime {
        MoveTime { aim: time, max: time }
    }
}

impl TimeControl {
    /// Creates a time control in which no time has been used.
    pub fn new(per_move: Option<Duration>, per_game: Option<Duration>) -> TimeControl {
        TimeControl { per_move, per_game, left: per_game, ..TimeControl::default() }
    }

    /// Returns this time control with an increment per move.
    pub fn with_increment(self, increment: Duration) -> TimeControl {
        TimeControl { increment, ..self }
    }

    /// Resets the time for a new game.
    pub fn restart(&mut self) {
        self.left = self.per_game;
    }

    /// Subtracts the time that a move has taken.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time) + self.increment);
        self.moves_to_go = self.moves_to_go.map(|moves| moves.saturating_sub(1));
    }

    /// The time for the next move; `None` if there is no limit. The time `reserve` is kept back from every limit.
    ///
    /// A limit per move is used completely. If the time for the game is limited, the time left is divided equally among
    /// the remaining moves, and a move also gets most of the increment. A difficult move may take up to three times as
    /// long, but never nearly all of the time left.
    pub fn for_a_move(&self, reserve: Duration) -> Option<MoveTime> {
        let without_reserve =
            |limit: Duration| limit.saturating_sub(reserve.min(limit / MAX_RESERVE_DIVISOR));
        let per_move = self.per_move.map(|per_move| MoveTime::all(without_reserve(per_move)));
        let share = self.left.map(|left| {
            let left = without_reserve(left);
            let moves = self.moves_to_go.filter(|moves| *moves > 0).unwrap_or(MOVES_LEFT).min(MOVES_LEFT);
            let aim = (left / moves + self.increment * 3 / 4).min(left);
            // The last move before more time is added may use all of the time left, because its normal time is already
            // that long.
            let max = (aim * MAX_STRETCH).min(left / MAX_TIME_DIVISOR).max(aim);
            MoveTime { aim, max }
        });
        match (per_move, share) {
            (Some(per_move), Some(share)) => {
                Some(MoveTime { aim: per_move.aim.min(share.aim), max: per_move.max.min(share.max) })
            }
            (per_move, share) => per_move.or(share),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// The normal and the maximum time of a move, in milliseconds, without a reserve.
    fn move_time(control: &TimeControl) -> (u128, u128) {
        let time = control.for_a_move(Duration::ZERO).expect("there is a limit");
        (time.aim.as_millis(), time.max.as_millis())
    }

    #[test]
    fn time_for_a_move_is_used_and_time_for_a_game_is_shared_out() {
        assert_eq!(TimeControl::new(None, None).for_a_move(Duration::ZERO), None);
        assert_eq!(move_time(&TimeControl::new(Some(seconds(2)), None)), (2_000, 2_000));
        let game = TimeControl::new(None, Some(seconds(150)));
        assert_eq!(move_time(&game), (10_000, 30_000));
        assert_eq!(move_time(&TimeControl { per_move: Some(seconds(12)), ..game }), (10_000, 12_000));
        assert_eq!(move_time(&game.with_increment(seconds(4))), (13_000, 37_500));
        assert_eq!(move_time(&TimeControl { moves_to_go: Some(1), ..game }), (150_000, 150_000));
        assert_eq!(move_time(&TimeControl { moves_to_go: Some(5), ..game }), (30_000, 37_500));
        assert_eq!(move_time(&TimeControl { moves_to_go: Some(0), ..game }), (10_000, 30_000));
    }

    #[test]
    fn whatever_a_game_brings_no_move_takes_more_than_is_left() {
        for (per_game, increment) in [(0, 0), (1, 0), (60, 0), (60, 2), (1, 30)] {
            let mut control =
                TimeControl::new(None, Some(seconds(per_game))).with_increment(seconds(increment));
            for _ in 0..300 {
                let time = control.for_a_move(Duration::from_millis(60)).expect("there is a limit");
                let left = control.left.expect("there is a limit");
                assert!(time.aim <= time.max && time.max <= left, "{time:?} of {left:?}");
                control.spend(time.max);
            }
        }
    }
}
