//! Progress reports. The progress is the finished share of the work or the used share of the time, whichever is
//! greater. Work is counted in small units, so that the progress moves within a stage.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Stage;

/// Minimum time between two reports within a stage.
const MIN_REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Reports the progress of a run.
pub(crate) struct ProgressReporter<'r> {
    show: &'r (dyn Fn(Stage) + Sync),
    begin: Instant,
    /// Time limit of the run, if it has one.
    time: Option<Duration>,
    work: Mutex<Work>,
}

/// The current stage.
struct Work {
    /// The start and end of the stage, as shares of the run.
    part: [f64; 2],
    units: u64,
    done: u64,
    what: String,
    /// Time of the last report.
    last: Instant,
    /// The last reported share, so that the progress never decreases.
    told: f64,
}

impl<'r> ProgressReporter<'r> {
    /// Creates the progress reports of a run that started at `begin`.
    pub(crate) fn new(
        show: &'r (dyn Fn(Stage) + Sync),
        begin: Instant,
        time: Option<Duration>,
    ) -> ProgressReporter<'r> {
        let work = Work { part: [0.0; 2], units: 1, done: 0, what: String::new(), last: begin, told: 0.0 };
        ProgressReporter { show, begin, time, work: Mutex::new(work) }
    }

    /// Starts a stage with this number of units of work. `part` is the start and end of the stage, as shares of the
    /// run.
    pub(crate) fn stage(&self, part: [f64; 2], units: u64, what: String) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        (work.part, work.units, work.done, work.what) = (part, units.max(1), 0, what);
        self.report(&mut work);
    }

    /// Records that this many units of the stage are finished.
    pub(crate) fn advance(&self, units: u64) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.done = (work.done + units).min(work.units);
        if work.last.elapsed() >= MIN_REPORT_INTERVAL {
            self.report(&mut work);
        }
    }

    fn report(&self, work: &mut Work) {
        let [from, to] = work.part;
        let by_work = from + (to - from) * work.done as f64 / work.units as f64;
        let gone = |time: Duration| self.begin.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9);
        let done = by_work.max(self.time.map_or(0.0, gone)).min(1.0);
        (work.told, work.last) = (work.told.max(done), Instant::now());
        (self.show)(Stage { done: work.told, what: work.what.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_the_share_of_the_work_and_never_decreases() {
        let told: Mutex<Vec<(f64, String)>> = Mutex::default();
        let show = |stage: Stage| told.lock().expect("nothing fails").push((stage.done, stage.what));
        let run = ProgressReporter::new(&show, Instant::now(), None);
        run.stage([0.0, 0.5], 4, "first".to_owned());
        run.advance(1);
        run.stage([0.5, 1.0], 2, "second".to_owned());
        run.advance(1);
        // The test pretends that the last report was long ago.
        run.work.lock().expect("nothing fails").last -= 2 * MIN_REPORT_INTERVAL;
        run.advance(0);
        run.stage([0.6, 0.6], 0, "third".to_owned());
        let told = told.into_inner().expect("nothing fails");
        let shares: Vec<f64> = told.iter().map(|(done, _)| *done).collect();
        assert_eq!(shares, [0.0, 0.5, 0.75, 0.75]);
    }

    #[test]
    fn progress_follows_the_time_if_it_is_ahead_of_the_work() {
        let told: Mutex<Vec<f64>> = Mutex::default();
        let show = |stage: Stage| told.lock().expect("nothing fails").push(stage.done);
        let begin = Instant::now() - Duration::from_secs(30);
        let run = ProgressReporter::new(&show, begin, Some(Duration::from_secs(60)));
        run.stage([0.0, 0.0], 1, String::new());
        run.stage([0.9, 1.0], 1, String::new());
        let told = told.into_inner().expect("nothing fails");
        assert!((0.5..0.9).contains(&told[0]) && told[1] >= 0.9, "{told:?}");
    }
}
