//! That something is still running, told to whoever looks at a terminal: one line on standard error, which is rewritten
//! and taken away again. What ends soon says nothing, and neither does what nobody looks at.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What takes no longer than this says nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often the line is rewritten.
const REDRAWN: Duration = Duration::from_millis(200);

/// Tells that something is still running, until it is dropped.
pub struct StillRunning {
    line: Arc<Mutex<Line>>,
    /// Nothing is sent; that it is dropped ends the thread.
    end: Option<Sender<()>>,
    /// `None` where nobody looks.
    teller: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Line {
    what: String,
    is_shown: bool,
}

impl StillRunning {
    /// Begins to count the time. `what` is done, and how it can be ended: `asking; Ctrl-C stops it`.
    pub fn begin(what: &str) -> StillRunning {
        let line = Arc::new(Mutex::new(Line { what: what.to_owned(), is_shown: false }));
        if !io::stderr().is_terminal() {
            return StillRunning { line, end: None, teller: None };
        }
        let (end, ended) = mpsc::channel::<()>();
        let (shared, begin) = (Arc::clone(&line), Instant::now());
        let tell = move || {
            let mut wait = PATIENCE;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = REDRAWN;
                let mut line = locked(&shared);
                line.is_shown = true;
                write(&format!("\r\x1b[K{} s: {}", begin.elapsed().as_secs(), line.what));
            }
        };
        // Without a thread nothing is told, and what runs is none the worse.
        let teller = thread::Builder::new().name("progress".to_owned()).spawn(tell).ok();
        StillRunning { line, end: Some(end), teller }
    }

    /// This is done now.
    pub fn now(&self, what: &str) {
        locked(&self.line).what = what.to_owned();
    }

    /// Writes something else, with no line of this in between.
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
    // Whoever closed standard error does not want to know.
    let _ = io::stderr().write_all(text.as_bytes());
}
