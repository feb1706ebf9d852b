//! What a game must implement so that the claims of its rules can be attacked.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::report::ReportOf;
use crate::answers::Corpus;
use crate::position_sources::ReachedPosition;
use crate::running::{RunError, Stage};

/// Settings of a verification run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed for everything random.
    pub seed: u64,
    /// Time limit for all stages together.
    pub time: Option<Duration>,
    /// Maximum number of rounds.
    pub rounds: Option<u64>,
    /// Maximum number of positions, in a game in which positions are reached by moves.
    pub positions: Option<u64>,
    /// Set to examine all reachable positions, however many there are.
    pub all: bool,
    /// Maximum number of moves made by the search for one claim.
    pub nodes: u64,
    /// The number of threads.
    pub threads: usize,
    /// The part of the work to do, as (index, number of parts). The index starts at 0.
    pub shard: (u64, u64),
    /// Set to end the run in the same way as its time limit. The caller must also set the stop flag of the base.
    pub stop: Arc<AtomicBool>,
    /// Indices of the rules to attack.
    pub rules: Vec<usize>,
}

/// A game whose rules make claims that can be attacked.
pub trait VerificationWorld: Corpus {
    /// Whether positions are reached by moves, so that they can be counted.
    const COUNTS_POSITIONS: bool;

    /// Attacks the claims of rules, also in the positions `given`. `show` receives the progress.
    ///
    /// # Errors
    /// Fails if the game cannot continue, a query about the winner reaches a limit, or no thread can be started.
    fn attack(
        &self,
        given: Vec<ReachedPosition<Self>>,
        settings: &Settings,
        show: &(dyn Fn(Stage) + Sync),
    ) -> Result<ReportOf<Self>, RunError>;
}
