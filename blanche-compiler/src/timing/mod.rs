//! Measures how long work takes. All times reported to people are measured here.
//!
//! A task processes items, such as positions. Its run is divided into *pieces* of some hundred microseconds, each a few
//! items. On a busy machine the system interrupts a program for milliseconds, many times a second. A run that is longer
//! than the time between two interruptions is therefore never measured undisturbed, but a short piece often is. Pieces
//! are short for all tasks, so that tasks of different lengths are compared under the same conditions.
//!
//! | step | what it does |
//! |---|---|
//! | 1 | each task runs uncounted: the first run fetches memory and computes what is computed only once |
//! | 2 | each task runs again, item by item, to find the ends of its pieces, or the number of runs of a short task |
//! | 3 | rounds go through all tasks, each in a different order, so that other activity affects all of them |
//!
//! A turn of a task begins with half a millisecond that is not counted, because the caches still contain the data of
//! the previous task. The *least* time of a task is the sum of the least times of its pieces. The spread says how far
//! the medians are above the least times. Source: Chen and Revels 2016, *Robust benchmarking in noisy environments*.
//!
//! | module | contents |
//! |---|---|
//! | `parts` | the times of parts by rounds, and the figures and errors computed from them |
//! | `pieces` | rounds through tasks that are divided into pieces |
//! | `watch` | rounds through tasks that time their own parts, one by one |
//! | `date` | the current date |

mod date;
mod parts;
mod pieces;
mod watch;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use date::now;
pub use parts::{CONFIDENCE, DOUBTFUL_SPREAD, Interval, Parts, Timing};
pub use pieces::{measure, measure_items};
pub use watch::{Watch, clock, finest, measure_parts};

/// How long a set of tasks is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// Time for rounds, per task.
    pub time: Duration,
    /// Minimum number of rounds.
    pub fewest_rounds: usize,
    /// Maximum number of rounds.
    pub most_rounds: usize,
    /// Set to stop. Measuring then ends after the current round, but never before the first round is complete.
    pub stop: Option<&'a AtomicBool>,
    /// Seed for the order of the tasks in each round.
    pub seed: u64,
}

impl<'a> Effort<'a> {
    /// Measures for `time` per task, and at least three rounds.
    pub const fn of(time: Duration) -> Effort<'a> {
        Effort { time, fewest_rounds: 3, most_rounds: 300, stop: None, seed: 1 }
    }

    /// Sets a flag that stops the measurement.
    #[must_use]
    pub const fn until(self, stop: &'a AtomicBool) -> Effort<'a> {
        Effort { stop: Some(stop), ..self }
    }

    /// Sets the seed for the order of the tasks.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Effort<'a> {
        Effort { seed, ..self }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Runs a function once, and returns its result and duration. Intended for long work that should not be repeated.
pub fn once<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = run();
    (done, start.elapsed())
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
