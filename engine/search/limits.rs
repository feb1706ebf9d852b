//! How long a search may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use blanche_compiler::runtime::LimitReached;

use super::params::CLOCK_INTERVAL;
use super::strategy::ThreatClass;

/// What a search may use.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// So many positions are examined at most.
    pub positions: u64,
    /// It ends after so long.
    pub time: Option<Duration>,
    /// A search in the check of a proof sets so many stones at most.
    pub stones: u64,
    /// What it remembers takes about so many bytes at most; it forgets what is worth least.
    pub memory: Option<u64>,
    /// It ends soon after this is set.
    pub stop: Arc<AtomicBool>,
}

impl Default for SearchLimits {
    fn default() -> SearchLimits {
        SearchLimits { positions: u64::MAX, time: None, stones: u64::MAX, memory: None, stop: Arc::default() }
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// So many positions were examined as were allowed.
    Positions,
    /// The time is over.
    Time,
    /// Somebody wanted it to stop.
    Asked,
    /// A question to the rules reached the step limit.
    Work,
    /// What may be remembered is too little to put a proof together.
    Memory,
    /// It is the turn of another search.
    Paused,
}

impl From<LimitReached> for Stopped {
    fn from(_: LimitReached) -> Stopped {
        Stopped::Work
    }
}

/// How far a search is, for whoever waits for it on another thread.
#[derive(Debug, Default)]
pub struct Watched {
    positions: AtomicU64,
    /// One more than the place of the class in their order; 0 before the first.
    class: AtomicU8,
}

impl Watched {
    /// How many positions have been examined, or a few fewer.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Which moves are being tried, where the strategy says so.
    pub fn class(&self) -> Option<ThreatClass> {
        let classes = [ThreatClass::Fours, ThreatClass::Threats, ThreatClass::Quiet];
        classes.get(usize::from(self.class.load(Ordering::Relaxed)).checked_sub(1)?).copied()
    }
}

/// What a search has used.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: SearchLimits,
    start: Instant,
    positions: u64,
    /// After so many positions it is the turn of another search.
    pause: u64,
    /// Who is told how far it is.
    watched: Option<Arc<Watched>>,
}

impl Clock {
    /// Begins to count.
    pub fn start(limits: SearchLimits) -> Clock {
        Clock { limits, start: Instant::now(), positions: 0, pause: u64::MAX, watched: None }
    }

    /// The same, which says how far the search is.
    #[must_use]
    pub fn watched_by(self, watched: &Arc<Watched>) -> Clock {
        Clock { watched: Some(Arc::clone(watched)), ..self }
    }

    /// Moves of this class are being tried from now on.
    pub fn begin_class(&self, class: ThreatClass) {
        if let Some(watched) = &self.watched {
            watched.class.store(class as u8 + 1, Ordering::Relaxed);
        }
    }

    /// What the search may remember, in bytes.
    pub fn memory(&self) -> Option<u64> {
        self.limits.memory
    }

    /// How many positions have been examined.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How long it has taken.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How many stones a search in the check of a proof may set.
    pub fn stones(&self) -> u64 {
        self.limits.stones
    }

    /// Counts a position that is about to be examined.
    ///
    /// # Errors
    /// When it is one too many, when the time is over, or when it is to stop.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.positions >= self.limits.positions {
            return Err(Stopped::Positions);
        }
        if self.positions >= self.pause {
            return Err(Stopped::Paused);
        }
        self.positions += 1;
        if !self.positions.is_multiple_of(CLOCK_INTERVAL) {
            return Ok(());
        }
        if let Some(watched) = &self.watched {
            watched.positions.store(self.positions, Ordering::Relaxed);
        }
        self.look()
    }

    /// After so many more positions it is the turn of another search; without a number it is not.
    pub fn pause_after(&mut self, positions: Option<u64>) {
        self.pause = positions.map_or(u64::MAX, |more| self.positions.saturating_add(more));
    }

    /// Counts positions that a search of its own clock has examined.
    pub fn add(&mut self, positions: u64) {
        self.positions += positions;
    }

    /// A clock that stops only where it is asked to.
    pub fn without_time(&self) -> Clock {
        let limits = SearchLimits { stop: Arc::clone(&self.limits.stop), ..SearchLimits::default() };
        Clock { limits, start: self.start, positions: 0, pause: u64::MAX, watched: None }
    }

    /// Looks at the time, the positions and the sign to stop.
    ///
    /// # Errors
    /// When there is nothing left, or when it is to stop.
    pub fn look(&self) -> Result<(), Stopped> {
        if self.positions >= self.limits.positions {
            return Err(Stopped::Positions);
        }
        self.look_at_time()
    }

    /// Looks at the time and the sign to stop.
    ///
    /// # Errors
    /// When there is no time left, or when it is to stop.
    pub fn look_at_time(&self) -> Result<(), Stopped> {
        if self.limits.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Asked);
        }
        if self.limits.time.is_some_and(|time| self.start.elapsed() >= time) {
            return Err(Stopped::Time);
        }
        Ok(())
    }
}
