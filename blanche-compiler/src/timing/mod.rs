//! How long work takes: the one place where a time is measured that a person reads.
//!
//! A task goes through items, positions for instance. Its time is cut into *pieces* of some hundred microseconds, each a few
//! items: on a busy machine the system interrupts a program for milliseconds, many times a second, and a pass that takes longer than
//! the time between two interruptions is never seen undisturbed, while a short one is. Pieces are short for all tasks, so that tasks
//! of different lengths are compared in the same conditions.
//!
//! | step | what it does |
//! |---|---|
//! | 1 | each task runs uncounted: the first run fetches memory and makes what is made once |
//! | 2 | each task runs once more, item by item, to see where its pieces end, or how often a short task runs in its one piece |
//! | 3 | rounds go through all tasks, each round in another order, so that whatever else the machine does meets all of them |
//!
//! A turn begins with half a millisecond that does not count: it would be charged for what the task before it left in the caches. The *least* time of a task is the sum of the least times of its pieces; the spread says how far the
//! medians lie above. Source: Chen and Revels 2016, *Robust benchmarking in noisy environments*.
//!
//! | module | what it holds |
//! |---|---|
//! | `parts` | the times of parts by rounds, and the figures and errors that come of them |
//! | `pieces` | rounds through tasks that are cut into pieces |
//! | `watch` | rounds through tasks that time their own parts, one by one |
//! | `date` | what day it is |

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
    /// Time for rounds, for each task.
    pub time: Duration,
    /// Minimum number of rounds.
    pub fewest_rounds: usize,
    /// Maximum number of rounds.
    pub most_rounds: usize,
    /// After this is set only the round at hand is ended, or the first one.
    pub stop: Option<&'a AtomicBool>,
    /// Seed of the order of the tasks in each round.
    pub seed: u64,
}

impl<'a> Effort<'a> {
    /// Rounds for so long, three at least.
    pub const fn of(time: Duration) -> Effort<'a> {
        Effort { time, fewest_rounds: 3, most_rounds: 300, stop: None, seed: 1 }
    }

    /// The same, but that it may be stopped.
    #[must_use]
    pub const fn until(self, stop: &'a AtomicBool) -> Effort<'a> {
        Effort { stop: Some(stop), ..self }
    }

    /// The same with another order of turns.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Effort<'a> {
        Effort { seed, ..self }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Runs a task once, and gives what it took: for what takes long, and is not to be done again.
pub fn once<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = run();
    (done, start.elapsed())
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
