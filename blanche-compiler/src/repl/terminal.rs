//! A session and somebody who types: lines are edited and completed at a terminal, or come from a script.
//!
//! Nothing is known here of what is said. Whoever starts the conversation prints the answers, and decides what becomes of
//! a failure.

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
use super::waited::standard_input;
use super::{Completion, Next, Session, World};
use crate::files;
use crate::progress::StillRunning;
use crate::report::Style;

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody at the terminal had enough, or every line of a script was answered.
    Fine,
    /// A line of a script had a mistake.
    Mistakes,
    /// Ctrl-C stopped a script.
    Stopped,
}

/// Why a conversation broke off.
#[derive(Debug)]
pub enum Broken<E> {
    /// The lines of a script cannot be read.
    Script(io::Error),
    /// The lines of somebody at the terminal cannot be read.
    Terminal(io::Error),
    /// An answer could not be printed.
    Print(E),
}

/// What is told of a line that is not answered yet.
const STILL: &str = "not answered yet; Ctrl-C stops it";

/// A sign that Ctrl-C sets from now on, for a session that gives a question up.
///
/// # Errors
/// When the machine has no such signal to wait for.
pub fn interrupt() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, Arc::clone(&stop))?;
    Ok(stop)
}

/// Leads a conversation over the standard input to its end. Somebody at a terminal sees the `opening` and a greeting
/// before it, and messages in this style; a script gets answers alone.
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

/// Lines of a script. Ctrl-C ends it: whoever wrote the next line expected an answer to this one.
fn follow<W: World, E>(
    mut session: Session<W>,
    mut script: impl BufRead,
    mut print: impl FnMut(&str) -> Result<(), E>,
) -> Result<End, Broken<E>> {
    let mut end = End::Fine;
    let mut is_last = false;
    while !is_last {
        let mut line = Vec::new();
        // What the last line has begun is ended by an empty one.
        is_last = !files::read_line(&mut script, &mut line).map_err(Broken::Script)?;
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        // A byte that is no text is a mistake in its line, and the next one follows.
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

/// Lines of somebody at the terminal.
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
            // What was begun is given up, and another line is waited for.
            Err(ReadlineError::Interrupted) => {
                helper.session.forget();
                prompt = "? ";
                continue;
            }
            Err(ReadlineError::Eof) => return Ok(End::Fine),
            // Bytes that are no text cost the line, and not the conversation.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                print("the line has bytes that are no UTF-8; it was not read\n").map_err(Broken::Print)?;
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

/// What the session suggests, for the editor of lines.
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
