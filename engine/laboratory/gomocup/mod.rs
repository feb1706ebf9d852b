//! The Gomocup protocol, by which managers such as Piskvork run programs. The manager sends commands line by line, and
//! the program answers with lines.
//!
//! ```text
//! manager     START 15            OK
//!             INFO rule 4
//!             INFO timeout_turn 5000
//!             TURN 7,7            8,6
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | [`command`] | parses the commands of the manager |
//! | [`session`] | the state of a game, and the answers to commands |
//! | [`time`] | the time limits that the manager sets |
//! | [`program`] | the other side: this program is the manager and runs a foreign program |
//! | [`searcher`] | chooses moves with a search that always answers in time |
//!
//! A [`Session`] answers commands without any input or output, a [`Mover`] chooses moves, and [`serve`] connects both
//! to the streams. While the mover searches, its reports are sent as `MESSAGE` lines, unless `INFO show_detail 0`
//! forbids that.
//!
//! No input ends the session early. A malformed command is answered with `ERROR` and an unknown command with `UNKNOWN`,
//! both with a reason.
//!
//! In a contest, this program is itself the manager of foreign [`program`]s.
//!
//! Source: the protocol as P. Laštovička and M. Petříček describe it, plastovicka.github.io/protocl2en.htm.

pub mod command;
pub mod program;
pub mod searcher;
pub mod session;
pub mod time;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub use session::{MoveRequest, NextStep, Session};

use self::command::Command;
use self::time::shortened;
use noire_engine::board::Point;
use noire_engine::record::gomocup_bases;

/// Chooses the moves of a session, such as a search.
pub trait Mover {
    /// Prepares for games by the rules of the base called `base`. It is called for every base before the first game is
    /// confirmed. Returns notes for the manager, one in each line, for example about missing parts of the base.
    fn prepare(&mut self, base: &'static str) -> Vec<String>;

    /// Allocates memory for the search tables. The limit is in bytes, and `None` means that there is no limit. It is
    /// called before the first game is confirmed, and whenever the manager changes the limit, so that no move has to
    /// wait for the allocation.
    fn limit(&mut self, _memory: Option<u64>) {}

    /// Chooses a move in this position within its time limit, or returns `None` if there is no move. `end` is set when
    /// the session is over and the move is no longer needed. `tell` receives progress reports of one line each.
    fn choose(&mut self, ask: &MoveRequest, end: &AtomicBool, tell: &mut dyn FnMut(&str)) -> Option<Point>;

    /// Starts to think about this position, in which the opponent is to move. Does so only if the settings allow
    /// pondering.
    fn ponder(&mut self, _ask: &MoveRequest) -> Option<Pondering> {
        None
    }
}

/// A search on the opponent's time. Dropping this value stops the search.
pub struct Pondering {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Plays games for a manager until the manager ends the session or the input ends. If the input ends while a move is
/// being chosen, the mover answers immediately with the best move found so far.
///
/// # Errors
/// If reading or writing fails.
pub fn serve(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    mover: &mut impl Mover,
) -> io::Result<()> {
    let (mut session, mut readiness) = (Session::default(), Readiness::default());
    let (end, mut pondering) = (Arc::default(), None);
    for line in lines(input, Arc::clone(&end))? {
        let (text, start) = (line.text?, Instant::now());
        drop(pondering.take());
        let (mut lines, mut then) = session.take(&String::from_utf8_lossy(&text));
        lines.extend(readiness.keep(&session, mover).into_iter().map(|note| format!("MESSAGE {note}")));
        if let NextStep::Choose(ask) = &mut then {
            // The clock of the manager was running while the program prepared for the commands before this line.
            let waited = readiness.delay(line.came);
            ask.time = shortened(ask.time, waited);
            // An error is ignored here, because writing the answer will then fail too.
            let mut tell = |line: &str| {
                if ask.is_told {
                    let _ = writeln!(output, "MESSAGE {line}").and_then(|()| output.flush());
                }
            };
            let chosen = mover.choose(ask, &end, &mut tell);
            lines.extend(session.chosen(chosen, waited + start.elapsed()));
        }
        for line in lines {
            writeln!(output, "{line}")?;
        }
        output.flush()?;
        match then {
            NextStep::End => break,
            NextStep::Choose(_) => pondering = session.ask().and_then(|ask| mover.ponder(&ask)),
            NextStep::Read => {}
        }
    }
    Ok(())
}

/// Keeps track of the settings for which the mover has been prepared.
#[derive(Default)]
struct Readiness {
    has_bases: bool,
    /// The memory limit for which the tables were allocated.
    limit: Option<Option<u64>>,
    /// When the last preparation began and when it ended.
    last: Option<(Instant, Instant)>,
}

impl Readiness {
    /// Lets the mover prepare for the current options of the session. Returns the notes about the bases, but only on
    /// the first call.
    fn keep(&mut self, session: &Session, mover: &mut impl Mover) -> Vec<String> {
        let mut notes = Vec::new();
        if !session.is_open() || self.has_bases && self.limit == Some(session.memory()) {
            return notes;
        }
        let began = Instant::now();
        if self.limit != Some(session.memory()) {
            self.limit = Some(session.memory());
            mover.limit(session.memory());
        }
        if !self.has_bases {
            // All bases are prepared now. The manager may change the rules later, and then there is no time to open a
            // base.
            self.has_bases = true;
            notes.extend(gomocup_bases().flat_map(|base| mover.prepare(base)));
        }
        self.last = Some((began, Instant::now()));
        notes
    }

    /// The time that a line waited until the last preparation ended. The line arrived at `came`.
    fn delay(&self, came: Instant) -> Duration {
        let waited = |(began, ready): (Instant, Instant)| ready.saturating_duration_since(came.max(began));
        self.last.map_or(Duration::ZERO, waited)
    }
}

/// A line of input with its time of arrival.
struct Line {
    came: Instant,
    text: io::Result<Vec<u8>>,
}

/// Maximum number of lines that are read ahead.
const MAX_LINES_AHEAD: usize = 1024;

/// Reads the input in a thread of its own, so that the end of the session is seen while a move is being chosen.
fn lines(input: impl BufRead + Send + 'static, end: Arc<AtomicBool>) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = sync_channel(MAX_LINES_AHEAD);
    thread::Builder::new().spawn(move || {
        read_lines(input, &sender, &end);
        end.store(true, Ordering::Relaxed);
    })?;
    Ok(receiver)
}

/// Reads lines until the session or the input ends, or the receiver is dropped.
fn read_lines(mut input: impl BufRead, lines: &SyncSender<Line>, end: &AtomicBool) {
    loop {
        let mut line = Vec::new();
        let read = read_line(&mut input, &mut line);
        let is_last = match &read {
            Ok(true) => Command::read(&String::from_utf8_lossy(&line)) == Ok(Command::End),
            Ok(false) => return,
            Err(_) => true,
        };
        if is_last {
            end.store(true, Ordering::Relaxed);
        }
        let line = Line { came: Instant::now(), text: read.map(|_| line) };
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Maximum number of bytes to keep of a line. All commands are shorter.
const MAX_LINE_BYTES: usize = 4096;

/// Reads a line without its line break, and drops all bytes beyond [`MAX_LINE_BYTES`]. Returns `false` at the end of
/// the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut has_read = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if bytes.is_empty() {
            return Ok(has_read);
        }
        has_read = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let text = &bytes[..end.unwrap_or(bytes.len())];
        line.extend(text.iter().take(MAX_LINE_BYTES - line.len()));
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}
