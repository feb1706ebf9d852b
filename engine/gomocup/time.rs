//! How long a move may take, by what the manager says of the time.

use std::time::Duration;

use super::command::Info;

/// A move takes so long where the manager sets no limit at all: what a human opponent likes to wait.
const UNLIMITED: Duration = Duration::from_secs(5);

/// So much of every limit is left for the way of a line to the manager, for an operating system that wakes a program late,
/// and for a search that looks at the clock between two questions.
const RESERVE: Duration = Duration::from_millis(150);

/// Of a short limit no more than this part is left: `1 / SHORT`.
const SHORT: u32 = 2;

/// A move uses at most this part of the time of a whole game that is left: `1 / MOVES`. Games of renju last some twenty
/// moves of each side, and early moves matter most.
const MOVES: u32 = 15;

/// The time of a move that is wanted as fast as possible: enough to see a win in sight.
const FASTEST: Duration = Duration::from_millis(20);

/// The limits that a manager has set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// For each move.
    turn: Option<Duration>,
    /// For all moves of a game.
    whole: Option<Duration>,
    /// The manager has said that there is no limit for a game.
    is_whole_unlimited: bool,
    /// What is left for the game, as the manager said last, less what was used since.
    left: Option<Duration>,
}

impl Limits {
    /// Takes note of what the manager says.
    pub fn take(&mut self, info: Info) {
        match info {
            Info::TurnTime(time) => self.turn = Some(Duration::from_millis(time)),
            Info::MatchTime(time) => {
                self.is_whole_unlimited = time == 0;
                self.whole = (time > 0).then(|| Duration::from_millis(time));
                self.left = self.whole;
            }
            Info::TimeLeft(_) if self.is_whole_unlimited => {}
            Info::TimeLeft(time) => self.left = Some(Duration::from_millis(time)),
            Info::Rule(_) | Info::Memory(_) | Info::Other => {}
        }
    }

    /// A new game begins.
    pub fn restart(&mut self) {
        self.left = self.whole;
    }

    /// A move took so long.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// How long the next move may take.
    pub fn for_a_move(&self) -> Duration {
        let without_reserve = |limit: Duration| limit.saturating_sub(RESERVE.min(limit / SHORT));
        let turn = self.turn.map(without_reserve);
        let share = self.left.map(|left| without_reserve(left) / MOVES);
        let shortest = match (turn, share) {
            (Some(turn), Some(share)) => turn.min(share),
            (Some(time), None) | (None, Some(time)) => time,
            (None, None) => UNLIMITED,
        };
        shortest.max(FASTEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(infos: &[Info]) -> u128 {
        let mut limits = Limits::default();
        infos.iter().for_each(|&info| limits.take(info));
        limits.for_a_move().as_millis()
    }

    #[test]
    fn a_move_keeps_to_every_limit_and_leaves_a_reserve() {
        use Info::{MatchTime, TimeLeft, TurnTime};
        let cases: [(&[Info], u128); 10] = [
            (&[], 5_000),
            (&[TurnTime(5_000)], 4_850),
            (&[TurnTime(100)], 50),
            (&[TurnTime(0)], 20),
            (&[TurnTime(30_000), MatchTime(150_150)], 10_000),
            (&[TurnTime(1_000), MatchTime(150_150)], 850),
            (&[MatchTime(150_150), TimeLeft(15_150)], 1_000),
            (&[MatchTime(150_150), TimeLeft(0)], 20),
            (&[TurnTime(5_000), MatchTime(0), TimeLeft(2_147_483_647)], 4_850),
            (&[TurnTime(5_000), MatchTime(0), TimeLeft(0)], 4_850),
        ];
        for (infos, milliseconds) in cases {
            assert_eq!(after(infos), milliseconds, "{infos:?}");
        }
    }

    #[test]
    fn what_is_spent_is_missing_until_the_next_game() {
        let mut limits = Limits::default();
        limits.take(Info::MatchTime(60_150));
        limits.spend(Duration::from_secs(30));
        assert_eq!(limits.for_a_move(), Duration::from_secs(2));
        limits.spend(Duration::from_secs(90));
        assert_eq!(limits.for_a_move(), FASTEST);
        limits.restart();
        assert_eq!(limits.for_a_move(), Duration::from_secs(4));
    }
}
