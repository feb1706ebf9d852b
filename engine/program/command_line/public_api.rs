//! The parts of the command line that other programs share with `noire`: start and end, the choice of a back end, and
//! the printing of messages.
//!
//! One such program is `reproduce`, which repeats the experiments of the documents. It uses no other module of the
//! command line.

use std::io::{self, Write as _};
use std::process::ExitCode;

use blanche_compiler::markup;
use clap::{ArgMatches, Args, Parser};

use super::former_commands;
use super::query_options::{open_text_game, world_failure};
use super::width;
use noire_engine::bases::Backend;
use noire_engine::facts::Base;
use noire_engine::world::{Text, WorldError};

pub use super::backend_options::BackendChoice;
pub use super::base_notes::{note_illegal_moves, note_missing, note_undefined_win};
pub use super::commands::solve::{ReachChoice, StrategyChoice};
pub use super::interrupt::{status, stop_flag};
pub use super::number_options::{games, seconds};
pub use super::output::{Failure, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, check_file, count, write_file};
pub use super::tables::{Format, Style, print_cells, print_figures};
pub use super::width::unwrapped_stdout;

use super::output::{self, Color};

/// The option of all commands of a program.
#[derive(Args)]
pub struct Colors {
    /// Colours of messages: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(
        long,
        value_enum,
        default_value_t,
        global = true,
        // The help lists this option after the options of the command.
        display_order = 900,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true
    )]
    color: Color,
}

/// Stack size of the thread that runs the program, in bytes. Rules may be deeply nested or contain long chains.
const STACK: usize = 512 << 20;

/// The main function of a program: runs with the parsed arguments and returns the exit status.
type MainFunction<A> = fn(&ArgMatches, A) -> Result<ExitCode, Failure>;

/// Parses the arguments of a program, runs `main` with them, and returns the exit status.
pub fn run_program<A: Parser + 'static>(colors: fn(&A) -> &Colors, main: MainFunction<A>) -> ExitCode {
    noire_engine::progress::start_clock();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || parse_and_run(colors, main));
    let outcome = worker.map(|worker| worker.join());
    match outcome {
        Ok(Ok(code)) => code,
        Ok(Err(_)) | Err(_) => ExitCode::from(output::INTERNAL_ERROR),
    }
}

fn parse_and_run<A: Parser>(colors: fn(&A) -> &Colors, main: MainFunction<A>) -> ExitCode {
    let read = A::command().try_get_matches().and_then(|matches| {
        let arguments = A::from_arg_matches(&matches);
        let arguments = arguments.map_err(|error| error.format(&mut A::command()))?;
        Ok((matches, arguments))
    });
    let (matches, arguments) = match read {
        Ok(read) => read,
        Err(error) => return report_parse_error(&error),
    };
    output::use_colors(colors(&arguments).color);
    main(&matches, arguments).unwrap_or_else(Failure::report)
}

/// Prints why the arguments cannot be parsed, with control characters escaped, or prints the requested help.
fn report_parse_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| width::unwrapped_stdout(true).flush());
        return printed.map_or_else(|error| Failure::from(error).report(), |()| ExitCode::SUCCESS);
    }
    if let Some(moved) = former_commands::failure(error) {
        return moved.report();
    }
    let said = error.render();
    let said = match output::style().color {
        true => output::with_colours(&markup::usage_error(&said.ansi().to_string())),
        false => markup::shown_lines(&markup::usage_error(&said.to_string())),
    };
    let _ = write!(io::stderr(), "{said}");
    ExitCode::from(output::USAGE_ERROR)
}

/// Opens a game defined in a rule file with its fastest back end, and prints the warnings and notes about its rules.
///
/// # Errors
/// If there is no such game, or its text declares no moves.
pub fn open_game(name: &str) -> Result<Text, Failure> {
    open_text_game(name, None)
}

/// The failure for a game that cannot continue because of `trouble`, with the location in the rule file if that is
/// known.
pub fn game_failure(world: &Text, trouble: WorldError) -> Failure {
    world_failure(world, trouble)
}

/// The chosen back end, or the fastest one of the base if the user chose none.
///
/// # Errors
/// If the base is not compiled into this program. Only `noire` itself can build such a program.
pub fn chosen_backend(choice: Option<BackendChoice>, base: &Base) -> Result<Backend, Failure> {
    let backend = choice.map_or_else(|| base.backend(), BackendChoice::backend);
    match base.has(backend) {
        true => Ok(backend),
        false => Err(Failure::Message(
            format!("error: this program does not have the rules of {} compiled in", base.name()),
            USAGE_ERROR,
        )),
    }
}

/// Prints a note on standard error.
pub fn note(words: &str) {
    eprintln!("note: {words}");
}

/// Prints the warnings and notes about the rules of a base on standard error.
pub fn print_remarks(base: &Base) {
    output::print_remarks(base.own_warnings(), base.notes());
}
