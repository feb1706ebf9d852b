//! What a game must tell so that its wins can be counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::finding::{Case, Cost, Finding};
use crate::laboratory::answers::Corpus;
use crate::laboratory::reached::{IsLate, Reached};
use crate::laboratory::running::RunError;
use noire_engine::world::World;

/// A position of a game.
pub(crate) type CaseOf<W> = Case<<W as World>::Position, <W as World>::Move>;

/// What came of a position of a game, and what it took.
pub(crate) type FindingOf<W> = (Finding<<W as World>::Position, <W as World>::Move>, Cost);

/// How a corpus is covered.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The levels that are told: odd numbers, ascending. Wins of all levels up to the last are looked for.
    pub(crate) levels: Vec<u32>,
    /// Whether the wins that no rule names are kept, and made small where that is possible.
    pub(crate) missing: bool,
    /// No more cases are begun after this time.
    pub(crate) time: Option<Duration>,
    /// No more cases are begun after this is set.
    pub(crate) stop: Arc<AtomicBool>,
    /// The number of threads.
    pub(crate) threads: usize,
    /// This part of so many: from 0 up to, and not including, the second number.
    pub(crate) shard: (u64, u64),
    /// Maximum number of moves that the search in one position makes.
    pub(crate) nodes: u64,
}

impl Settings {
    /// Whether this part of the time is over, in a run that began then.
    pub(super) fn is_late(&self, begin: Instant, part: u32) -> bool {
        self.is_stopped() || self.time.is_some_and(|time| begin.elapsed() > time / part)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The last of the levels.
    pub(super) fn most(&self) -> u32 {
        *self.levels.last().expect("some level is asked for")
    }
}

/// Which positions are asked for.
pub(crate) struct Source<W: World> {
    /// Positions that are given, with their names.
    pub(crate) given: Vec<(String, Reached<W>)>,
    /// What they are called together.
    pub(crate) called: String,
    /// So many drawn at random.
    pub(crate) random: Option<u64>,
    /// From which those follow.
    pub(crate) seed: u64,
}

/// The positions that are looked at.
#[derive(Clone, Debug)]
pub(crate) struct Cases<P, M> {
    /// Where they come from, in words.
    pub(crate) source: String,
    /// Those in which the game goes on, each once.
    pub(crate) distinct: Vec<Case<P, M>>,
    /// The number of positions with a side to move, as they were given.
    pub(crate) given: usize,
    /// Those of them in which the game is over.
    pub(crate) decided: usize,
    /// How many positions can be reached, where these are all.
    pub(crate) reachable: Option<usize>,
}

/// The positions of a game that are looked at.
pub(crate) type CasesOf<W> = Cases<<W as World>::Position, <W as World>::Move>;

/// A base whose rules are asked, but for these.
pub(crate) struct Asked<'w, W> {
    /// The base.
    pub(crate) world: &'w W,
    /// The rules that are not asked, by their places.
    pub(crate) without: Vec<usize>,
}

/// A game whose wins can be counted.
pub(crate) trait Covering: Corpus {
    /// Who examines positions.
    type Examiner<'w>: Sync
    where
        Self: 'w;

    /// The levels that are told where nothing else is said.
    const LEVELS: &'static [u32];

    /// Maximum number of moves that the search in one position makes, where nothing else is said.
    const NODES: u64;

    /// The number of positions that one thread takes at once.
    const BATCH: usize;

    /// Where rules may claim nothing, in words.
    const ANSWERING: &'static str;

    /// Whether a four may stand idle, and a win begin with one.
    const HAS_FOURS: bool;

    /// The positions to look at.
    ///
    /// # Errors
    /// When the game cannot go on, or a question about who has won reaches a limit.
    fn cases(&self, source: Source<Self>, is_late: IsLate<'_>) -> Result<CasesOf<Self>, RunError>;

    /// Who examines positions for these bases, in the game of the first; and what that game lacks for a fast search, in words.
    ///
    /// # Errors
    /// When a question about who has won reaches a limit.
    fn examiner<'w>(
        bases: &'w [Asked<'w, Self>],
        settings: &Settings,
    ) -> Result<(Self::Examiner<'w>, Option<String>), RunError>;

    /// What comes of some positions: of those that were examined before it was late.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn examine(
        examiner: &Self::Examiner<'_>,
        cases: &[&CaseOf<Self>],
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<FindingOf<Self>>, RunError>;
}
