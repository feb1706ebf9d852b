//! What a contest asks of those who play it.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use blanche_compiler::game::Fault;

use super::game::Table;
use noire_engine::players::BadSpec;
use noire_engine::search::player::{Budget, Choice};
use noire_engine::search::time::TimeControl;
use noire_engine::world::{Trouble, World};

/// Who plays a game of a contest.
pub(super) trait Contestant<W: World> {
    /// Gets ready for a game. No clock runs.
    ///
    /// # Errors
    /// Why it cannot.
    fn begin(&mut self, turn: &Turn<'_>) -> Result<(), Loss>;

    /// A move in a game that is not over.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn choose(&mut self, table: &Table<'_, W>, turn: &Turn<'_>) -> Result<Answer<W::Step>, ContestError>;
}

/// What a player may use for a move.
pub(crate) struct Turn<'t> {
    /// The time limits, and what is left of them.
    pub(crate) time: TimeControl,
    /// The positions that may be examined, where the contest limits them.
    pub(crate) positions: Option<u64>,
    /// A move that comes later loses.
    pub(crate) latest: Option<Duration>,
    /// Nobody wants the move any more after this is set.
    pub(crate) stop: &'t Arc<AtomicBool>,
}

impl Turn<'_> {
    /// The same as a budget.
    pub(super) fn budget(&self, memory: Option<u64>) -> Budget {
        let Turn { positions, stop, .. } = *self;
        Budget { positions, memory, stop: Arc::clone(stop), ..Budget::untimed() }
            .with_time(self.time.for_a_move(Duration::ZERO))
    }
}

/// What a player says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer<M> {
    /// This move, and what it took.
    Move(M, Effort),
    /// Nothing that could be played.
    Lost(Loss),
}

impl<M> Answer<M> {
    /// The move that was chosen.
    pub(super) fn chosen(choice: Choice<M>) -> Answer<M> {
        let Choice { mv, positions, depth, given_up, .. } = choice;
        match mv {
            Some(mv) => Answer::Move(mv, Effort { positions, depth, given_up }),
            None => Answer::Lost(Loss::Illegal("it found no move".to_owned())),
        }
    }
}

/// What a move took besides time, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Positions that were examined.
    pub(crate) positions: u64,
    /// How many moves the search looked ahead.
    pub(crate) depth: u32,
    /// The question that was given up at a limit, at which the search ended.
    pub(crate) given_up: Option<Fault>,
}

/// Why a player loses a game that is not over by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// There was no move in time.
    Late,
    /// What was said is no move, or none that can be made, in words.
    Illegal(String),
    /// The program ended, or cannot be talked to, in words.
    Crashed(String),
}

impl Loss {
    /// All of them by their names.
    pub(crate) const NAMES: [&'static str; 3] = ["time", "illegal move", "crash"];

    /// The loss in a word or two, as games are counted by.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Loss::Late => Loss::NAMES[0],
            Loss::Illegal(_) => Loss::NAMES[1],
            Loss::Crashed(_) => Loss::NAMES[2],
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Late => f.write_str("no move came in time"),
            Loss::Illegal(words) | Loss::Crashed(words) => f.write_str(words),
        }
    }
}

/// Why a contest cannot go on.
#[derive(Debug)]
pub enum ContestError {
    /// The game cannot go on, or a player cannot play it.
    Trouble(Trouble),
    /// A player cannot be made.
    Player(BadSpec),
    /// No thread can be started.
    Thread(io::Error),
}

impl From<Trouble> for ContestError {
    fn from(trouble: Trouble) -> ContestError {
        ContestError::Trouble(trouble)
    }
}

impl From<Fault> for ContestError {
    fn from(fault: Fault) -> ContestError {
        ContestError::Trouble(fault.into())
    }
}

impl From<BadSpec> for ContestError {
    fn from(bad: BadSpec) -> ContestError {
        ContestError::Player(bad)
    }
}
