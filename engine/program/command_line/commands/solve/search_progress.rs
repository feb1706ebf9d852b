//! Shows the progress of a search for a win: the moves tried, the number of positions examined, and the speed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use noire_engine::progress::Progress;
use noire_engine::search::limits::{Clock, SearchLimits, SearchProgress};
use noire_engine::search::reports::per_second;
use noire_engine::search::solve::SolveOptions;
use noire_engine::search::strategy::ThreatClass;

/// Interval between progress updates.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A position that is being searched, and where to report progress.
pub(super) struct ProgressReporter<'w> {
    pub(super) progress: &'w Progress,
    /// Index of the position, from 0.
    pub(super) at: usize,
    /// Number of positions in the run.
    pub(super) of: usize,
    pub(super) options: &'w SolveOptions,
}

/// Stops the progress thread when it is dropped, even if the search panics.
struct StopOnDrop<'e>(&'e AtomicBool, thread::Thread);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

impl ProgressReporter<'_> {
    /// Runs a search, and reports its progress from another thread.
    pub(super) fn run<T>(&self, progress: &SearchProgress, search: impl FnOnce() -> T) -> T {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let watcher = thread::Builder::new().spawn_scoped(scope, || {
                let clock = Clock::start(SearchLimits::default());
                thread::park_timeout(POLL_INTERVAL);
                while !is_over.load(Ordering::Relaxed) {
                    self.report(progress, clock.elapsed());
                    thread::park_timeout(POLL_INTERVAL);
                }
            });
            // If the thread cannot be started, no progress is shown.
            let _ending = watcher.ok().map(|watcher| StopOnDrop(&is_over, watcher.thread().clone()));
            search()
        })
    }

    fn report(&self, progress: &SearchProgress, time: Duration) {
        let positions = progress.positions();
        let position =
            if self.of == 1 { String::new() } else { format!("position {} of {}, ", self.at + 1, self.of) };
        let class = progress.class().map_or_else(String::new, |class| format!("{}, ", class_text(class)));
        let speed = per_second(positions, time);
        let done = (self.at as f64 + self.fraction_done(positions, time)) / self.of as f64;
        self.progress.show(done, &format!("{position}{class}{positions} examined, {speed} a second"));
    }

    /// Fraction of the limits that the search has used, from 0 to 1.
    fn fraction_done(&self, positions: u64, time: Duration) -> f64 {
        let limits = &self.options.limits;
        let of_time = limits.time.map_or(0.0, |all| time.as_secs_f64() / all.as_secs_f64().max(1e-9));
        (positions as f64 / limits.positions as f64).max(of_time).min(1.0)
    }
}

/// The moves that the search tries, in words.
fn class_text(class: ThreatClass) -> &'static str {
    match class {
        ThreatClass::Fours => "fours",
        ThreatClass::Threats => "threes",
        ThreatClass::Quiet => "quiet moves",
    }
}
