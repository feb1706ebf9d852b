//! `noire repl`: an interactive session that answers queries to a base about a position. The session and the input of
//! lines are implemented in the libraries.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::repl::terminal::{Broken, End, interrupt, talk};
use blanche_compiler::repl::{self, Session};
use blanche_compiler::report::Style;
use blanche_compiler::report::width::{fitted_lines, of_output};
use clap::Args;
use noire_engine::bases::Backend;
use noire_engine::with_world;
use noire_engine::world::{Marks, World, WorldExt, start_session};

use crate::command_line::asked::{Subject, answered_by, troubled};
use crate::command_line::backend::WorkLimit;
use crate::command_line::interrupt::INTERRUPTED;
use crate::command_line::output::{self, Failure, MACHINE, MISTAKES};
use crate::command_line::text::Boards;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire repl --moves h8,g9,d8,h10,i8,i11,g7
  noire repl my-game/
  echo 'three(Group, white), open(Group)' | noire repl --moves h8,g9,d8,h10,i8,i11,g7";

/// Query a base about a position interactively, define rules, and see why they apply.
///
/// Ask a base anything about a position, and define derivations and rules as you go; :help lists the commands. Input
/// from a file or a pipe is a script: the exit status is 1 if one of its lines has a mistake.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    work: WorkLimit,
    #[command(flatten)]
    boards: Boards,
}

/// Runs `noire repl`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let base = arguments.subject.open_base(&arguments.work)?;
    let backends = [Backend::Interpreted, Backend::Compiled];
    let backends = backends.into_iter().filter(|backend| base.has(*backend)).collect();
    let world = answered_by(base, backends)?;
    with_world!(world, |world| talk_about(world, arguments))
}

fn talk_about<W: World>(world: W, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let entry = arguments.subject.only(&world)?;
    let (stop, style) = (stop()?, arguments.boards.style());
    let position = entry.position(&world).map_err(|trouble| troubled(&world, trouble))?;
    let picture = world.draw(&position, &Marks::default(), style);
    match start_session(world, &entry, style, stop) {
        Ok(session) => converse(session, &picture),
        Err(trouble) => Err(Failure::Said(format!("error: {trouble}"), MISTAKES)),
    }
}

/// The flag that Ctrl-C sets in an interactive session.
pub(crate) fn stop() -> Result<Arc<AtomicBool>, Failure> {
    interrupt().map_err(|error| {
        Failure::Said(format!("error: the handler for Ctrl-C cannot be installed: {error}"), MACHINE)
    })
}

/// Runs an interactive session until it ends.
pub(crate) fn converse<W: repl::World>(session: Session<W>, picture: &str) -> Result<ExitCode, Failure> {
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
