//! `noire repl`: a conversation with a base about a position. What is said stands in the libraries; here lines are edited
//! and printed.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::repl::{Completion, Next, Session};
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire::bases::{Base, DEFAULT_BASE};
use noire::board::{Diagram, Position};
use noire::repl::{Board, session};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::output::{self, Failure, MACHINE, MISTAKES, WRONG_USE, remarks};
use crate::positions::PositionArguments;
use crate::text;

/// Ask a base anything about a position, define derivations and rules as you go, and write :help for what else there is.
/// Lines that come from a file or a pipe are a script: the status is 1 if one of them had a mistake.
///
/// Examples:
///   noire repl --moves h8,g9,d8,h10,i8,i11,g7
///   echo 'three(Group, white), open(Group)' | noire repl --moves h8,g9,d8,h10,i8,i11,g7
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    #[command(flatten)]
    positions: PositionArguments,
    /// A built-in base, or a folder with a base that is read now
    #[arg(long, value_name = "NAME-OR-DIR", default_value = DEFAULT_BASE)]
    base: String,
    /// The limit of work for one question, in candidates
    #[arg(long, value_name = "N", default_value_t = Limits::default().work)]
    work: u64,
    /// Draw stones as circles
    #[arg(long)]
    unicode: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let limits = Limits { work: arguments.work, ..Limits::default() };
    let base = Base::open(&arguments.base, limits)?;
    remarks(&base);
    let position = position(arguments)?;
    let stop = Arc::new(AtomicBool::new(false));
    flag::register(SIGINT, Arc::clone(&stop))
        .map_err(|error| Failure::Said(format!("error: Ctrl-C cannot be waited for: {error}"), MACHINE))?;
    let style = text::style(arguments.unicode);
    let picture = Diagram::of(&position).draw(style);
    let mut session = session(base, position, style, stop);
    if io::stdin().is_terminal() {
        session.draw_with(output::style());
        print!("{picture}");
        converse(session)
    } else {
        follow(session)
    }
}

/// The position that is given; without one the board is empty.
fn position(arguments: &Arguments) -> Result<Position, Failure> {
    if arguments.positions.is_empty() {
        return Ok(Position::default());
    }
    let positions = arguments.positions.read()?;
    match positions.entries.as_slice() {
        [one] => Ok(one.given.position()),
        several => Err(Failure::Said(
            format!("error: a conversation is about one position, and there are {}", several.len()),
            WRONG_USE,
        )),
    }
}

/// Lines of a script.
fn follow(mut session: Session<Board>) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let mut failed = false;
    // What the last line has begun is ended by an empty one.
    for line in io::stdin().lock().lines().chain([Ok(String::new())]) {
        let reply = session.enter(&line?);
        out.write_all(reply.text.as_bytes())?;
        failed |= reply.failed;
        if reply.next == Next::Nothing {
            break;
        }
    }
    out.flush()?;
    Ok(if failed { ExitCode::from(MISTAKES) } else { ExitCode::SUCCESS })
}

/// Lines of somebody at the terminal.
fn converse(session: Session<Board>) -> Result<ExitCode, Failure> {
    let failed =
        |error: ReadlineError| Failure::Said(format!("error: the terminal cannot be read: {error}"), MACHINE);
    println!("{}", session.greeting());
    let config = Config::builder().completion_type(CompletionType::List).build();
    let history = MemHistory::with_config(&config);
    let mut editor: Editor<Suggesting, MemHistory> = Editor::with_history(config, history).map_err(failed)?;
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
            Err(ReadlineError::Eof) => return Ok(ExitCode::SUCCESS),
            Err(error) => return Err(failed(error)),
        };
        let reply = helper.session.enter(&line);
        io::stdout().lock().write_all(reply.text.as_bytes())?;
        prompt = match reply.next {
            Next::Anything => "? ",
            Next::More => "| ",
            Next::Nothing => return Ok(ExitCode::SUCCESS),
        };
        editor.add_history_entry(line).map_err(failed)?;
    }
}

/// What the session suggests, for the editor of lines.
struct Suggesting {
    session: Session<Board>,
}

impl Completer for Suggesting {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = self.session.complete(line, at);
        let pair = |one: Completion| Pair { display: one.label, replacement: one.text };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Suggesting {
    type Hint = String;
}

impl Highlighter for Suggesting {}

impl Validator for Suggesting {}

impl Helper for Suggesting {}
