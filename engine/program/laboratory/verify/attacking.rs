//! What a game must tell so that the claims of its rules can be attacked.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::report::ReportOf;
use crate::laboratory::answers::Corpus;
use crate::laboratory::reached::Reached;
use crate::laboratory::running::{RunError, Stage};

/// How the claims of a base are attacked.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// What is drawn at random follows from it.
    pub(crate) seed: u64,
    /// Time for all stages.
    pub(crate) time: Option<Duration>,
    /// Maximum number of rounds.
    pub(crate) rounds: Option<u64>,
    /// Maximum number of positions, in a game whose positions are reached by its moves.
    pub(crate) positions: Option<u64>,
    /// All positions that can be reached, however many.
    pub(crate) all: bool,
    /// Maximum number of moves that the search for one claim makes.
    pub(crate) nodes: u64,
    /// The number of threads.
    pub(crate) threads: usize,
    /// This part of so many: from 0 up to, and not including, the second number.
    pub(crate) shard: (u64, u64),
    /// The run ends as if the time were over soon after this is set. Whoever sets it sets the sign of the base as well.
    pub(crate) stop: Arc<AtomicBool>,
    /// The rules, by their places in the base.
    pub(crate) rules: Vec<usize>,
}

/// A game the claims of whose rules can be attacked.
pub(crate) trait Attacking: Corpus {
    /// Whether positions are reached by moves, so that they can be counted.
    const COUNTS_POSITIONS: bool;

    /// Attacks rules, also in the positions given; `show` is told how far it is.
    ///
    /// # Errors
    /// When the game cannot go on, a question about who has won reaches a limit, or no thread can be started.
    fn attack(
        &self,
        given: Vec<Reached<Self>>,
        settings: &Settings,
        show: &(dyn Fn(Stage) + Sync),
    ) -> Result<ReportOf<Self>, RunError>;
}
