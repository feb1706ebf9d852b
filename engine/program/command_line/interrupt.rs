//! Ctrl-C: the first asks a long search to stop and tell what it has found so far, the second ends the program. And a
//! limit of time for each of many pieces of work.

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::repl::waited;
use noire_engine::alarm::Alarm;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::command_line::output::{Failure, MACHINE, count};
use noire_engine::progress::Progress;

pub(crate) use blanche_compiler::repl::waited::INTERRUPTED;

/// Standard input, for commands that read it to its end: the first Ctrl-C ends a command that waits for it.
pub(crate) fn standard_input() -> Result<impl BufRead, Failure> {
    waited::standard_input().map_err(|error| not_waited_for(&error))
}

/// A sign that Ctrl-C sets, from now on.
///
/// # Errors
/// When the system takes no handler of signals.
pub fn stop() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    // What is registered first is done first: the second Ctrl-C finds the sign set.
    flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(&stop))
        .and_then(|_| flag::register(SIGINT, Arc::clone(&stop)))
        .map_err(|error| not_waited_for(&error))?;
    Ok(stop)
}

/// A sign that Ctrl-C sets beside that of [`stop`], and that others set and take back: what questions and searches look at.
pub(crate) fn sign() -> Result<Arc<AtomicBool>, Failure> {
    let sign = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, Arc::clone(&sign)).map_err(|error| not_waited_for(&error))?;
    Ok(sign)
}

fn not_waited_for(error: &io::Error) -> Failure {
    Failure::Said(format!("error: Ctrl-C cannot be waited for: {error}"), MACHINE)
}

/// Pieces of work one after the other, each with so much time; Ctrl-C ends the one at hand, and all that follow.
pub(crate) struct Turns {
    time: Duration,
    interrupted: Arc<AtomicBool>,
    /// What the work looks at.
    out_of_time: Arc<AtomicBool>,
}

/// What became of a piece of work.
pub(crate) enum Turn<T> {
    /// It came to its end.
    Done(T),
    /// Its time was over before that; what it gives then.
    OutOfTime(T),
    /// Ctrl-C.
    Interrupted,
}

impl Turns {
    /// With so much time for each.
    pub(crate) fn new(time: Duration) -> Result<Turns, Failure> {
        Ok(Turns { time, interrupted: stop()?, out_of_time: sign()? })
    }

    /// The sign that the work is to look at.
    pub(crate) fn sign(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.out_of_time)
    }

    /// The sign that Ctrl-C sets.
    pub(crate) fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// Does a piece of work, which ends early where the sign is set.
    pub(crate) fn take<T>(&self, work: impl FnOnce() -> T) -> Turn<T> {
        self.out_of_time.store(false, Ordering::Relaxed);
        // Whoever pressed Ctrl-C just now has set both signs, and one of them is gone.
        if self.interrupted.load(Ordering::Relaxed) {
            return Turn::Interrupted;
        }
        let alarm = Alarm::new(self.time, &self.out_of_time);
        let done = work();
        drop(alarm);
        if self.interrupted.load(Ordering::Relaxed) {
            return Turn::Interrupted;
        }
        if self.out_of_time.load(Ordering::Relaxed) { Turn::OutOfTime(done) } else { Turn::Done(done) }
    }
}

/// Whether Ctrl-C has ended the work; then says how many positions were not asked.
pub(crate) fn is_over(stop: &AtomicBool, left: usize, progress: &Progress) -> bool {
    let is_over = stop.load(Ordering::Relaxed);
    if is_over {
        progress.aside(|| eprintln!("note: not asked: {}", count(left, "position")));
    }
    is_over
}

/// The exit status of a command that came to its end, or was stopped before.
pub fn status(stop: &AtomicBool) -> ExitCode {
    if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}
