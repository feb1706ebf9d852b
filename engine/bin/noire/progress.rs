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
pub(crate) struct Progress {
    state: Arc<Mutex<State>>,
    /// Nothing is sent; that it is dropped ends the thread.
    end: Option<Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

/// What is told, and when.
struct State {
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

impl State {
    const BAR: usize = 24;

    fn new(is_terminal: bool) -> State {
        let due = if is_terminal { PATIENCE } else { REPEATED };
        State { is_terminal, done: 0.0, what: String::new(), due, is_shown: false }
    }

    /// What is to be written after so long.
    fn told(&mut self, elapsed: Duration) -> Option<String> {
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
        let full = (done * State::BAR as f64) as usize;
        let (full, empty) = ("█".repeat(full), "░".repeat(State::BAR - full));
        Some(format!("\r\x1b[K{full}{empty} {what}, {seconds} s"))
    }

    /// What takes the line at the terminal away.
    fn cleared(&mut self) -> &'static str {
        if std::mem::take(&mut self.is_shown) { "\r\x1b[K" } else { "" }
    }
}

impl Progress {
    /// Begins to count the time.
    pub(crate) fn new() -> Progress {
        let state = Arc::new(Mutex::new(State::new(io::stderr().is_terminal())));
        let (end, ended) = mpsc::channel::<()>();
        let shared = Arc::clone(&state);
        let begin = Instant::now();
        let tell = move || {
            while ended.recv_timeout(REDRAWN) == Err(RecvTimeoutError::Timeout) {
                let mut state = locked(&shared);
                if let Some(line) = state.told(begin.elapsed()) {
                    write(&line);
                }
            }
        };
        // Without a thread nothing is told, and the run is none the worse.
        let teller = thread::Builder::new().name("progress".to_owned()).spawn(tell).ok();
        Progress { state, end: Some(end), teller }
    }

    /// So much is done, from 0 to 1, and this is done now.
    pub(crate) fn show(&self, done: f64, what: &str) {
        let mut state = locked(&self.state);
        state.done = done;
        state.what = what.to_owned();
    }

    /// This one of so many positions is looked at.
    pub(crate) fn position(&self, at: usize, of: usize) {
        let what = if of == 1 { "the position".to_owned() } else { format!("position {} of {of}", at + 1) };
        self.show(at as f64 / of.max(1) as f64, &what);
    }

    /// Writes what there is to print to standard output, and empties it.
    pub(crate) fn print(&self, text: &mut Vec<u8>) -> io::Result<()> {
        self.aside(|| {
            let mut out = io::stdout().lock();
            out.write_all(text).and_then(|()| out.flush())
        })?;
        text.clear();
        Ok(())
    }

    /// Writes something else, with no line of this in between.
    pub(crate) fn aside<T>(&self, say: impl FnOnce() -> T) -> T {
        let mut state = locked(&self.state);
        write(state.cleared());
        say()
    }

    /// Takes the line away, and says no more.
    pub(crate) fn end(&mut self) {
        drop(self.end.take());
        if let Some(teller) = self.teller.take() {
            let _ = teller.join();
        }
        write(locked(&self.state).cleared());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) {
    if !text.is_empty() {
        // Whoever closed standard error does not want to know.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(state: &mut State, seconds: f64) -> Option<String> {
        state.told(Duration::from_secs_f64(seconds))
    }

    #[test]
    fn a_terminal_has_a_line_after_two_seconds_that_is_rewritten() {
        let mut state = State::new(true);
        (state.done, state.what) = (0.5, "2 of 4 mutants".to_owned());
        assert_eq!(at(&mut state, 1.9), None);
        assert_eq!(state.cleared(), "", "a short run leaves the terminal as it was");
        let line = at(&mut state, 2.0).expect("it is due");
        assert_eq!(line, format!("\r\x1b[K{}{} 2 of 4 mutants, 2 s", "█".repeat(12), "░".repeat(12)));
        assert_eq!(at(&mut state, 2.1), None);
        assert!(at(&mut state, 2.3).is_some());
        assert_eq!(state.cleared(), "\r\x1b[K");
        assert_eq!(state.cleared(), "");
    }

    #[test]
    fn elsewhere_a_line_comes_every_ten_seconds() {
        let mut state = State::new(false);
        (state.done, state.what) = (0.999, "round 3".to_owned());
        assert_eq!(at(&mut state, 9.9), None);
        assert_eq!(at(&mut state, 10.0).as_deref(), Some("10 s, 99 %: round 3\n"));
        assert_eq!(at(&mut state, 19.9), None);
        state.done = 2.0;
        assert_eq!(at(&mut state, 20.4).as_deref(), Some("20 s, 100 %: round 3\n"));
        assert_eq!(state.cleared(), "", "what was written stays");
    }

    #[test]
    fn nothing_is_told_before_there_is_something_to_tell() {
        assert_eq!(at(&mut State::new(false), 60.0), None);
    }
}
