//! The limits of a search, and the clock that enforces them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use blanche_compiler::runtime::LimitReached;

use super::clock_checks::ClockChecks;
use super::params::{BATCHES_PER_THREAD, CLOCK_CHECK_MAX_POSITIONS};
use super::strategy::ThreatClass;

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Maximum number of positions to examine.
    pub positions: u64,
    /// Maximum time of the search.
    pub time: Option<Duration>,
    /// Maximum number of stones per search when a proof is checked.
    pub stones: u64,
    /// Approximate maximum size of the tables, in bytes. When a table is full, its least valuable entries are replaced.
    pub memory: Option<u64>,
    /// Flag to set to stop the search, which ends soon afterwards.
    pub stop: Arc<AtomicBool>,
    /// The pool of positions, if several threads share one.
    pub pool: Option<PositionPool>,
}

/// A pool of positions shared by several threads. Each thread takes one batch of positions at a time. All threads
/// together therefore examine at most as many positions as the pool has, and almost as many as it has.
#[derive(Clone, Debug)]
pub struct PositionPool {
    taken: Arc<AtomicU64>,
    max: u64,
    batch: u64,
}

impl PositionPool {
    /// Creates a pool of this number of positions for this number of threads.
    pub fn new(positions: u64, threads: usize) -> PositionPool {
        let batch = (positions / (threads as u64 * BATCHES_PER_THREAD)).clamp(1, CLOCK_CHECK_MAX_POSITIONS);
        PositionPool { taken: Arc::default(), max: positions, batch }
    }

    /// The same pool, for a search that ends when `max` positions have been taken from the pool.
    #[must_use]
    pub fn until(&self, max: u64) -> PositionPool {
        PositionPool { max: max.min(self.max), ..self.clone() }
    }

    /// Takes a batch of positions from the pool, and returns their number. It is 0 if the pool is empty.
    fn take(&self) -> u64 {
        let before = self.taken.fetch_add(self.batch, Ordering::Relaxed);
        let granted = self.max.saturating_sub(before).min(self.batch);
        self.taken.fetch_sub(self.batch - granted, Ordering::Relaxed);
        granted
    }

    fn is_used_up(&self) -> bool {
        self.taken.load(Ordering::Relaxed) >= self.max
    }
}

impl Default for SearchLimits {
    fn default() -> SearchLimits {
        SearchLimits {
            positions: u64::MAX,
            time: None,
            stones: u64::MAX,
            memory: None,
            stop: Arc::default(),
            pool: None,
        }
    }
}

/// The reason why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The maximum number of positions was reached.
    Positions,
    /// The time is up.
    Time,
    /// The stop flag was set.
    Requested,
    /// A query to the rules reached the step limit.
    Work,
    /// The memory limit is too small to assemble a proof.
    Memory,
    /// The search was paused so that another search can continue.
    Paused,
}

impl From<LimitReached> for Stopped {
    fn from(_: LimitReached) -> Stopped {
        Stopped::Work
    }
}

/// The progress of a search, which another thread can display.
#[derive(Debug, Default)]
pub struct SearchProgress {
    positions: AtomicU64,
    /// The index of the current threat class plus one; 0 before the first class.
    class: AtomicU8,
}

impl SearchProgress {
    /// The number of positions examined. It is only updated now and then, so it may lag behind.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// The class of moves being tried, if the strategy reports it.
    pub fn class(&self) -> Option<ThreatClass> {
        let classes = [ThreatClass::Fours, ThreatClass::Threats, ThreatClass::Quiet];
        classes.get(usize::from(self.class.load(Ordering::Relaxed)).checked_sub(1)?).copied()
    }
}

/// Counts the positions and the time of a search, and enforces its limits.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: SearchLimits,
    start: Instant,
    positions: u64,
    /// The number of positions that the search may examine before it must request more.
    granted: u64,
    /// The number of positions at which the search pauses, so that another search can continue.
    pause: u64,
    /// Receives the progress of the search.
    progress: Option<Arc<SearchProgress>>,
    clock_checks: ClockChecks,
}

impl Clock {
    /// Starts the clock of a search.
    pub fn start(limits: SearchLimits) -> Clock {
        let clock_checks = ClockChecks::begin();
        Clock {
            limits,
            start: Instant::now(),
            positions: 0,
            granted: 0,
            pause: u64::MAX,
            progress: None,
            clock_checks,
        }
    }

    /// Returns this clock, which from now on reports the progress of the search to `progress`.
    #[must_use]
    pub fn with_progress(self, progress: &Arc<SearchProgress>) -> Clock {
        Clock { progress: Some(Arc::clone(progress)), ..self }
    }

    /// Reports that moves of this class are tried from now on.
    pub fn report_class(&self, class: ThreatClass) {
        if let Some(progress) = &self.progress {
            progress.class.store(class as u8 + 1, Ordering::Relaxed);
        }
    }

    /// The limit for the size of the tables, in bytes.
    pub fn memory(&self) -> Option<u64> {
        self.limits.memory
    }

    /// The number of positions examined.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The maximum number of stones per search when a proof is checked.
    pub fn stones(&self) -> u64 {
        self.limits.stones
    }

    /// Counts a position that is about to be examined.
    ///
    /// # Errors
    /// If a limit has been reached, or the search must pause or stop.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.positions >= self.granted {
            self.grant()?;
        }
        if self.positions >= self.pause {
            return Err(Stopped::Paused);
        }
        self.positions += 1;
        if !self.clock_checks.is_due() {
            return Ok(());
        }
        if let Some(progress) = &self.progress {
            progress.positions.store(self.positions, Ordering::Relaxed);
        }
        // Check the limit of positions only when the next position is counted. Otherwise the result of a search would
        // depend on when it checks the clock.
        self.check_time()
    }

    /// Grants the search more positions, if there are any left.
    #[cold]
    fn grant(&mut self) -> Result<(), Stopped> {
        let left = self.limits.positions.saturating_sub(self.positions);
        let more = match &self.limits.pool {
            Some(pool) if left > 0 => pool.take().min(left),
            _ => left,
        };
        if more == 0 {
            return Err(Stopped::Positions);
        }
        self.granted = self.positions.saturating_add(more);
        Ok(())
    }

    /// The shared pool of positions, for a search that ends when `max` positions have been taken from it; `None`
    /// without a pool.
    pub fn pool_until(&self, max: u64) -> Option<PositionPool> {
        self.limits.pool.as_ref().map(|pool| pool.until(max))
    }

    /// Makes the search pause after this number of further positions; `None` cancels the pause.
    pub fn pause_after(&mut self, positions: Option<u64>) {
        self.pause = positions.map_or(u64::MAX, |more| self.positions.saturating_add(more));
    }

    /// Adds positions that were examined by another search, which has its own clock.
    pub fn add(&mut self, positions: u64) {
        self.positions += positions;
    }

    /// A clock for a helper thread of the search. It has the same time limit and shares the pool of positions. It also
    /// ends the helper's search when `stop` is set.
    #[must_use]
    pub fn for_helper(&self, stop: Arc<AtomicBool>) -> Clock {
        let limits = SearchLimits { stop, ..self.limits.clone() };
        let (positions, clock_checks) = (0, ClockChecks::begin());
        Clock {
            limits,
            start: self.start,
            positions,
            granted: 0,
            pause: u64::MAX,
            progress: None,
            clock_checks,
        }
    }

    /// A clock with no limit except the stop flag.
    pub fn without_time(&self) -> Clock {
        let limits = SearchLimits { stop: Arc::clone(&self.limits.stop), ..SearchLimits::default() };
        Clock {
            limits,
            start: self.start,
            positions: 0,
            granted: 0,
            pause: u64::MAX,
            progress: None,
            clock_checks: ClockChecks::begin(),
        }
    }

    /// Checks the time, the positions and the stop flag.
    ///
    /// # Errors
    /// If a limit has been reached, or the search must stop.
    pub fn check(&self) -> Result<(), Stopped> {
        let is_used_up = self.limits.pool.as_ref().is_some_and(PositionPool::is_used_up);
        if self.positions >= self.limits.positions || is_used_up && self.positions >= self.granted {
            return Err(Stopped::Positions);
        }
        self.check_time()
    }

    /// Checks the time and the stop flag.
    ///
    /// # Errors
    /// If the time is up, or the search must stop.
    pub fn check_time(&self) -> Result<(), Stopped> {
        if self.limits.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Requested);
        }
        if self.limits.time.is_some_and(|time| self.start.elapsed() >= time) {
            return Err(Stopped::Time);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Counts positions until a limit is reached; returns their number.
    fn used(mut clock: Clock) -> u64 {
        while clock.count().is_ok() {}
        clock.positions()
    }

    #[test]
    fn threads_examine_as_many_positions_together_as_there_are() {
        for (threads, positions) in [(1, 1_000), (2, 1_000), (3, 10_007), (8, 100_000), (64, 100), (4, 0)] {
            let pool = Some(PositionPool::new(positions, threads));
            let limits = SearchLimits { positions, pool, ..SearchLimits::default() };
            let clock = Clock::start(limits);
            let used: u64 = thread::scope(|scope| {
                let started: Vec<_> =
                    (0..threads).map(|_| scope.spawn(|| used(clock.for_helper(Arc::default())))).collect();
                started.into_iter().map(|thread| thread.join().expect("it counts")).sum()
            });
            assert_eq!(used, positions, "{threads} threads");
            assert_eq!(clock.check(), Err(Stopped::Positions));
        }
    }

    #[test]
    fn a_part_of_shared_positions_ends_where_the_part_does() {
        let pool = PositionPool::new(10_000, 2);
        let limits = |max| SearchLimits { pool: Some(pool.until(max)), ..SearchLimits::default() };
        assert_eq!(used(Clock::start(limits(2_500))), 2_500);
        assert_eq!(used(Clock::start(limits(2_500))), 0);
        assert_eq!(used(Clock::start(limits(u64::MAX))), 7_500);
    }

    #[test]
    fn the_last_position_is_examined_whenever_the_clock_is_checked() {
        // While positions are fast, the clock is checked after 1, 2, 4, 8 … positions. For some of these limits, a
        // check therefore falls on the last position.
        for positions in 1..600 {
            let limits = SearchLimits { positions, ..SearchLimits::default() };
            assert_eq!(used(Clock::start(limits)), positions);
        }
    }

    #[test]
    fn a_clock_alone_grants_what_its_limit_says() {
        for positions in [0, 1, 255, 256, 257, 5_000] {
            let limits = SearchLimits { positions, ..SearchLimits::default() };
            assert_eq!(used(Clock::start(limits)), positions);
        }
    }
}
