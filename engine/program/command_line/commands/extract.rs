//! `noire learn --extract DIR`: finds a few rules that choose the same moves as the values that a learner wrote.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use blanche_compiler::report;
use noire_engine::progress::Progress;
use noire_laboratory::learning::extraction::{
    Extracted, ExtractionError, ExtractionOptions, TargetFolder, extract,
};
use noire_laboratory::learning::saved_training::TrainingError;

use super::learn::folder_failure;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MISTAKES, count, style};
use crate::command_line::width;

/// Finds at most `most` rules that choose the same moves as the values that a learner wrote to the folder `from`, and
/// writes these rules to `into`.
///
/// In the game, players must mark fields, and a line of marks must win. The game must be so small that all lines of
/// play of the opponent can be tried.
///
/// The program does not know what a win, a block or a fork is. It counts the marks on the lines through a field, and
/// keeps rules that agree with the values and lose no game. The rules are preferences, and each is worth twice as much
/// as the next.
pub(super) fn run(from: &Path, into: &Path, most: usize) -> Result<ExitCode, Failure> {
    let place = TargetFolder::open(into).map_err(learn_failure)?;
    let (stop, mut progress) = (interrupt::stop_flag()?, Progress::begin());
    let mut show = |done: f64, what: &str| progress.show(done, what);
    let mut wanted = ExtractionOptions { most, stop: &stop, show: &mut show };
    let found = extract(from, &mut wanted);
    progress.end();
    let found = match found {
        Err(ExtractionError::Stopped) => {
            eprintln!("note: stopped before the rules were found; nothing is written");
            return Ok(interrupt::status(&stop));
        }
        found => found.map_err(learn_failure)?,
    };
    let file = found.save(&place).map_err(|refused| learn_failure(refused.into()))?;
    let Extracted { rules, lines, agreeing, positions, .. } = found;
    let mut out = width::wrapped_stdout(true);
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
        "  they choose the move that the numbers value most in {agreeing} of {positions} positions, {:.1} %",
        100.0 * agreeing as f64 / positions.max(1) as f64
    )?;
    Ok(ExitCode::SUCCESS)
}

fn learn_failure(trouble: ExtractionError) -> Failure {
    match trouble {
        ExtractionError::Learned(TrainingError::Load(error)) => error.into(),
        ExtractionError::Learned(TrainingError::Mistakes(sources, messages)) => {
            Failure::Diagnostics(report::render(&sources, &messages, style()), MISTAKES)
        }
        ExtractionError::Changed(_) | ExtractionError::NotExtracted(_) => {
            Failure::Message(format!("error: {trouble}\n  --into names another folder"), MISTAKES)
        }
        ExtractionError::Refused(refused) => folder_failure(refused, "--into"),
        trouble => Failure::Message(format!("error: {trouble}"), MISTAKES),
    }
}
