//! Errors of a world.

use std::fmt;

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::game::Fault;
use blanche_compiler::runtime::LimitReached;

/// The reason why an operation on a world failed.
#[derive(Clone, Debug)]
pub enum WorldError {
    /// A query reached a limit.
    Limit(LimitReached),
    /// The game cannot continue, for a reason that lies in its rule files.
    Game(Fault),
    /// The rules cannot be planned, or the game is too large.
    Rules(Box<Diagnostic>),
    /// A text that was read has these mistakes, which are listed with their locations.
    Mistakes(String),
    /// The caller requested something that does not exist in this game.
    Wrong(String),
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldError::Limit(limit) => fmt::Display::fmt(limit, f),
            WorldError::Game(fault) => fmt::Display::fmt(fault, f),
            WorldError::Rules(message) => f.write_str(&message.title),
            WorldError::Mistakes(text) | WorldError::Wrong(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for WorldError {}

impl From<LimitReached> for WorldError {
    fn from(limit: LimitReached) -> WorldError {
        WorldError::Limit(limit)
    }
}

impl From<Fault> for WorldError {
    fn from(fault: Fault) -> WorldError {
        WorldError::Game(fault)
    }
}
