//! Infrastructure for long runs: progress, threads and early stops.

pub(crate) mod progress;
pub(crate) mod threads;

use std::io;

use blanche_compiler::game::Fault;
use blanche_compiler::runtime::LimitReached;

use noire_engine::world::WorldError;

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
    World(WorldError),
    /// No thread could be started.
    Thread(io::Error),
}

impl From<WorldError> for RunError {
    fn from(trouble: WorldError) -> RunError {
        RunError::World(trouble)
    }
}

impl From<LimitReached> for RunError {
    fn from(limit: LimitReached) -> RunError {
        RunError::World(limit.into())
    }
}

impl From<Fault> for RunError {
    fn from(fault: Fault) -> RunError {
        RunError::World(fault.into())
    }
}
