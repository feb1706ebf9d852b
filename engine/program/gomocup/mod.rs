//! The protocol of Gomocup, by which managers such as Piskvork let programs play: a line comes in, lines go out.
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
//! | [`command`] | what a line of the manager says |
//! | [`session`] | a game as the manager tells it, and what is answered |
//! | [`time`] | how long a move may take |
//! | [`searcher`] | moves by search, in time whatever happens |
//! | [`program`] | the other side: a program of somebody else, with us as its manager |
//!
//! A session answers without reading or writing anything, and a [`Mover`] chooses moves; [`serve`] brings both together. What
//! the mover finds while it searches goes out as `MESSAGE` lines, unless `INFO show_detail 0` forbids that.
//! Whatever comes in, it goes on: what a manager says wrongly is answered with `ERROR`, and what is not known with
//! `UNKNOWN`, with words.
//!
//! A contest is a manager itself, of [`program`]s of somebody else.
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

pub use session::{Ask, Session, Then};

use self::command::Command;
use self::time::shortened;
use noire_engine::board::Point;
use noire_engine::record::gomocup_bases;

/// Somebody who chooses moves.
pub trait Mover {
    /// Gets ready for games by the rules of this base; it is asked for all of them before the first game is confirmed. Gives
    /// what there is to know of it, a line for each.
    fn prepare(&mut self, base: &'static str) -> Vec<String>;

    /// Makes room for what is remembered within so many bytes, where there is a limit: before the first game is confirmed, and
    /// again at once when the manager says another limit, so that no move pays for it.
    fn limit(&mut self, _memory: Option<u64>) {}

    /// A move in this position, within this time; nothing when there is none. Once the session is over, which `end` says,
    /// nobody waits for it any longer. `tell` takes what there is to know on the way, a line each time.
    fn choose(&mut self, ask: &Ask, end: &AtomicBool, tell: &mut dyn FnMut(&str)) -> Option<Point>;

    /// Thinks ahead in this position, in which the other side is to move, if that is allowed.
    fn ponder(&mut self, _ask: &Ask) -> Option<Pondering> {
        None
    }
}

/// A search that goes on while the other side thinks, and ends with this.
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

/// Plays with a manager until it ends the session or the input ends. A move that is being chosen then is answered at once,
/// with what has been found so far.
///
/// # Errors
/// When reading or writing fails.
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
        if let Then::Choose(ask) = &mut then {
            // The manager's clock has run while the program got ready for what stood in front of this line.
            let waited = readiness.delay(line.came);
            ask.time = shortened(ask.time, waited);
            // Where nothing can be written the answer fails as well.
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
            Then::End => break,
            Then::Choose(_) => pondering = session.ask().and_then(|ask| mover.ponder(&ask)),
            Then::Read => {}
        }
    }
    Ok(())
}

/// What the mover is ready for.
#[derive(Default)]
struct Readiness {
    has_bases: bool,
    /// The limit of memory that room was made for.
    limit: Option<Option<u64>>,
    /// When the program last began to get ready, and when it was.
    last: Option<(Instant, Instant)>,
}

impl Readiness {
    /// Lets the mover get ready for what the session says by now. Gives what there is to know of the bases, once.
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
            // The rules may come at any time, and then nobody waits for a base to be opened.
            self.has_bases = true;
            notes.extend(gomocup_bases().flat_map(|base| mover.prepare(base)));
        }
        self.last = Some((began, Instant::now()));
        notes
    }

    /// How long a line that came then had to wait for the program to get ready.
    fn delay(&self, came: Instant) -> Duration {
        let waited = |(began, ready): (Instant, Instant)| ready.saturating_duration_since(came.max(began));
        self.last.map_or(Duration::ZERO, waited)
    }
}

/// A line with the moment in which it came.
struct Line {
    came: Instant,
    text: io::Result<Vec<u8>>,
}

/// So many lines are read ahead at most.
const AHEAD: usize = 1024;

/// The lines as they come. They are read beside the session, so that its end is seen while a move is being chosen.
fn lines(input: impl BufRead + Send + 'static, end: Arc<AtomicBool>) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = sync_channel(AHEAD);
    thread::Builder::new().spawn(move || {
        read_lines(input, &sender, &end);
        end.store(true, Ordering::Relaxed);
    })?;
    Ok(receiver)
}

/// Reads lines until the session or the input ends, or nobody wants them.
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

/// What is kept of a line; no command is as long.
const LONGEST_LINE: usize = 4096;

/// Reads a line without its end; false where there is none any more. Of a very long one the rest is dropped.
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
        line.extend(text.iter().take(LONGEST_LINE - line.len()));
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}
