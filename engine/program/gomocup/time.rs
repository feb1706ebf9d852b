//! What a manager says of the time, as limits for [`search::time`](noire_engine::search::time), which decides how long a move takes.

use std::time::Duration;

use super::command::Info;
use noire_engine::search::time::{MoveTime, TimeControl};

/// A move takes so long where the manager sets no limit at all: what a human opponent likes to wait.
const UNLIMITED: Duration = Duration::from_secs(5);

/// So much of every limit is left for the way of a line to the manager, for an operating system that wakes a program late,
/// and for a search that looks at the clock between two questions.
const RESERVE: Duration = Duration::from_millis(60);

/// The time of a move that is wanted as fast as possible: enough to see a win in sight.
const FASTEST: Duration = Duration::from_millis(20);

/// The time of a move of which so much is over before it is looked for.
pub fn shortened(time: MoveTime, over: Duration) -> MoveTime {
    let rest = |time: Duration| time.saturating_sub(over).max(FASTEST.min(time));
    MoveTime { aim: rest(time.aim), most: rest(time.most) }
}

/// The limits that a manager has set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProtocolLimits {
    control: TimeControl,
    /// The manager has said that there is no limit for a game.
    is_whole_unlimited: bool,
}

impl ProtocolLimits {
    /// Takes note of what the manager says.
    pub fn take(&mut self, info: Info) {
        let control = &mut self.control;
        match info {
            Info::TurnTime(time) => control.turn = Some(Duration::from_millis(time)),
            Info::MatchTime(time) => {
                self.is_whole_unlimited = time == 0;
                control.whole = (time > 0).then(|| Duration::from_millis(time));
                control.left = control.whole;
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

    /// A new game begins.
    pub fn restart(&mut self) {
        self.control.restart();
    }

    /// A move took so long.
    pub fn spend(&mut self, time: Duration) {
        self.control.spend(time);
    }

    /// How long the next move may take.
    pub fn for_a_move(&self) -> MoveTime {
        let MoveTime { aim, most } = self.control.for_a_move(RESERVE).unwrap_or(MoveTime::all(UNLIMITED));
        MoveTime { aim: aim.max(FASTEST), most: most.max(FASTEST) }
    }
}
