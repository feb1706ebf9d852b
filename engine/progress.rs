//! How far a long run is, on standard error: a line that is rewritten where somebody looks at a terminal, otherwise a line
//! now and then for whoever reads it later. Short runs say nothing. The time is that of the whole command: what it read
//! and loaded before counts as well.
//!
//! Tests set `NOIRE_PROGRESS` to a number of seconds, after which a line is written elsewhere than at a terminal, and
//! then again; with 0 every step is told.
//!
//! `indicatif` draws bars, too, with five more packages; what is piped it leaves out, and that is half of the work here.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use blanche_compiler::markup;

/// A run that takes no longer than this says nothing at a terminal.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often a line at a terminal is rewritten.
const REDRAWN: Duration = Duration::from_millis(200);

/// How often a line is written elsewhere, from so many seconds after the beginning on.
const REPEATED: Duration = Duration::from_secs(10);

/// What says otherwise, in seconds.
const REPEATED_BY: &str = "NOIRE_PROGRESS";

/// The thread that tells wakes up no more often than this.
const SHORTEST_SLEEP: Duration = Duration::from_millis(20);

/// When the command began.
static BEGAN: Mutex<Option<Instant>> = Mutex::new(None);

/// The command begins now: its runs count their time from here. One that does its work again and again begins each time.
pub fn start_clock() {
    *BEGAN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
}

/// When the command began; now, if it has not.
fn began() -> Instant {
    *BEGAN.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now)
}

/// How far a run is, told while it goes on by a thread of its own: also while a single step takes long.
pub struct Progress {
    /// When the command began.
    began: Instant,
    line: Arc<Mutex<Line>>,
    /// Nothing is sent; that it is dropped ends the thread.
    end: Option<Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

/// What is told, and when.
pub struct Line {
    is_terminal: bool,
    /// From 0 to 1.
    done: f64,
    /// What is done now; nothing before the first word of it.
    what: String,
    /// When the next line is due.
    due: Duration,
    /// So long after it the one behind it is.
    again: Duration,
    /// A line stands at the terminal.
    is_shown: bool,
    /// The width of the terminal: a longer line could not be taken away.
    columns: Option<usize>,
}

impl Line {
    const BAR: usize = 24;

    /// Nothing is told yet, at a terminal or elsewhere.
    pub fn new(is_terminal: bool) -> Line {
        let (due, again) = if is_terminal { (PATIENCE, REDRAWN) } else { (REPEATED, REPEATED) };
        Line { is_terminal, done: 0.0, what: String::new(), due, again, is_shown: false, columns: None }
    }

    /// The same line, which is written after so long, and then again, where nobody looks at a terminal.
    #[must_use]
    pub fn repeated(self, time: Duration) -> Line {
        if self.is_terminal { self } else { Line { due: time, again: time, ..self } }
    }

    /// The same line at a terminal of this width.
    #[must_use]
    pub fn within(self, columns: Option<usize>) -> Line {
        Line { columns, ..self }
    }

    /// So much is done, from 0 to 1, and this is done now.
    pub fn set(&mut self, done: f64, what: &str) {
        self.done = done;
        self.what = what.to_owned();
    }

    /// What is to be written after so long.
    pub fn told(&mut self, elapsed: Duration) -> Option<String> {
        if elapsed < self.due || self.what.is_empty() {
            return None;
        }
        let (what, seconds) = (markup::shown(&self.what), elapsed.as_secs());
        let done = self.done.clamp(0.0, 1.0);
        self.due = elapsed + self.again;
        if !self.is_terminal {
            return Some(format!("{seconds} s, {:.0} %: {what}\n", (100.0 * done).floor()));
        }
        self.is_shown = true;
        let full = (done * Line::BAR as f64) as usize;
        let (full, empty) = ("█".repeat(full), "░".repeat(Line::BAR - full));
        let line = format!("{full}{empty} {what}, {seconds} s");
        // The last column stays free: some terminals go on in the next line as soon as it is written to.
        let most = self.columns.map_or(usize::MAX, |columns| columns.saturating_sub(1));
        Some(format!("\r\x1b[K{}", line.chars().take(most).collect::<String>()))
    }

    /// What takes the line at the terminal away.
    pub fn cleared(&mut self) -> &'static str {
        if std::mem::take(&mut self.is_shown) { "\r\x1b[K" } else { "" }
    }
}

impl Progress {
    /// Begins to tell. The time is counted from [`start_clock`], or from here where no command has begun.
    pub fn begin() -> Progress {
        let columns = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0));
        let mut line = Line::new(io::stderr().is_terminal()).within(columns);
        if let Some(time) = repeated_by() {
            line = line.repeated(time);
        }
        let sleep = line.again.clamp(SHORTEST_SLEEP, REDRAWN);
        let line = Arc::new(Mutex::new(line));
        let (end, ended) = mpsc::channel::<()>();
        let shared = Arc::clone(&line);
        let began = began();
        let tell = move || {
            while ended.recv_timeout(sleep) == Err(RecvTimeoutError::Timeout) {
                tell(&mut locked(&shared), began);
            }
        };
        // Without a thread only steps are told, and the run is none the worse.
        let teller = thread::Builder::new().name("progress".to_owned()).spawn(tell).ok();
        Progress { began, line, end: Some(end), teller }
    }

    /// How long the command has taken.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// So much is done, from 0 to 1, and this is done now.
    pub fn show(&self, done: f64, what: &str) {
        let mut line = locked(&self.line);
        line.set(done, what);
        tell(&mut line, self.began);
    }

    /// This one of so many positions is looked at.
    pub fn position(&self, at: usize, of: usize) {
        let what = if of == 1 { "the position".to_owned() } else { format!("position {} of {of}", at + 1) };
        self.show(at as f64 / of.max(1) as f64, &what);
    }

    /// Writes what there is to print to standard output, and empties it.
    ///
    /// # Errors
    /// When standard output takes nothing more.
    pub fn print(&self, text: &mut Vec<u8>) -> io::Result<()> {
        self.aside(|| {
            let mut out = io::stdout().lock();
            out.write_all(text).and_then(|()| out.flush())
        })?;
        text.clear();
        Ok(())
    }

    /// Writes something else, with no line of this in between.
    pub fn aside<T>(&self, say: impl FnOnce() -> T) -> T {
        let mut line = locked(&self.line);
        write(line.cleared());
        say()
    }

    /// Takes the line away, and says no more.
    pub fn end(&mut self) {
        drop(self.end.take());
        if let Some(teller) = self.teller.take() {
            let _ = teller.join();
        }
        write(locked(&self.line).cleared());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// How often tests want a line.
fn repeated_by() -> Option<Duration> {
    let seconds: f64 = std::env::var(REPEATED_BY).ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Writes the line where it is due.
fn tell(line: &mut Line, began: Instant) {
    if let Some(text) = line.told(began.elapsed()) {
        write(&text);
    }
}

fn locked(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) {
    if !text.is_empty() {
        // Whoever closed standard error does not want to know.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}
