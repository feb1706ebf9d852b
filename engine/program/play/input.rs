//! The source of the lines that people enter: a script or a terminal. At a terminal, Ctrl-C counts as an input.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use blanche_compiler::files;

/// The result of reading a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line of valid UTF-8.
    Text(String),
    /// A line that is not valid UTF-8, with replacement characters for the invalid bytes.
    Garbled(String),
    /// The end of the input.
    End,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// A source of lines.
pub trait LineSource {
    /// Reads the next line.
    ///
    /// # Errors
    /// If the input cannot be read.
    fn next_line(&mut self) -> io::Result<Line>;

    /// Whether a person can see a question before entering the next line.
    fn is_interactive(&self) -> bool {
        false
    }
}

/// A reader is a script: no person is present when its lines are read.
impl<R: BufRead> LineSource for R {
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

/// Interval between checks for Ctrl-C while waiting for a line.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The lines of standard input, interrupted by Ctrl-C.
pub struct StandardInput {
    lines: Receiver<io::Result<Line>>,
    stop: Arc<AtomicBool>,
}

impl StandardInput {
    /// Starts to read standard input. `stop` is the flag that Ctrl-C sets.
    pub fn new(stop: Arc<AtomicBool>) -> StandardInput {
        // A blocking read cannot be interrupted, so a separate thread reads the lines.
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
        StandardInput { lines, stop }
    }
}

impl LineSource for StandardInput {
    fn next_line(&mut self) -> io::Result<Line> {
        while !self.stop.load(Ordering::Relaxed) {
            match self.lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Disconnected) => return Ok(Line::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Ok(Line::Interrupted)
    }

    fn is_interactive(&self) -> bool {
        io::stdin().is_terminal()
    }
}
