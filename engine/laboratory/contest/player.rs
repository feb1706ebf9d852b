//! The interface between a contest and its players.

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
use noire_engine::world::{World, WorldError};

/// A player in one game of a contest.
pub(super) trait Contestant<W: World> {
    /// Prepares for a game. No clock is running.
    ///
    /// # Errors
    /// Fails if the player cannot play; the error says why.
    fn begin(&mut self, turn: &Turn<'_>) -> Result<(), Loss>;

    /// Chooses a move in a game that is not over.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn choose(&mut self, table: &Table<'_, W>, turn: &Turn<'_>) -> Result<Answer<W::Step>, ContestError>;
}

/// Limits for one move of a player.
pub(crate) struct Turn<'t> {
    /// The time limits, and how much of them is left.
    pub(crate) time: TimeControl,
    /// Maximum number of positions to search, if the contest limits them.
    pub(crate) positions: Option<u64>,
    /// A move that takes longer than this loses.
    pub(crate) latest: Option<Duration>,
    /// Set to abort the move, when the move is no longer needed.
    pub(crate) stop: &'t Arc<AtomicBool>,
}

impl Turn<'_> {
    /// Converts the limits to a search budget.
    pub(super) fn budget(&self, memory: Option<u64>) -> Budget {
        let Turn { positions, stop, .. } = *self;
        Budget { positions, memory, stop: Arc::clone(stop), ..Budget::untimed() }
            .with_time(self.time.for_a_move(Duration::ZERO))
    }
}

/// The answer of a player when asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer<M> {
    /// A move, and the effort it took.
    Move(M, Effort),
    /// The player has lost because it returned no legal move.
    Lost(Loss),
}

impl<M> Answer<M> {
    /// The answer for a move chosen by the search.
    pub(super) fn chosen(choice: Choice<M>) -> Answer<M> {
        let Choice { mv, positions, depth, given_up, .. } = choice;
        match mv {
            Some(mv) => Answer::Move(mv, Effort { positions, depth, given_up }),
            None => Answer::Lost(Loss::Illegal("it found no move".to_owned())),
        }
    }
}

/// What a move used besides its time, if it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Number of positions searched.
    pub(crate) positions: u64,
    /// Search depth, in moves of both sides.
    pub(crate) depth: u32,
    /// The query that was stopped at a limit, and that thereby ended the search.
    pub(crate) given_up: Option<Fault>,
}

/// Why a player loses a game that is not over by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// No move arrived in time.
    Late,
    /// The answer is not a legal move. Holds an explanation.
    Illegal(String),
    /// The program exited or does not respond properly. Holds an explanation.
    Crashed(String),
}

impl Loss {
    /// The names of all variants, as returned by [`Loss::name`].
    pub(crate) const NAMES: [&'static str; 3] = ["time", "illegal move", "crash"];

    /// The reason in a word or two. Results are counted under these names.
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

/// Why a contest cannot continue.
#[derive(Debug)]
pub enum ContestError {
    /// The game cannot continue, or a player cannot play it.
    World(WorldError),
    /// A player cannot be created from its specification.
    Player(BadSpec),
    /// A thread cannot be started.
    Thread(io::Error),
}

impl From<WorldError> for ContestError {
    fn from(trouble: WorldError) -> ContestError {
        ContestError::World(trouble)
    }
}

impl From<Fault> for ContestError {
    fn from(fault: Fault) -> ContestError {
        ContestError::World(fault.into())
    }
}

impl From<BadSpec> for ContestError {
    fn from(bad: BadSpec) -> ContestError {
        ContestError::Player(bad)
    }
}
