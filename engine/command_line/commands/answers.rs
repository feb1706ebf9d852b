//! `noire answers`: what the rules of a base answer in the built-in corpus, to be committed beside them.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::facts::Base;
use crate::laboratory::answers::{Answers, positions};
use blanche_compiler::runtime::Limits;
use clap::Args;

use crate::command_line::amiss::tell_undefined;
use crate::command_line::backend::BaseName;
use crate::command_line::output::{Failure, MISTAKES, unanswered, write_file};
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire answers --base my-rules/ --output my-rules/answers.txt
  noire answers --base my-rules/ --check      which rules answer something else than that";

/// Count the answers of every rule over the built-in corpus, or compare them with `answers.txt`.
///
/// For every rule and export a line: in how many positions it applies, how many solutions it has, and a sum that is
/// another one as soon as a single answer is.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    base: BaseName,
    /// Write into this file; `answers.txt` beside the base is what it is held against
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Compare with `answers.txt` beside the base, and name the rules that answer something else
    #[arg(long, conflicts_with = "output")]
    check: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let base = arguments.base.open(Limits::default())?;
    // What rules answer is counted whatever it means.
    let then = match base.rules().is_empty() {
        true => "only its scores and exports are counted",
        false => "what its rules answer is counted all the same",
    };
    tell_undefined(&base, then);
    let positions = positions();
    let mut progress = Progress::begin();
    let answers = Answers::told(&base, base.backend(), &positions, |done, who| progress.show(done, who));
    progress.end();
    let answers = answers.map_err(|question| unanswered(&base, &question))?;
    if arguments.check {
        return check(&base, &answers);
    }
    let text = format!(
        "# What the rules of {} answer in the {} positions of the built-in corpus: positions in which a rule applies,\n\
         # solutions, and a sum over all answers. `noire answers --output` writes it.\n{answers}",
        base.name(),
        positions.len()
    );
    match &arguments.output {
        None => io::stdout().lock().write_all(text.as_bytes())?,
        Some(path) => write_file(path, &text)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn check(base: &Base, answers: &Answers) -> Result<ExitCode, Failure> {
    let said = Answers::beside(base).map_err(|error| Failure::Said(format!("error: {error}"), MISTAKES))?;
    let Some(said) = said else {
        let text = format!("error: there is no answers.txt beside {}", base.name());
        return Err(Failure::Said(text, MISTAKES));
    };
    let mut out = io::stdout().lock();
    let different = answers.differences(&said);
    for title in &different {
        let line = |answers: &Answers| match answers.tally(title) {
            Some(tally) => format!("{} positions, {} solutions", tally.positions, tally.solutions),
            None => "no line".to_owned(),
        };
        let [before, now] = [&said, answers].map(line);
        let same_counts = if before == now { ", but other ones" } else { "" };
        writeln!(out, "{title}: {now}{same_counts}; answers.txt has {before}")?;
    }
    if different.is_empty() {
        writeln!(
            out,
            "all {} rules, scores and exports answer what answers.txt says",
            answers.tallies.len()
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::from(MISTAKES))
}
