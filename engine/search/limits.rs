//! How long a search may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use blanche_compiler::runtime::LimitReached;

use super::looks::Looks;
use super::params::{BATCHES, LOOK_MOST};
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
    /// The positions that several threads have together, if they do.
    pub shared: Option<Shared>,
}

/// Positions that several threads have together. A thread takes a few at a time, so that all of them examine no more than there are,
/// and hardly fewer.
#[derive(Clone, Debug)]
pub struct Shared {
    taken: Arc<AtomicU64>,
    most: u64,
    batch: u64,
}

impl Shared {
    /// So many positions for so many threads.
    pub fn new(positions: u64, threads: usize) -> Shared {
        let batch = (positions / (threads as u64 * BATCHES)).clamp(1, LOOK_MOST);
        Shared { taken: Arc::default(), most: positions, batch }
    }

    /// The same positions to a search that ends when so many are taken.
    #[must_use]
    pub fn until(&self, most: u64) -> Shared {
        Shared { most: most.min(self.most), ..self.clone() }
    }

    /// Takes some positions; none when there are no more.
    fn take(&self) -> u64 {
        let before = self.taken.fetch_add(self.batch, Ordering::Relaxed);
        let granted = self.most.saturating_sub(before).min(self.batch);
        self.taken.fetch_sub(self.batch - granted, Ordering::Relaxed);
        granted
    }

    fn is_used_up(&self) -> bool {
        self.taken.load(Ordering::Relaxed) >= self.most
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
            shared: None,
        }
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
    /// After so many positions more have to be granted.
    granted: u64,
    /// After so many positions it is the turn of another search.
    pause: u64,
    /// Who is told how far it is.
    watched: Option<Arc<Watched>>,
    looks: Looks,
}

impl Clock {
    /// Begins to count.
    pub fn start(limits: SearchLimits) -> Clock {
        let looks = Looks::begin();
        Clock {
            limits,
            start: Instant::now(),
            positions: 0,
            granted: 0,
            pause: u64::MAX,
            watched: None,
            looks,
        }
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
        if self.positions >= self.granted {
            self.grant()?;
        }
        if self.positions >= self.pause {
            return Err(Stopped::Paused);
        }
        self.positions += 1;
        if !self.looks.are_due() {
            return Ok(());
        }
        if let Some(watched) = &self.watched {
            watched.positions.store(self.positions, Ordering::Relaxed);
        }
        // The number of positions is asked when the next one is counted: what a search finds must not depend on when it looks.
        self.look_at_time()
    }

    /// Grants more positions, if there are any.
    #[cold]
    fn grant(&mut self) -> Result<(), Stopped> {
        let left = self.limits.positions.saturating_sub(self.positions);
        let more = match &self.limits.shared {
            Some(shared) if left > 0 => shared.take().min(left),
            _ => left,
        };
        if more == 0 {
            return Err(Stopped::Positions);
        }
        self.granted = self.positions.saturating_add(more);
        Ok(())
    }

    /// The positions that threads have together, to a search that ends when so many are taken.
    pub fn shared_until(&self, most: u64) -> Option<Shared> {
        self.limits.shared.as_ref().map(|shared| shared.until(most))
    }

    /// After so many more positions it is the turn of another search; without a number it is not.
    pub fn pause_after(&mut self, positions: Option<u64>) {
        self.pause = positions.map_or(u64::MAX, |more| self.positions.saturating_add(more));
    }

    /// Counts positions that a search of its own clock has examined.
    pub fn add(&mut self, positions: u64) {
        self.positions += positions;
    }

    /// The clock of another thread of the search: it ends at the same time, when the positions that they have together are used up,
    /// or when this sign is set.
    #[must_use]
    pub fn of_helper(&self, stop: Arc<AtomicBool>) -> Clock {
        let limits = SearchLimits { stop, ..self.limits.clone() };
        let (positions, looks) = (0, Looks::begin());
        Clock { limits, start: self.start, positions, granted: 0, pause: u64::MAX, watched: None, looks }
    }

    /// A clock that stops only where it is asked to.
    pub fn without_time(&self) -> Clock {
        let limits = SearchLimits { stop: Arc::clone(&self.limits.stop), ..SearchLimits::default() };
        Clock {
            limits,
            start: self.start,
            positions: 0,
            granted: 0,
            pause: u64::MAX,
            watched: None,
            looks: Looks::begin(),
        }
    }

    /// Looks at the time, the positions and the sign to stop.
    ///
    /// # Errors
    /// When there is nothing left, or when it is to stop.
    pub fn look(&self) -> Result<(), Stopped> {
        let is_used_up = self.limits.shared.as_ref().is_some_and(Shared::is_used_up);
        if self.positions >= self.limits.positions || is_used_up && self.positions >= self.granted {
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

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Counts positions until none is left.
    fn used(mut clock: Clock) -> u64 {
        while clock.count().is_ok() {}
        clock.positions()
    }

    #[test]
    fn threads_examine_as_many_positions_together_as_there_are() {
        for (threads, positions) in [(1, 1_000), (2, 1_000), (3, 10_007), (8, 100_000), (64, 100), (4, 0)] {
            let shared = Some(Shared::new(positions, threads));
            let limits = SearchLimits { positions, shared, ..SearchLimits::default() };
            let clock = Clock::start(limits);
            let used: u64 = thread::scope(|scope| {
                let started: Vec<_> =
                    (0..threads).map(|_| scope.spawn(|| used(clock.of_helper(Arc::default())))).collect();
                started.into_iter().map(|thread| thread.join().expect("it counts")).sum()
            });
            assert_eq!(used, positions, "{threads} threads");
            assert_eq!(clock.look(), Err(Stopped::Positions));
        }
    }

    #[test]
    fn a_part_of_shared_positions_ends_where_the_part_does() {
        let shared = Shared::new(10_000, 2);
        let limits = |most| SearchLimits { shared: Some(shared.until(most)), ..SearchLimits::default() };
        assert_eq!(used(Clock::start(limits(2_500))), 2_500);
        assert_eq!(used(Clock::start(limits(2_500))), 0);
        assert_eq!(used(Clock::start(limits(u64::MAX))), 7_500);
    }

    #[test]
    fn the_last_position_is_examined_whenever_the_clock_is_looked_at() {
        // Looks come after 1, 2, 4, 8 … positions as long as they are fast, and so at the last one of some of these limits.
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
