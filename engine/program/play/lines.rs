//! Where the lines come from that people say: a script, or somebody at the terminal, whose Ctrl-C is a word of its own.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use blanche_compiler::files;

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line.
    Text(String),
    /// A line that is no UTF-8, with a sign for what cannot be read.
    Garbled(String),
    /// Nothing more.
    End,
    /// Ctrl-C in place of a line.
    Interrupted,
}

/// Lines one after the other.
pub trait Lines {
    /// The next one.
    ///
    /// # Errors
    /// When it cannot be read.
    fn next_line(&mut self) -> io::Result<Line>;

    /// Whether somebody is there who hears a question before the next line is said.
    fn has_somebody(&self) -> bool {
        false
    }
}

/// A script.
impl<R: BufRead> Lines for R {
    fn next_line(&mut self) -> io::Result<Line> {
        let mut bytes = Vec::new();
        if !files::read_line(self, &mut bytes)? {
            return Ok(Line::End);
        }
        Ok(String::from_utf8(bytes).map_or_else(
            |error| Line::Garbled(String::from_utf8_lossy(error.as_bytes()).into_owned()),
            Line::Text,
        ))
    }
}

/// The sign of Ctrl-C is looked at so often while a line is waited for.
const LOOK: Duration = Duration::from_millis(50);

/// The lines of the standard input, and Ctrl-C among them.
pub struct Typed {
    lines: Receiver<io::Result<Line>>,
    stop: Arc<AtomicBool>,
}

impl Typed {
    /// Begins to read; Ctrl-C sets this sign.
    pub fn new(stop: Arc<AtomicBool>) -> Typed {
        // What waits for a line cannot be woken, so somebody else waits.
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let line = input.next_line();
                let is_last = matches!(line, Ok(Line::End) | Err(_));
                if sender.send(line).is_err() || is_last {
                    break;
                }
            }
        });
        Typed { lines, stop }
    }
}

impl Lines for Typed {
    fn next_line(&mut self) -> io::Result<Line> {
        while !self.stop.load(Ordering::Relaxed) {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Disconnected) => return Ok(Line::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Ok(Line::Interrupted)
    }

    fn has_somebody(&self) -> bool {
        io::stdin().is_terminal()
    }
}
