//! `noire analyse`: shows the values of moves, in a position or for each move of a game.

mod games;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;

use crate::command_line::backend_options::BackendChoice;
use crate::command_line::commands::convert::game_of_number;
use crate::command_line::commands::solve::StrategyChoice;
use crate::command_line::number_options::seconds;
use crate::command_line::output::{Failure, USAGE_ERROR, check_file, two_files};
use crate::command_line::query_options::{GameAndPositions, GameOrRecorded, reject_game_number};
use crate::command_line::tables::Format;
use blanche_compiler::files::OutputMark;
use noire_engine::bases::DEFAULT_BASE;
use noire_engine::search::player::{Budget, DEFAULT_MAX_DEPTH};
use noire_engine::with_world;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire analyse --moves h8,i9,g7 --best 3
  noire analyse --file game.sgf --every-ply --svg curve.svg --sgf remarks.sgf
  noire analyse my-game/ --file game.txt --every-ply --nodes 100000";

/// Evaluate the moves of a position, or every move of a game.
///
/// Shows the best moves, their values, and how the game would continue; with --every-ply also how much each move of the
/// game lost. A value is the sum of the base's scores for the side to move, at the end of the line in which both sides
/// play best. A win or loss is given in moves of both sides, and `draw` is shown only if every line was searched to its
/// end. All moves that are shown are searched to the same depth. The search ends when the position is solved. With
/// --nodes and one thread, the values are the same every time. A file can also be a record: SGF, .psq, moves.
#[derive(Args)]
#[command(after_help = EXAMPLES, mut_arg("file", |file| file.help(FILE)))]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions<GameOrRecorded>,
    /// Only this game of the file, counted from 1
    #[arg(long, value_name = "N")]
    record: Option<usize>,
    /// The back end; by default compiled if the base is compiled, otherwise interpreted
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// Number of best moves to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100))]
    best: u64,
    /// Seconds for each move that is shown; by default 1, or no limit if --nodes is given
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// Maximum number of positions to search per move shown, over all threads
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Maximum depth of the search, in moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(DEFAULT_MAX_DEPTH)))]
    depth: Option<u32>,
    /// Use only the rules up to this level
    #[arg(long, value_name = "N", default_value_t = 7)]
    level: u32,
    /// The strategy of the search for wins: `threats` is NOIRE's own, `classic` that of the thesis. Not available for
    /// games defined by rule files [default: threats]
    #[arg(long, value_enum)]
    strategy: Option<StrategyChoice>,
    /// The number of search threads; fewer if --nodes allows less than 1024 positions for each thread. With several
    /// threads, values may differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Memory limit for a search, in MiB
    #[arg(long, value_name = "MIB", value_parser = crate::command_line::memory_option::mebibytes)]
    memory: Option<u64>,
    /// `text` or `markdown`: a table; `json`: one object per line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Draw the values over the course of one game as a curve, and write it to this file. Requires --every-ply
    #[arg(long, value_name = "FILE", requires = "every_ply")]
    svg: Option<PathBuf>,
    /// Write the games to this file, with a remark on every move, marks on bad moves (BM, DO) and the better lines as
    /// variations. Requires --every-ply; not for games defined by rule files. The file must be new: records are not
    /// overwritten
    #[arg(long, value_name = "FILE", requires = "every_ply")]
    sgf: Option<PathBuf>,
}

const FILE: &str = "A file with one position per line, or a game record (SGF, .psq, or a list of moves). `-` is standard input";

impl Arguments {
    /// The search budget for each move. Setting `stop` ends the search.
    fn budget(&self, stop: &Arc<AtomicBool>) -> Budget {
        let budget = Budget::default();
        Budget {
            time: self.time.or(budget.time.filter(|_| self.nodes.is_none())),
            positions: self.nodes,
            levels: self.level,
            max_depth: self.depth.unwrap_or(budget.max_depth),
            threads: self.threads as usize,
            is_valuing: true,
            memory: self.memory.map(|memory| memory << 20),
            stop: Arc::clone(stop),
            ..budget
        }
    }
}

/// Runs `noire analyse`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let game = arguments.subject.given_game()?;
    if arguments.record.is_some() && !arguments.subject.positions()?.has_file() {
        let words = "error: --record chooses a game of a file, and no file is given\n  write for instance: --file games.sgf";
        return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
    }
    reject_game_number(game.as_deref())?;
    let world = games::open(arguments, game.as_deref().unwrap_or(DEFAULT_BASE))?;
    with_world!(&world, |world| games::run(world, arguments, game.is_some()))
}

/// Checks that the output files can be written, before an analysis that may take hours.
fn check_files(arguments: &Arguments) -> Result<(), Failure> {
    two_files(["--svg", "--sgf"], [arguments.svg.as_deref(), arguments.sgf.as_deref()])?;
    if let Some(file) = &arguments.sgf {
        check_file(file, None)?;
    }
    if let Some(file) = &arguments.svg {
        check_file(file, OutputMark::MARKUP)?;
    }
    Ok(())
}

/// The game with this number, or all games if there is no number.
fn only_game<G>(games: Vec<G>, number: Option<usize>) -> Result<Vec<G>, Failure> {
    match number {
        Some(number) => Ok(vec![game_of_number(games, number)?]),
        None => Ok(games),
    }
}
