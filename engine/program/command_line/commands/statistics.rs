//! `noire statistics`: measures how many tuples each literal has in typical positions, for the planner.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use blanche_compiler::files::{OutputMark, Protection};
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::progress::Progress;
use noire_engine::with_world;
use noire_engine::world::{WorldExt as _, open};
use noire_laboratory::answers::Corpus;

use crate::command_line::output::{Failure, count, write_file};
use crate::command_line::query_options::{GameAndPositions, open_with_backends, world_failure};
use crate::command_line::width;

/// The beginning of the generated file. An existing file is overwritten only if it begins in this way and
/// has no comments below its heading.
const GENERATED_MARK: OutputMark = OutputMark {
    begins: "# Mean numbers of tuples of the literals of ",
    has: "",
    protection: Protection::Table,
};

/// Measure how many answers each literal has in positions, for the planner.
///
/// Without positions, uses those of the built-in games; for a game defined by rule files, those of random games.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    /// The file to write. To have the planner use the statistics, write them to `statistics.txt` in the folder of the
    /// base
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs `noire statistics`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let base = open(&arguments.subject.game()?, Limits::default())?;
    let backends = vec![base.backend()];
    let text = with_world!(&open_with_backends(base, backends)?, |world| measure(world, &arguments.subject)?);
    match &arguments.output {
        None => width::unwrapped_stdout(true).write_all(text.as_bytes())?,
        Some(path) => write_file(path, &text, GENERATED_MARK)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures a game in the specified positions, or in the positions of its corpus if none are specified. Returns the
/// text of the file.
fn measure<W: Corpus>(world: &W, subject: &GameAndPositions) -> Result<String, Failure> {
    let failed = |trouble| world_failure(world, trouble);
    // Reading games shows a progress line of its own, which ends before the other begins.
    let given = match subject.has_no_position() {
        true => None,
        false => Some(subject.map_up_to_end(world, |entry| entry.position(world).map_err(failed))?),
    };
    let mut progress = Progress::begin();
    let (mut positions, of) = match given {
        Some(positions) => (positions, format!("of {}", subject.positions()?.source())),
        None => {
            let turn = |done| progress.show(0.5 * done, &format!("positions {}", W::POSITIONS));
            (world.of_games(&|| false, &turn).map_err(failed)?, W::POSITIONS.to_owned())
        }
    };
    let all = positions.len();
    let statistics = world.measured(&mut positions, &|at| progress.position(at, all));
    progress.end();
    let statistics = statistics.map_err(failed)?;
    let name = &world.contents().name;
    let numbers = statistics.print(world.program());
    Ok(format!(
        "# Mean numbers of tuples of the literals of {name}, in {} {of}.\n{numbers}",
        count(all, "position")
    ))
}
