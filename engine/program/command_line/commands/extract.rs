//! `noire learn --extract DIR`: a few rules that choose as the numbers do which a learner has written.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use crate::learning::course::Trouble as Learned;
use crate::learning::extraction::{Extracted, Place, Trouble, Wanted, extract};
use blanche_compiler::report;
use noire_engine::progress::Progress;

use super::learn::not_taken;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MISTAKES, count, style};
use crate::command_line::width;

/// Finds so many rules at most that choose as the numbers of a folder do, and writes them into another folder.
///
/// The game is one of marks on fields, of which some in a line win; so small that all lines of the opponent can be tried. What wins,
/// what blocks and what a fork is nobody has told the program: it counts the marks on the lines through a field, and keeps what
/// agrees with the numbers and loses no game. The rules are preferences, each worth twice what follows it.
pub(super) fn run(from: &Path, into: &Path, most: usize) -> Result<ExitCode, Failure> {
    let place = Place::open(into).map_err(told)?;
    let (stop, mut progress) = (interrupt::stop()?, Progress::begin());
    let mut show = |done: f64, what: &str| progress.show(done, what);
    let mut wanted = Wanted { most, stop: &stop, show: &mut show };
    let found = extract(from, &mut wanted);
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
