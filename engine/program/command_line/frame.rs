//! What other programs of this library have in common with `noire`: how they begin and end, whom they ask, and how they print.
//!
//! Experiments that repeat documents are such a program. What stands here is all that it knows of this command line.

use std::io::{self, Write as _};
use std::process::ExitCode;

use blanche_compiler::markup;
use clap::{ArgMatches, Args, Parser};

use super::asked::{in_text, troubled};
use super::moved;
use noire_engine::bases::Backend;
use noire_engine::facts::Base;
use noire_engine::world::{Text, Trouble};

pub use super::amiss::{tell_lacks, tell_undefined, tell_unplayable};
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
        // Behind the options of every command.
        display_order = 900,
        value_name = "WHEN",
        hide_possible_values = true,
        hide_default_value = true
    )]
    color: Color,
}

/// Rules may be nested deep and long in chains; they are read and answered on a stack of this many bytes.
const STACK: usize = 512 << 20;

/// What a program does with its arguments.
type Does<A> = fn(&ArgMatches, A) -> Result<ExitCode, Failure>;

/// Reads the arguments of a program, does what they say, and gives its exit status.
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

/// Says why arguments cannot be read, without what a terminal would obey of them; or prints the help that was asked for.
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

/// Opens a game in text, and says what there is to know of it; the faster back end answers.
///
/// # Errors
/// When there is no such game, or it does not play.
pub fn open_game(name: &str) -> Result<Text, Failure> {
    in_text(name, None)
}

/// Why a game cannot go on: with the place in its text where its author can mend it.
pub fn ended(world: &Text, trouble: Trouble) -> Failure {
    troubled(world, trouble)
}

/// The back end that answers for a base: the one that was asked for, or else the faster one.
///
/// # Errors
/// When compiled rules are asked for that this program does not have. `noire` compiles them; others do not.
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

/// Says a note on standard error.
pub fn note(words: &str) {
    eprintln!("note: {words}");
}

/// Says on standard error what there is to know of a base that was read: warnings of its rules, and notes.
pub fn remarks(base: &Base) {
    output::remarks(base.own_warnings(), base.notes());
}
