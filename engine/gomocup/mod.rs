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
//!
//! A session answers without reading or writing anything, and a [`Mover`] chooses moves; [`serve`] brings both together.
//! Whatever comes in, it goes on: what a manager says wrongly is answered with `ERROR`, and what is not known with
//! `UNKNOWN`, with words.
//!
//! Source: the protocol as P. Laštovička and M. Petříček describe it, plastovicka.github.io/protocl2en.htm.

pub mod command;
pub mod searcher;
pub mod session;
pub mod time;

use std::io::{self, BufRead, Write};
use std::time::Instant;

pub use session::{Ask, Session, Then};

use crate::board::Point;
use crate::record::gomocup_bases;

/// Somebody who chooses moves.
pub trait Mover {
    /// Gets ready for games by the rules of this base; it is asked for all of them before the first game is confirmed.
    fn prepare(&mut self, base: &'static str);

    /// A move in this position, within this time; nothing when there is none.
    fn choose(&mut self, ask: &Ask) -> Option<Point>;
}

/// Plays with a manager until it ends the session or the input ends.
///
/// # Errors
/// When reading or writing fails.
pub fn serve(mut input: impl BufRead, mut output: impl Write, mover: &mut impl Mover) -> io::Result<()> {
    let mut session = Session::default();
    let mut is_prepared = false;
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        let start = Instant::now();
        let (mut lines, then) = session.take(&String::from_utf8_lossy(&line));
        if session.is_open() && !is_prepared {
            // The rules may come at any time, and then nobody waits for a base to be opened.
            is_prepared = true;
            gomocup_bases().for_each(|base| mover.prepare(base));
        }
        if let Then::Choose(ask) = &then {
            let chosen = mover.choose(ask);
            lines.extend(session.chosen(chosen, start.elapsed()));
        }
        for line in lines {
            writeln!(output, "{line}")?;
        }
        output.flush()?;
        if matches!(then, Then::End) {
            break;
        }
    }
    Ok(())
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
