//! The parts of the command line that other programs share with `noire`: start and end, the choice of a back end, and
//! the printing of messages.
//!
//! One such program is `reproduce`, which repeats the experiments of the documents. It uses no other module of the
//! command line.

use std::io::{self, Write as _};
use std::process::ExitCode;

use blanche_compiler::markup;
use clap::{ArgMatches, Args, Parser};

use super::asked::{in_text, troubled};
use super::moved;
use noire_engine::bases::Backend;
use noire_engine::facts::Base;
use noire_engine::world::{Text, WorldError};

pub use super::amiss::{tell_illegal_moves, tell_missing, tell_undefined};
pub use super::backend::BackendChoice;
pub use super::commands::solve::{ReachChoice, StrategyChoice};
pub use super::interrupt::{status, stop};
pub use super::output::{Failure, MACHINE, MISTAKES, WRONG_USE, check_file, count, write_file};
pub use super::seconds::{games, seconds};
pub use super::tables::{Format, Style, print_cells, print_figures};
pub use super::width::whole_lines;

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
type Does<A> = fn(&ArgMatches, A) -> Result<ExitCode, Failure>;

/// Parses the arguments of a program, runs `does` with them, and returns the exit status.
pub fn begin<A: Parser + 'static>(colors: fn(&A) -> &Colors, does: Does<A>) -> ExitCode {
    noire_engine::progress::start_clock();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || carry_out(colors, does));
    let outcome = worker.map(|worker| worker.join());
    match outcome {
        Ok(Ok(code)) => code,
        Ok(Err(_)) | Err(_) => ExitCode::from(output::MACHINE),
    }
}

fn carry_out<A: Parser>(colors: fn(&A) -> &Colors, does: Does<A>) -> ExitCode {
    let read = A::command().try_get_matches().and_then(|matches| {
        let arguments = A::from_arg_matches(&matches);
        let arguments = arguments.map_err(|error| error.format(&mut A::command()))?;
        Ok((matches, arguments))
    });
    let (matches, arguments) = match read {
        Ok(read) => read,
        Err(error) => return misread(&error),
    };
    output::use_colors(colors(&arguments).color);
    does(&matches, arguments).unwrap_or_else(Failure::report)
}

/// Prints why the arguments cannot be parsed, with control characters escaped, or prints the requested help.
fn misread(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        error.exit();
    }
    if let Some(moved) = moved::of(error) {
        return moved.report();
    }
    let said = error.render();
    let said = match output::style().color {
        true => output::with_colours(&said.ansi().to_string()),
        false => markup::shown_lines(&said.to_string()),
    };
    let _ = write!(io::stderr(), "{said}");
    ExitCode::from(output::WRONG_USE)
}

/// Opens a game defined in a rule file with its fastest back end, and prints the warnings and notes about its rules.
///
/// # Errors
/// If there is no such game, or its text declares no moves.
pub fn open_game(name: &str) -> Result<Text, Failure> {
    in_text(name, None)
}

/// The failure for a game that cannot continue because of `trouble`, with the location in the rule file if that is
/// known.
pub fn ended(world: &Text, trouble: WorldError) -> Failure {
    troubled(world, trouble)
}

/// The chosen back end, or the fastest one of the base if the user chose none.
///
/// # Errors
/// If the base is not compiled into this program. Only `noire` itself can build such a program.
pub fn chosen(choice: Option<BackendChoice>, base: &Base) -> Result<Backend, Failure> {
    let backend = choice.map_or_else(|| base.backend(), BackendChoice::backend);
    match base.has(backend) {
        true => Ok(backend),
        false => Err(Failure::Said(
            format!("error: this program does not have the rules of {} compiled in", base.name()),
            WRONG_USE,
        )),
    }
}

/// Prints a note on standard error.
pub fn note(words: &str) {
    eprintln!("note: {words}");
}

/// Prints the warnings and notes about the rules of a base on standard error.
pub fn remarks(base: &Base) {
    output::remarks(base.own_warnings(), base.notes());
}
