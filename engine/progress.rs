//! Progress of a long run, on standard error. At a terminal it is one line that is rewritten in place; elsewhere (a
//! pipe, a log) a new line is written now and then. Short runs write nothing. Times are counted from the start of the
//! command, so reading and loading are included.
//!
//! For tests, `NOIRE_PROGRESS` sets the interval in seconds between lines that are not written to a terminal; with 0
//! every step is written.
//!
//! Not `indicatif`: it adds five packages and writes nothing if the output is piped, which is half of what this module
//! does.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use blanche_compiler::markup;

/// Delay before progress is first shown at a terminal; shorter runs show none.
const INITIAL_DELAY: Duration = Duration::from_secs(2);

/// Interval between redraws at a terminal.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Interval between lines outside a terminal, and the delay before the first one.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The environment variable that overrides [`LINE_INTERVAL`], in seconds.
const LINE_INTERVAL_VARIABLE: &str = "NOIRE_PROGRESS";

/// Minimum interval between wake-ups of the thread that writes progress.
const MIN_SLEEP: Duration = Duration::from_millis(20);

/// Start time of the command.
static COMMAND_START: Mutex<Option<Instant>> = Mutex::new(None);

/// Starts the clock of the command. A command that repeats its work calls this at each repetition.
pub fn start_clock() {
    *COMMAND_START.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
}

/// Start time of the command; sets it to now if the clock has not been started.
fn start_time() -> Instant {
    *COMMAND_START.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now)
}

/// Reports the progress of a run from its own thread, so updates appear even while a single step takes long.
pub struct Progress {
    /// Start time of the command.
    start_time: Instant,
    line: Arc<Mutex<Line>>,
    /// Dropping this sender ends the thread; no message is ever sent.
    end: Option<Sender<()>>,
    writer: Option<JoinHandle<()>>,
}

/// The text of the progress line and the time when it is next due.
pub struct Line {
    is_terminal: bool,
    /// The fraction done, from 0 to 1.
    done: f64,
    /// A description of the current step; empty before the first step.
    what: String,
    /// Elapsed time at which the next line is due.
    due: Duration,
    /// Interval between lines.
    interval: Duration,
    /// Whether a line is currently shown at the terminal.
    is_shown: bool,
    /// The width of the terminal. Longer lines are cut, because a line that wraps could not be erased.
    columns: Option<usize>,
}

impl Line {
    const BAR: usize = 24;

    /// A line with no progress yet, for a terminal or for other output.
    pub fn new(is_terminal: bool) -> Line {
        let (due, interval) =
            if is_terminal { (INITIAL_DELAY, REDRAW_INTERVAL) } else { (LINE_INTERVAL, LINE_INTERVAL) };
        Line { is_terminal, done: 0.0, what: String::new(), due, interval, is_shown: false, columns: None }
    }

    /// Returns this line with `time` as its interval and initial delay, unless the line is shown at a terminal.
    #[must_use]
    pub fn with_interval(self, time: Duration) -> Line {
        if self.is_terminal { self } else { Line { due: time, interval: time, ..self } }
    }

    /// Returns this line with `columns` as the width of the terminal, at which longer lines are cut.
    #[must_use]
    pub fn within(self, columns: Option<usize>) -> Line {
        Line { columns, ..self }
    }

    /// Sets the fraction done, from 0 to 1, and the description of the current step.
    pub fn set(&mut self, done: f64, what: &str) {
        self.done = done;
        self.what = what.to_owned();
    }

    /// Returns the text to write after `elapsed`, or `None` if no line is due.
    pub fn text_if_due(&mut self, elapsed: Duration) -> Option<String> {
        if elapsed < self.due || self.what.is_empty() {
            return None;
        }
        let (what, seconds) = (markup::shown(&self.what), elapsed.as_secs());
        let done = self.done.clamp(0.0, 1.0);
        self.due = elapsed + self.interval;
        if !self.is_terminal {
            return Some(format!("{seconds} s, {:.0} %: {what}\n", (100.0 * done).floor()));
        }
        self.is_shown = true;
        let full = (done * Line::BAR as f64) as usize;
        let (full, empty) = ("█".repeat(full), "░".repeat(Line::BAR - full));
        let line = format!("{full}{empty} {what}, {seconds} s");
        // The last column stays free: some terminals wrap as soon as that column is written to.
        let most = self.columns.map_or(usize::MAX, |columns| columns.saturating_sub(1));
        Some(format!("\r\x1b[K{}", line.chars().take(most).collect::<String>()))
    }

    /// The control sequence that erases the line at the terminal; empty if none is shown.
    pub fn cleared(&mut self) -> &'static str {
        if std::mem::take(&mut self.is_shown) { "\r\x1b[K" } else { "" }
    }
}

impl Progress {
    /// Starts reporting. Time counts from [`start_clock`], or from now if that was not called.
    pub fn begin() -> Progress {
        let columns = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0));
        let mut line = Line::new(io::stderr().is_terminal()).within(columns);
        if let Some(time) = interval_from_environment() {
            line = line.with_interval(time);
        }
        let sleep = line.interval.clamp(MIN_SLEEP, REDRAW_INTERVAL);
        let line = Arc::new(Mutex::new(line));
        let (end, ended) = mpsc::channel::<()>();
        let shared = Arc::clone(&line);
        let start_time = start_time();
        let write_if_due = move || {
            while ended.recv_timeout(sleep) == Err(RecvTimeoutError::Timeout) {
                write_if_due(&mut locked(&shared), start_time);
            }
        };
        // If no thread can be started, progress is still written at each step.
        let writer = thread::Builder::new().name("progress".to_owned()).spawn(write_if_due).ok();
        Progress { start_time, line, end: Some(end), writer }
    }

    /// Time since the start of the command.
    pub fn elapsed(&self) -> Duration {
        self.start_time.elapsed()
    }

    /// Sets the fraction done, from 0 to 1, and the description of the current step, and writes the line if it is due.
    pub fn show(&self, done: f64, what: &str) {
        let mut line = locked(&self.line);
        line.set(done, what);
        write_if_due(&mut line, self.start_time);
    }

    /// Reports that position `at` (from 0) of `of` positions is being processed.
    pub fn position(&self, at: usize, of: usize) {
        let what = if of == 1 { "the position".to_owned() } else { format!("position {} of {of}", at + 1) };
        self.show(at as f64 / of.max(1) as f64, &what);
    }

    /// Writes `text` to standard output without disturbing the progress line, then empties `text`.
    ///
    /// # Errors
    /// If standard output cannot be written to.
    pub fn print(&self, text: &mut Vec<u8>) -> io::Result<()> {
        self.aside(|| {
            let mut out = io::stdout().lock();
            out.write_all(text).and_then(|()| out.flush())
        })?;
        text.clear();
        Ok(())
    }

    /// Erases the progress line, then runs `write_other`, which writes other output.
    pub fn aside<T>(&self, write_other: impl FnOnce() -> T) -> T {
        let mut line = locked(&self.line);
        write(line.cleared());
        write_other()
    }

    /// Erases the line and stops reporting.
    pub fn end(&mut self) {
        drop(self.end.take());
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
        write(locked(&self.line).cleared());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// The interval from the environment variable that tests set.
fn interval_from_environment() -> Option<Duration> {
    let seconds: f64 = std::env::var(LINE_INTERVAL_VARIABLE).ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Writes the line if it is due.
fn write_if_due(line: &mut Line, start_time: Instant) {
    if let Some(text) = line.text_if_due(start_time.elapsed()) {
        write(&text);
    }
}

fn locked(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) {
    if !text.is_empty() {
        // Ignored: a closed standard error means that progress is not wanted.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}
