//! Ctrl-C handling. The first Ctrl-C asks a long search to stop and report what it has found, and the second one ends
//! the program. While input is read, there is nothing to report yet, so the first Ctrl-C ends the program
//! ([`ends_at_once`]). Also limits the time of each task in a sequence.

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use blanche_compiler::repl::standard_input;
use noire_engine::alarm::Alarm;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::command_line::output::{Failure, INTERNAL_ERROR, count};
use noire_engine::progress::Progress;

pub(crate) use blanche_compiler::repl::standard_input::INTERRUPTED;

/// Standard input, for commands that read it to its end. The first Ctrl-C ends a command that is waiting for input.
pub(crate) fn standard_input() -> Result<impl BufRead, Failure> {
    standard_input::standard_input().map_err(|error| handler_failure(&error))
}

/// Returns a flag that Ctrl-C sets from now on. A second Ctrl-C ends the program.
///
/// # Errors
/// If the system accepts no signal handler.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    register_end_at_once()?;
    // Handlers run in the order of their registration, so only the second Ctrl-C finds the flag set and ends the
    // program.
    flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(&stop))
        .and_then(|_| flag::register(SIGINT, Arc::clone(&stop)))
        .map_err(|error| handler_failure(&error))?;
    Ok(stop)
}

/// Returns a second flag that Ctrl-C sets, in addition to the flag of [`stop_flag`]. The program may also set and clear
/// this second flag, to stop queries and searches.
pub(crate) fn second_stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let sign = Arc::new(AtomicBool::new(false));
    register_end_at_once()?;
    flag::register(SIGINT, Arc::clone(&sign)).map_err(|error| handler_failure(&error))?;
    Ok(sign)
}

/// Whether the next Ctrl-C ends the program, because nothing looks at the flags of [`stop_flag`] and
/// [`second_stop_flag`] now.
static ENDS_AT_ONCE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

fn register_end_at_once() -> Result<(), Failure> {
    let registered =
        flag::register_conditional_shutdown(SIGINT, i32::from(INTERRUPTED), Arc::clone(&ENDS_AT_ONCE));
    registered.map(|_| ()).map_err(|error| handler_failure(&error))
}

/// A part of a command that looks at no flag and has nothing to report: the reading of its input. Until the value is
/// dropped, the first Ctrl-C ends the program.
pub(crate) struct EndsAtOnce {
    was_set: bool,
}

/// Lets the first Ctrl-C end the program until the returned value is dropped.
pub(crate) fn ends_at_once() -> EndsAtOnce {
    EndsAtOnce { was_set: ENDS_AT_ONCE.swap(true, Ordering::Relaxed) }
}

impl Drop for EndsAtOnce {
    fn drop(&mut self) {
        ENDS_AT_ONCE.store(self.was_set, Ordering::Relaxed);
    }
}

fn handler_failure(error: &io::Error) -> Failure {
    Failure::Message(format!("error: the handler for Ctrl-C cannot be installed: {error}"), INTERNAL_ERROR)
}

/// Runs a sequence of tasks with a time limit for each. Ctrl-C ends the current task and skips all others.
pub(crate) struct TimedTasks {
    time: Duration,
    interrupted: Arc<AtomicBool>,
    /// The flag that tells the current task to end.
    out_of_time: Arc<AtomicBool>,
}

/// The outcome of a task.
pub(crate) enum TaskOutcome<T> {
    /// The task was completed.
    Done(T),
    /// The task ran out of time. Holds its partial result.
    OutOfTime(T),
    /// Ctrl-C was pressed.
    Interrupted,
}

impl TimedTasks {
    /// Creates a sequence of tasks with this time limit for each.
    pub(crate) fn new(time: Duration) -> Result<TimedTasks, Failure> {
        Ok(TimedTasks { time, interrupted: stop_flag()?, out_of_time: second_stop_flag()? })
    }

    /// The flag that tells a task to end. The task must check it.
    pub(crate) fn end_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.out_of_time)
    }

    /// The flag that Ctrl-C sets.
    pub(crate) fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// Runs a task, which should end early when the flag of [`end_flag`](TimedTasks::end_flag) is set.
    pub(crate) fn run<T>(&self, work: impl FnOnce() -> T) -> TaskOutcome<T> {
        self.out_of_time.store(false, Ordering::Relaxed);
        // Ctrl-C sets both flags, and `out_of_time` was just cleared, so `interrupted` must be checked.
        if self.interrupted.load(Ordering::Relaxed) {
            return TaskOutcome::Interrupted;
        }
        let alarm = Alarm::new(self.time, &self.out_of_time);
        let done = work();
        drop(alarm);
        if self.interrupted.load(Ordering::Relaxed) {
            return TaskOutcome::Interrupted;
        }
        if self.out_of_time.load(Ordering::Relaxed) {
            TaskOutcome::OutOfTime(done)
        } else {
            TaskOutcome::Done(done)
        }
    }
}

/// Whether Ctrl-C has stopped the work. If so, prints the number of positions left.
pub(crate) fn is_stopped(stop: &AtomicBool, left: usize, progress: &Progress) -> bool {
    let is_over = stop.load(Ordering::Relaxed);
    if is_over {
        progress.aside(|| eprintln!("note: not asked: {}", count(left, "position")));
    }
    is_over
}

/// The exit status of a command that ended, or was stopped by Ctrl-C.
pub fn status(stop: &AtomicBool) -> ExitCode {
    if stop.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}
