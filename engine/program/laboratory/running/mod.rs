//! Runs that take long: how far they are, how their work is shared among threads, and why they end without a report.

pub(crate) mod threads;
pub(crate) mod told;

use std::io;

use blanche_compiler::game::Fault;
use blanche_compiler::runtime::LimitReached;

use noire_engine::world::Trouble;

/// How far a run is.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// From 0 to 1.
    pub(crate) done: f64,
    /// What is done now.
    pub(crate) what: String,
}

/// Why a run ended without a report.
#[derive(Debug)]
pub(crate) enum RunError {
    /// The game cannot go on, a question reached a limit, or the run is impossible for this game.
    Trouble(Trouble),
    /// No thread could be started.
    Thread(io::Error),
}

impl From<Trouble> for RunError {
    fn from(trouble: Trouble) -> RunError {
        RunError::Trouble(trouble)
    }
}

impl From<LimitReached> for RunError {
    fn from(limit: LimitReached) -> RunError {
        RunError::Trouble(limit.into())
    }
}

impl From<Fault> for RunError {
    fn from(fault: Fault) -> RunError {
        RunError::Trouble(fault.into())
    }
}
