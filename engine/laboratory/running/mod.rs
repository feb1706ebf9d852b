//! Infrastructure for long runs: progress, threads and early stops.

pub(crate) mod threads;
pub(crate) mod told;

use std::io;

use blanche_compiler::game::Fault;
use blanche_compiler::runtime::LimitReached;

use noire_engine::world::Trouble;

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The finished share of the run, from 0 to 1.
    pub done: f64,
    /// A description of the current work.
    pub what: String,
}

/// Why a run ended without a report.
#[derive(Debug)]
pub enum RunError {
    /// The game cannot continue, a query reached a limit, or the run is impossible for this game.
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
