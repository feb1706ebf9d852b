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

use crate::command_line::answer_text::BoardOptions;
use crate::command_line::backend_options::LimitOptions;
use crate::command_line::interrupt::INTERRUPTED;
use crate::command_line::output::{self, Failure, INTERNAL_ERROR, MISTAKES};
use crate::command_line::query_options::{GameAndPositions, open_with_backends, world_failure};

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
    subject: GameAndPositions,
    #[command(flatten)]
    work: LimitOptions,
    #[command(flatten)]
    boards: BoardOptions,
}

/// Runs `noire repl`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let base = arguments.subject.open_base(&arguments.work)?;
    let backends = [Backend::Interpreted, Backend::Compiled];
    let backends = backends.into_iter().filter(|backend| base.has(*backend)).collect();
    let world = open_with_backends(base, backends)?;
    with_world!(world, |world| run_session_in(world, arguments))
}

fn run_session_in<W: World>(world: W, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let entry = arguments.subject.single_entry(&world)?;
    let (stop, style) = (stop_flag()?, arguments.boards.style());
    let position = entry.position(&world).map_err(|trouble| world_failure(&world, trouble))?;
    let picture = world.draw(&position, &Marks::default(), style);
    match start_session(world, &entry, style, stop) {
        Ok(session) => run_session(session, &picture),
        Err(trouble) => Err(Failure::Message(format!("error: {trouble}"), MISTAKES)),
    }
}

/// The flag that Ctrl-C sets in an interactive session.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    interrupt().map_err(|error| {
        Failure::Message(
            format!("error: the handler for Ctrl-C cannot be installed: {error}"),
            INTERNAL_ERROR,
        )
    })
}

/// Runs an interactive session until it ends.
pub(crate) fn run_session<W: repl::World>(session: Session<W>, picture: &str) -> Result<ExitCode, Failure> {
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
            Err(Failure::Message(format!("error: the terminal cannot be read: {error}"), INTERNAL_ERROR))
        }
    }
}
