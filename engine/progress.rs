//! How far a long run is, on standard error: a line that is rewritten where somebody looks at a terminal, otherwise a line
//! now and then for whoever reads it later. Short runs say nothing.
//!
//! `indicatif` draws bars, too, with five more packages; what is piped it leaves out, and that is half of the work here.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A run that takes no longer than this says nothing at a terminal.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often a line at a terminal is rewritten.
const REDRAWN: Duration = Duration::from_millis(200);

/// How often a line is written elsewhere.
const REPEATED: Duration = Duration::from_secs(10);

/// How far a run is, told while it goes on by a thread of its own: also while a single step takes long.
pub struct Progress {
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
    /// A line stands at the terminal.
    is_shown: bool,
}

impl Line {
    const BAR: usize = 24;

    /// Nothing is told yet, at a terminal or elsewhere.
    pub fn new(is_terminal: bool) -> Line {
        let due = if is_terminal { PATIENCE } else { REPEATED };
        Line { is_terminal, done: 0.0, what: String::new(), due, is_shown: false }
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
        let (what, seconds) = (&self.what, elapsed.as_secs());
        let done = self.done.clamp(0.0, 1.0);
        self.due = elapsed + if self.is_terminal { REDRAWN } else { REPEATED };
        if !self.is_terminal {
            return Some(format!("{seconds} s, {:.0} %: {what}\n", (100.0 * done).floor()));
        }
        self.is_shown = true;
        let full = (done * Line::BAR as f64) as usize;
        let (full, empty) = ("█".repeat(full), "░".repeat(Line::BAR - full));
        Some(format!("\r\x1b[K{full}{empty} {what}, {seconds} s"))
    }

    /// What takes the line at the terminal away.
    pub fn cleared(&mut self) -> &'static str {
        if std::mem::take(&mut self.is_shown) { "\r\x1b[K" } else { "" }
    }
}

impl Progress {
    /// Begins to count the time.
    pub fn begin() -> Progress {
        let line = Arc::new(Mutex::new(Line::new(io::stderr().is_terminal())));
        let (end, ended) = mpsc::channel::<()>();
        let shared = Arc::clone(&line);
        let begin = Instant::now();
        let tell = move || {
            while ended.recv_timeout(REDRAWN) == Err(RecvTimeoutError::Timeout) {
                let mut line = locked(&shared);
                if let Some(text) = line.told(begin.elapsed()) {
                    write(&text);
                }
            }
        };
        // Without a thread nothing is told, and the run is none the worse.
        let teller = thread::Builder::new().name("progress".to_owned()).spawn(tell).ok();
        Progress { line, end: Some(end), teller }
    }

    /// So much is done, from 0 to 1, and this is done now.
    pub fn show(&self, done: f64, what: &str) {
        locked(&self.line).set(done, what);
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

fn locked(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) {
    if !text.is_empty() {
        // Whoever closed standard error does not want to know.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}
