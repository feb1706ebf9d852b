//! `noire statistics`: counts the tuples of literals in positions, for the planner.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::progress::Progress;
use blanche_compiler::files::Imprint;
use blanche_compiler::runtime::Limits;
use clap::Args;

use crate::command_line::asked::{Subject, of_stones};
use crate::command_line::output::{Failure, MISTAKES, write_file};
use crate::command_line::width;

/// How the numbers begin.
const IMPRINT: Imprint = Imprint { begins: "# Mean numbers of tuples of the literals of ", has: "" };

/// Measure the cardinalities of literals in positions, for the planner.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// Write into this file; the planner reads `statistics.txt` beside the base
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let what =
        "`noire statistics` measures the literals of games of stones only; a game in text is planned without";
    let base = of_stones(&arguments.subject.game()?, Limits::default(), what)?;
    let (mut positions, source) = arguments.subject.positions()?.or_built_in(&base, base.backend())?;
    let (mut progress, of) = (Progress::begin(), positions.len());
    let statistics = base.measure_statistics(&mut positions, |at| progress.position(at, of));
    progress.end();
    let statistics = statistics.map_err(|error| Failure::Said(format!("error: {error}"), MISTAKES))?;
    let text = format!(
        "# Mean numbers of tuples of the literals of {}, in {} positions of {source}.\n{}",
        base.name(),
        positions.len(),
        statistics.print(base.program())
    );
    match &arguments.output {
        None => width::whole_lines(true).write_all(text.as_bytes())?,
        Some(path) => write_file(path, &text, IMPRINT)?,
    }
    Ok(ExitCode::SUCCESS)
}
