//! The time limits that a manager sets. The module [`search::time`](noire_engine::search::time) uses them to decide how
//! long a move takes.

use std::time::Duration;

use super::command::Info;
use noire_engine::search::time::{MoveTime, TimeControl};

/// Time for a move if the manager sets no limit. A human opponent is willing to wait about that long.
const UNLIMITED_MOVE_TIME: Duration = Duration::from_secs(5);

/// Time to subtract from every limit. It covers the transfer of a line to the manager and an operating system that
/// wakes the program late. It also covers a search that checks the clock only between queries.
const RESERVE: Duration = Duration::from_millis(60);

/// Time for a move if the manager wants it as fast as possible. It is enough to see an obvious win.
const FASTEST_MOVE_TIME: Duration = Duration::from_millis(20);

/// Reduces the time for a move by the time that passed before the search began.
pub fn shortened(time: MoveTime, over: Duration) -> MoveTime {
    let rest = |time: Duration| time.saturating_sub(over).max(FASTEST_MOVE_TIME.min(time));
    MoveTime { aim: rest(time.aim), max: rest(time.max) }
}

/// The time limits that the manager has set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProtocolLimits {
    control: TimeControl,
    /// Whether the manager has declared that the time for a game is unlimited.
    is_whole_unlimited: bool,
}

impl ProtocolLimits {
    /// Updates the limits from an `INFO` command.
    pub fn take(&mut self, info: Info) {
        let control = &mut self.control;
        match info {
            Info::TurnTime(time) => control.per_move = Some(Duration::from_millis(time)),
            Info::MatchTime(time) => {
                self.is_whole_unlimited = time == 0;
                control.per_game = (time > 0).then(|| Duration::from_millis(time));
                control.left = control.per_game;
            }
            Info::TimeLeft(_) if self.is_whole_unlimited => {}
            Info::TimeLeft(time) => control.left = Some(Duration::from_millis(time)),
            Info::Increment(time) => control.increment = Duration::from_millis(time),
            Info::Rule(_)
            | Info::Memory(_)
            | Info::Threads(_)
            | Info::Detail(_)
            | Info::Pondering(_)
            | Info::Other => {}
        }
    }

    /// Resets the clock for a new game.
    pub fn restart(&mut self) {
        self.control.restart();
    }

    /// Subtracts the time of a move from the clock.
    pub fn spend(&mut self, time: Duration) {
        self.control.spend(time);
    }

    /// The time for the next move.
    pub fn for_a_move(&self) -> MoveTime {
        let MoveTime { aim, max } =
            self.control.for_a_move(RESERVE).unwrap_or(MoveTime::all(UNLIMITED_MOVE_TIME));
        MoveTime { aim: aim.max(FASTEST_MOVE_TIME), max: max.max(FASTEST_MOVE_TIME) }
    }
}
