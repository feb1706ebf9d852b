//! Runs a session at a terminal, with line editing and completion, or from a script.
//!
//! The content of answers is not interpreted here. The caller prints the answers, and decides what to do about
//! failures.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use super::history::History;
use super::standard_input::standard_input;
use super::{Completion, Next, Session, World};
use crate::files;
use crate::progress::StillRunning;
use crate::report::Style;

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The user ended the conversation, or every line of a script was answered.
    Fine,
    /// A line of a script had a mistake.
    Mistakes,
    /// Ctrl-C stopped a script.
    Stopped,
}

/// The error that ended a conversation.
#[derive(Debug)]
pub enum Broken<E> {
    /// A line of the script could not be read.
    Script(io::Error),
    /// A line could not be read from the terminal.
    Terminal(io::Error),
    /// An answer could not be printed.
    Print(E),
}

/// Progress message for a line that takes long.
const STILL: &str = "not answered yet; Ctrl-C stops it";

/// Installs a handler for Ctrl-C, and returns the flag that it sets. A session with this flag aborts the running
/// question.
///
/// # Errors
/// When the platform does not support the signal.
pub fn interrupt() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, Arc::clone(&stop))?;
    Ok(stop)
}

/// Runs a conversation over standard input. A user at a terminal also sees the `opening`, a greeting, and messages in
/// this style. A script gets answers only.
///
/// # Errors
/// When lines cannot be read, or answers cannot be printed.
pub fn talk<W: World, E>(
    mut session: Session<W>,
    opening: &str,
    style: Style,
    mut print: impl FnMut(&str) -> Result<(), E>,
) -> Result<End, Broken<E>> {
    if !io::stdin().is_terminal() {
        return follow(session, standard_input().map_err(Broken::Script)?, print);
    }
    session.draw_with(style);
    print(&format!("{opening}{}\n", session.greeting())).map_err(Broken::Print)?;
    converse(session, print)
}

/// Runs a script. Ctrl-C ends it, because later lines may depend on the answer that was interrupted.
fn follow<W: World, E>(
    mut session: Session<W>,
    mut script: impl BufRead,
    mut print: impl FnMut(&str) -> Result<(), E>,
) -> Result<End, Broken<E>> {
    let mut end = End::Fine;
    let mut is_last = false;
    while !is_last {
        let mut line = Vec::new();
        // The empty line at the end of the input completes an unfinished text.
        is_last = !files::read_line(&mut script, &mut line).map_err(Broken::Script)?;
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        // Invalid UTF-8 is a mistake in one line only, and the next line is read as usual.
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
        if session.is_stopped() {
            return Ok(End::Stopped);
        }
        let still = StillRunning::begin(STILL);
        let reply = session.enter(&line);
        drop(still);
        print(&reply.text).map_err(Broken::Print)?;
        if reply.failed {
            end = End::Mistakes;
        }
        if session.is_stopped() {
            return Ok(End::Stopped);
        }
        if reply.next == Next::Nothing {
            break;
        }
    }
    Ok(end)
}

/// Runs a conversation at a terminal.
fn converse<W: World, E>(
    session: Session<W>,
    mut print: impl FnMut(&str) -> Result<(), E>,
) -> Result<End, Broken<E>> {
    let failed = |error: ReadlineError| Broken::Terminal(io::Error::other(error));
    let config = Config::builder().completion_type(CompletionType::List).build();
    let earlier = MemHistory::with_config(&config);
    let mut editor: Editor<Suggesting<W>, MemHistory> =
        Editor::with_history(config, earlier).map_err(failed)?;
    let mut history = History::of_user();
    for line in history.lines() {
        editor.add_history_entry(line).map_err(failed)?;
    }
    editor.set_helper(Some(Suggesting { session }));
    let mut prompt = "? ";
    loop {
        let line = editor.readline(prompt);
        let Some(helper) = editor.helper_mut() else { unreachable!("it was set") };
        let line = match line {
            Ok(line) => line,
            // Drop the unfinished text, and read another line.
            Err(ReadlineError::Interrupted) => {
                helper.session.forget();
                prompt = "? ";
                continue;
            }
            Err(ReadlineError::Eof) => return Ok(End::Fine),
            // A line with invalid UTF-8 is ignored, and the conversation continues.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                print("the line has bytes that are not UTF-8; it was not read\n").map_err(Broken::Print)?;
                continue;
            }
            Err(error) => return Err(failed(error)),
        };
        let still = StillRunning::begin(STILL);
        history.add(&line);
        let reply = helper.session.enter(&line);
        drop(still);
        print(&reply.text).map_err(Broken::Print)?;
        prompt = match reply.next {
            Next::Anything => "? ",
            Next::More => "| ",
            Next::Nothing => return Ok(End::Fine),
        };
        editor.add_history_entry(line).map_err(failed)?;
    }
}

/// Adapter that offers the session's completions to the line editor.
struct Suggesting<W: World> {
    session: Session<W>,
}

impl<W: World> Completer for Suggesting<W> {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = self.session.complete(line, at);
        let pair = |one: Completion| Pair { display: one.label, replacement: one.text };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl<W: World> Hinter for Suggesting<W> {
    type Hint = String;
}

impl<W: World> Highlighter for Suggesting<W> {}

impl<W: World> Validator for Suggesting<W> {}

impl<W: World> Helper for Suggesting<W> {}
