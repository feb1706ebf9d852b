//! A progress line for long operations: one line on standard error, which is rewritten and finally removed. Nothing is
//! shown for short operations, or if standard error is not a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Delay before the line is first shown.
const DELAY: Duration = Duration::from_secs(2);

/// Interval between updates of the line.
const REDRAWN: Duration = Duration::from_millis(200);

/// Shows that an operation is running, until the value is dropped.
pub struct StillRunning {
    line: Arc<Mutex<Line>>,
    /// The sending end of a channel that is never used. When it is dropped, the thread ends.
    end: Option<Sender<()>>,
    /// The thread that writes the line; `None` if standard error is not a terminal.
    teller: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Line {
    what: String,
    is_shown: bool,
}

impl StillRunning {
    /// Starts the clock. `what` says what is running and how to stop it, such as `asking; Ctrl-C stops it`.
    pub fn begin(what: &str) -> StillRunning {
        let line = Arc::new(Mutex::new(Line { what: what.to_owned(), is_shown: false }));
        if !io::stderr().is_terminal() {
            return StillRunning { line, end: None, teller: None };
        }
        let (end, ended) = mpsc::channel::<()>();
        let (shared, begin) = (Arc::clone(&line), Instant::now());
        let tell = move || {
            let mut wait = DELAY;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = REDRAWN;
                let mut line = locked(&shared);
                line.is_shown = true;
                write(&format!("\r\x1b[K{} s: {}", begin.elapsed().as_secs(), line.what));
            }
        };
        // If no thread can be started, the operation runs without a progress line.
        let teller = thread::Builder::new().name("progress".to_owned()).spawn(tell).ok();
        StillRunning { line, end: Some(end), teller }
    }

    /// Changes the description of what is running.
    pub fn now(&self, what: &str) {
        locked(&self.line).what = what.to_owned();
    }

    /// Runs `say`, which writes other output, with the progress line removed.
    pub fn aside<T>(&self, say: impl FnOnce() -> T) -> T {
        let mut line = locked(&self.line);
        line.clear();
        say()
    }
}

impl Drop for StillRunning {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(teller) = self.teller.take() {
            let _ = teller.join();
        }
        locked(&self.line).clear();
    }
}

impl Line {
    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write("\r\x1b[K");
        }
    }
}

fn locked(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) {
    // Errors are ignored: if standard error is closed, no one reads the line.
    let _ = io::stderr().write_all(text.as_bytes());
}
