//! `noire repl`: a conversation with a base about a position. What is said, and how lines are read, stands in the
//! libraries.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::board::{Diagram, Position};
use crate::repl_host::session;
use blanche_compiler::repl::terminal::{Broken, End, interrupt, talk};
use blanche_compiler::repl::{Session, World};
use blanche_compiler::report::Style;
use blanche_compiler::report::width::{fitted_lines, of_output};
use clap::Args;

use crate::command_line::backend::{BaseName, WorkLimit};
use crate::command_line::games::{self, Opened, OptionalGame};
use crate::command_line::interrupt::INTERRUPTED;
use crate::command_line::output::{self, Failure, MACHINE, MISTAKES, WRONG_USE};
use crate::command_line::positions::{Asked, other_rules};
use crate::command_line::text::Boards;
use crate::facts::Base;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire repl --moves h8,g9,d8,h10,i8,i11,g7
  echo 'three(Group, white), open(Group)' | noire repl --moves h8,g9,d8,h10,i8,i11,g7";

/// Query a base about a position: ask, define rules, and see why.
///
/// Ask a base anything about a position, define derivations and rules as you go, and write :help for what else there
/// is.
/// Lines that come from a file or a pipe are a script: the status is 1 if one of them had a mistake.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    asked: Asked<BaseName>,
    #[command(flatten)]
    work: WorkLimit,
    #[command(flatten)]
    boards: Boards,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let limits = arguments.work.limits();
    if let Some(name) = &arguments.game.game {
        arguments.boards.of_text()?;
        return games::repl::run(&Opened::within(name, None, limits)?, &arguments.asked.positions, limits);
    }
    let base = arguments.asked.base.open(limits)?;
    let position = position(arguments, &base)?;
    let stop = stop()?;
    let style = arguments.boards.style();
    let picture = Diagram::of(&position).draw(style);
    let session = session(base, position, style, stop);
    converse(session, &picture)
}

/// The sign that Ctrl-C sets in a conversation.
pub(crate) fn stop() -> Result<Arc<AtomicBool>, Failure> {
    interrupt()
        .map_err(|error| Failure::Said(format!("error: Ctrl-C cannot be waited for: {error}"), MACHINE))
}

/// Has a conversation to its end.
pub(crate) fn converse<W: World>(session: Session<W>, picture: &str) -> Result<ExitCode, Failure> {
    let columns = of_output();
    let print = |answer: &str| {
        let mut out = io::stdout().lock();
        let answer = fitted_lines(&output::with_colours(answer), columns);
        out.write_all(answer.as_bytes()).and_then(|()| out.flush())
    };
    match talk(session, picture, Style { columns, ..output::style() }, print) {
        Ok(End::Fine) => Ok(ExitCode::SUCCESS),
        Ok(End::Mistakes) => Ok(ExitCode::from(MISTAKES)),
        Ok(End::Stopped) => Ok(ExitCode::from(INTERRUPTED)),
        Err(Broken::Script(error) | Broken::Print(error)) => Err(error.into()),
        Err(Broken::Terminal(error)) => {
            Err(Failure::Said(format!("error: the terminal cannot be read: {error}"), MACHINE))
        }
    }
}

/// The position that is given; without one the board is empty.
fn position(arguments: &Arguments, base: &Base) -> Result<Position, Failure> {
    if arguments.asked.positions.is_empty() {
        return Ok(Position::default());
    }
    let positions = arguments.asked.positions.read()?;
    match positions.entries.as_slice() {
        [one] => {
            other_rules(one, base).iter().for_each(|words| eprintln!("note: {words}"));
            Ok(one.spec.position())
        }
        several => Err(Failure::Said(
            format!("error: a conversation is about one position, and there are {}", several.len()),
            WRONG_USE,
        )),
    }
}
