//! Decides how often long work checks the clock. The decision is based on how long the pieces of work take, not on
//! their number. If a position takes microseconds, checking at every position would cost more than the work. If a
//! position takes milliseconds, a check at every 256th position would notice the end of the time seconds too late.

use std::time::{Duration, Instant};

use super::params::{CLOCK_CHECK_INTERVAL, CLOCK_CHECK_MAX_POSITIONS};

/// The interval between clock checks, in pieces of work. It starts at one piece. It doubles as long as an interval
/// takes less than an eighth of a millisecond (half of `CLOCK_CHECK_INTERVAL`), and shrinks if an interval takes more
/// than twice that time.
#[derive(Clone, Copy, Debug)]
pub struct ClockChecks {
    /// The number of pieces until the next check.
    left: u64,
    interval: u64,
    last: Instant,
}

impl ClockChecks {
    /// Starts counting at the beginning of the work.
    pub fn begin() -> ClockChecks {
        ClockChecks { left: 1, interval: 1, last: Instant::now() }
    }

    /// Counts a piece of work, and returns whether a check is due. If a check is due, the caller must check the clock
    /// now.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        let now = Instant::now();
        self.adapt(now.saturating_duration_since(self.last));
        self.last = now;
        self.left = self.interval;
        true
    }

    /// Adapts the interval to the time that the last interval took.
    fn adapt(&mut self, took: Duration) {
        self.interval = match took {
            took if took > CLOCK_CHECK_INTERVAL => {
                let share = CLOCK_CHECK_INTERVAL.as_secs_f64() / took.as_secs_f64();
                ((self.interval as f64 * share) as u64).max(1)
            }
            took if took < CLOCK_CHECK_INTERVAL / 2 => (self.interval * 2).min(CLOCK_CHECK_MAX_POSITIONS),
            _ => self.interval,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The intervals that result if the pieces of work take these times, in microseconds.
    fn intervals(microseconds: &[u64]) -> Vec<u64> {
        let mut checks = ClockChecks::begin();
        let interval = |piece: &u64| {
            checks.adapt(Duration::from_micros(piece * checks.interval));
            checks.interval
        };
        microseconds.iter().map(interval).collect()
    }

    #[test]
    fn the_interval_follows_what_the_work_takes() {
        // Slow work is checked after each piece, and fast work after the maximum number of pieces.
        assert_eq!(intervals(&[12_000; 4]), [1; 4]);
        assert_eq!(intervals(&[0; 10]), [2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
        assert_eq!(CLOCK_CHECK_MAX_POSITIONS, 256);
        // When work becomes slow, only the first check is late.
        assert_eq!(intervals(&[0, 0, 0, 0, 12_000, 12_000]), [2, 4, 8, 16, 1, 1]);
    }

    #[test]
    fn a_check_is_due_after_the_first_piece_and_after_the_maximum_at_the_latest() {
        let mut checks = ClockChecks::begin();
        let due: Vec<u64> = (1..10_000).filter(|_| checks.is_due()).collect();
        assert_eq!(due[0], 1);
        assert!(due.windows(2).all(|pair| pair[1] - pair[0] <= CLOCK_CHECK_MAX_POSITIONS), "{due:?}");
    }
}
