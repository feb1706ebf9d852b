//! What a contest asks of a game and of those who play it.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use blanche_compiler::game::Fault;
use blanche_compiler::runtime::LimitReached;

use crate::agents::BadSpec;
use crate::search::time::TimeControl;

/// A game in which a contest is held: how games begin, and who plays them.
pub trait Host: Sync {
    /// Where its games stand.
    type Board: Board + Clone;

    /// So many openings there are, where that is limited.
    fn openings(&self) -> Option<u64>;

    /// The position after the opening of this number.
    ///
    /// # Errors
    /// When a question to the rules cannot be answered.
    fn opening(&self, number: u64) -> Result<Self::Board, ContestError>;

    /// The first or the second contestant, 0 or 1, ready for a game. Lots are drawn by the seed.
    ///
    /// # Errors
    /// When the contestant cannot play this game.
    fn player(&self, contestant: usize, seed: u64)
    -> Result<Box<dyn Player<Self::Board> + '_>, ContestError>;
}

/// A game as it stands.
pub trait Board {
    /// A move.
    type Move;

    /// The player who is to move: 0 for the one who is named first, or 1.
    fn to_move(&self) -> usize;

    /// How the game has ended; nothing while it goes on.
    ///
    /// # Errors
    /// When a question to the rules cannot be answered.
    fn ending(&mut self) -> Result<Option<Ending>, ContestError>;

    /// Makes a move; false where it cannot be made, and nothing has changed.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn play(&mut self, mv: &Self::Move) -> Result<bool, ContestError>;

    /// How a move is written.
    fn move_text(&self, mv: &Self::Move) -> String;

    /// All moves, those of the opening in front.
    fn text(&self) -> String;
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The player who won, as [`Board::to_move`] counts; nobody in a draw.
    pub winner: Option<usize>,
    /// By what, in a word or two.
    pub by: String,
}

/// Who chooses moves: a search, an agent, somebody else's program.
pub trait Player<B: Board> {
    /// Gets ready for the game that stands on the board. No clock runs.
    ///
    /// # Errors
    /// Why it cannot.
    fn begin(&mut self, _board: &B, _turn: &Turn<'_>) -> Result<(), Loss> {
        Ok(())
    }

    /// A move in a game that is not over.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn choose(&mut self, board: &B, turn: &Turn<'_>) -> Result<Answer<B::Move>, ContestError>;
}

/// What a player may use for a move.
pub struct Turn<'t> {
    /// The time limits, and what is left of them.
    pub time: TimeControl,
    /// The positions that may be examined, where the contest limits them.
    pub positions: Option<u64>,
    /// A move that comes later loses.
    pub latest: Option<Duration>,
    /// Nobody wants the move any more after this is set.
    pub stop: &'t Arc<AtomicBool>,
}

/// What a player says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// This move, after so many positions, as far as that is known.
    Move(M, u64),
    /// Nothing that could be played.
    Lost(Loss),
}

/// Why a player loses a game that is not over by its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// There was no move in time.
    Late,
    /// What was said is no move, or none that can be made, in words.
    Illegal(String),
    /// The program ended, or cannot be talked to, in words.
    Crashed(String),
}

impl Loss {
    /// All of them by their names.
    pub const NAMES: [&'static str; 3] = ["time", "illegal move", "crash"];

    /// The loss in a word or two, as games are counted by.
    pub fn name(&self) -> &'static str {
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
    /// A question to the judge's rules reached a limit.
    Limit(LimitReached),
    /// A game in text cannot go on.
    Fault(Fault),
    /// An agent cannot play this game.
    Agent(BadSpec),
    /// No thread can be started.
    Thread(io::Error),
}

impl From<LimitReached> for ContestError {
    fn from(limit: LimitReached) -> ContestError {
        ContestError::Limit(limit)
    }
}

impl From<Fault> for ContestError {
    fn from(fault: Fault) -> ContestError {
        ContestError::Fault(fault)
    }
}

impl From<BadSpec> for ContestError {
    fn from(bad: BadSpec) -> ContestError {
        ContestError::Agent(bad)
    }
}
