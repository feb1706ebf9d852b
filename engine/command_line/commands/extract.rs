//! `noire extract`: a few rules that choose as the numbers do which a learner has written.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::learning::course::Trouble as Learned;
use crate::learning::extraction::{Extracted, MOST_RULES, Place, Trouble, Wanted, extract};
use crate::progress::Progress;
use blanche_compiler::report;
use clap::Args;

use super::learn::not_taken;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MISTAKES, count, style};
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire learn --game my-game --by patterns:rewards=0/0/-1 --games 3000 --into by-numbers
  noire extract by-numbers --into by-rules
  noire play --game by-rules --agent greedy";

/// Find a few rules that choose as the numbers do which a learner has written.
///
/// The game is one of marks on fields, of which some in a line win; so small that all lines of the opponent can be tried. What wins,
/// what blocks and what a fork is nobody has told the program: it counts the marks on the lines through a field, and keeps what
/// agrees with the numbers and loses no game. The rules are preferences, each worth twice what follows it. Rules that somebody has
/// changed or added to are not written over.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder that `noire learn` has written to
    #[arg(value_name = "DIR")]
    from: PathBuf,
    /// The folder to write to: a new one, or one that this command has written to
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// So many rules at most
    #[arg(long, value_name = "N", default_value_t = MOST_RULES as u64, value_parser = clap::value_parser!(u64).range(1..=16))]
    most: u64,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let place = Place::open(&arguments.into).map_err(told)?;
    let (stop, mut progress) = (interrupt::stop()?, Progress::begin());
    let mut show = |done: f64, what: &str| progress.show(done, what);
    let mut wanted = Wanted { most: arguments.most as usize, stop: &stop, show: &mut show };
    let found = extract(&arguments.from, &mut wanted);
    progress.end();
    let found = match found {
        Err(Trouble::Stopped) => {
            eprintln!("note: stopped before the rules were found; nothing is written");
            return Ok(interrupt::status(&stop));
        }
        found => found.map_err(told)?,
    };
    let file = found.save(&place).map_err(|refused| told(refused.into()))?;
    let Extracted { rules, lines, agreeing, positions, .. } = found;
    let mut out = width::out(true);
    writeln!(out, "{} written to {}", count(rules, "rule"), file.display())?;
    writeln!(
        out,
        "  of all {} games that can be played against them they win {}, draw {}, lose {}",
        lines.all(),
        lines.won,
        lines.drawn,
        lines.lost
    )?;
    writeln!(
        out,
        "  they choose what the numbers value most in {agreeing} of {positions} positions, {:.1} %",
        100.0 * agreeing as f64 / positions.max(1) as f64
    )?;
    Ok(ExitCode::SUCCESS)
}

fn told(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Learned(Learned::Load(error)) => error.into(),
        Trouble::Learned(Learned::Mistakes(sources, messages)) => {
            Failure::Drawn(report::render(&sources, &messages, style()), MISTAKES)
        }
        Trouble::Changed(_) | Trouble::NotExtracted(_) => {
            Failure::Said(format!("error: {trouble}\n  --into names another folder"), MISTAKES)
        }
        Trouble::Refused(refused) => not_taken(refused, "--into"),
        trouble => Failure::Said(format!("error: {trouble}"), MISTAKES),
    }
}
