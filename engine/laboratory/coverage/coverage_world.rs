//! The interface of games whose coverage can be measured, that is, whose wins can be counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::case_result::{Case, CaseResult, Cost};
use crate::answers::Corpus;
use crate::position_sources::{ReachedPosition, StopCheck};
use crate::running::RunError;
use noire_engine::world::World;

/// A position of the game `W`.
pub(crate) type CaseOf<W> = Case<<W as World>::Position, <W as World>::Move>;

/// The result for a position of the game `W`, and its cost.
pub(crate) type CaseResultOf<W> = (CaseResult<<W as World>::Position, <W as World>::Move>, Cost);

/// Settings of a coverage run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The levels to report: odd numbers in ascending order. Wins of all levels up to the highest are searched.
    pub levels: Vec<u32>,
    /// Whether to collect missed wins and to reduce them if possible. A win is missed if no rule plays a winning first
    /// move.
    pub missing: bool,
    /// Time limit. After it, no more cases are started.
    pub time: Option<Duration>,
    /// Set to stop starting new cases.
    pub stop: Arc<AtomicBool>,
    /// The number of threads.
    pub threads: usize,
    /// The part of the corpus to examine, as (index, number of parts). The index starts at 0.
    pub shard: (u64, u64),
    /// Maximum number of moves made by the search in one position.
    pub nodes: u64,
}

impl Settings {
    /// Whether `1 / part` of the time limit has passed since `begin`, or the run is stopped.
    pub(super) fn is_late(&self, begin: Instant, part: u32) -> bool {
        self.is_stopped() || self.time.is_some_and(|time| begin.elapsed() > time / part)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The highest level.
    pub(super) fn most(&self) -> u32 {
        *self.levels.last().expect("some level is asked for")
    }
}

/// The positions to examine.
pub struct Source<W: World> {
    /// Given positions, with their names.
    pub given: Vec<(String, ReachedPosition<W>)>,
    /// A description of the given positions, for messages.
    pub called: String,
    /// Number of random positions to add.
    pub random: Option<u64>,
    /// Seed for the random positions.
    pub seed: u64,
}

/// The positions to examine, without duplicates.
#[derive(Clone, Debug)]
pub struct Cases<P, M> {
    /// A description of the source of the positions.
    pub(crate) source: String,
    /// The distinct positions in which the game is not over.
    pub(crate) distinct: Vec<Case<P, M>>,
    /// Number of given positions with a side to move.
    pub(crate) given: usize,
    /// Number of given positions in which the game is over.
    pub(crate) decided: usize,
    /// Number of reachable positions, if all of them are examined.
    pub(crate) reachable: Option<usize>,
}

/// The positions of the game `W` to examine.
pub(crate) type CasesOf<W> = Cases<<W as World>::Position, <W as World>::Move>;

/// A base, with the rules that are left out of the measurement.
pub struct CoveredBase<'w, W> {
    pub world: &'w W,
    /// Indices of the rules that are not evaluated.
    pub without: Vec<usize>,
}

/// A game whose wins can be counted.
pub trait CoverageWorld: Corpus {
    /// Examines positions.
    type Examiner<'w>: Sync
    where
        Self: 'w;

    /// The default levels to report.
    const DEFAULT_LEVELS: &'static [u32];

    /// Default for the maximum number of moves made by the search in one position.
    const DEFAULT_NODES: u64;

    /// Number of positions that a thread takes from the queue in one step.
    const BATCH: usize;

    /// Describes the situation in which rules may not claim a win, for messages.
    const ANSWERING_SITUATION: &'static str;

    /// Whether a position may contain a four that cannot be completed, and wins may begin with a four.
    const HAS_FOURS: bool;

    /// Returns the positions to examine.
    ///
    /// # Errors
    /// Fails if the game cannot continue, or a query about the winner reaches a limit.
    fn cases(&self, source: Source<Self>, is_late: StopCheck<'_>) -> Result<CasesOf<Self>, RunError>;

    /// Creates the examiner for these bases. The game is that of the first base. The second value describes what that
    /// game lacks for a fast search, if anything.
    ///
    /// # Errors
    /// Fails if a query about the winner reaches a limit.
    fn examiner<'w>(
        bases: &'w [CoveredBase<'w, Self>],
        settings: &Settings,
    ) -> Result<(Self::Examiner<'w>, Option<String>), RunError>;

    /// Examines positions and returns the results of those that were finished before `is_late` returned `true`.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn examine(
        examiner: &Self::Examiner<'_>,
        cases: &[&CaseOf<Self>],
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<CaseResultOf<Self>>, RunError>;
}
