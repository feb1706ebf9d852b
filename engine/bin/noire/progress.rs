//! A line on standard error that says how far a long run is; nothing where nobody looks at a terminal.

use std::io::{self, IsTerminal};

/// The line.
pub(crate) struct Progress {
    shown: bool,
}

impl Progress {
    const BAR: usize = 24;

    /// A line that is shown where standard error is a terminal.
    pub(crate) fn new() -> Progress {
        Progress { shown: io::stderr().is_terminal() }
    }

    /// So much is done, from 0 to 1, and this is done now.
    pub(crate) fn show(&self, done: f64, what: &str) {
        if self.shown {
            let full = ((done * Progress::BAR as f64) as usize).min(Progress::BAR);
            eprint!("\r\x1b[K{}{} {what}", "█".repeat(full), "░".repeat(Progress::BAR - full));
        }
    }

    /// Takes the line away.
    pub(crate) fn end(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
