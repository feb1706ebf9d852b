//! `noire gomocup`: plays games for managers that use the Gomocup protocol.

use std::io::{self, BufReader};
use std::process::ExitCode;

use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::bases::DEFAULT_BASE;
use noire_engine::search::player::Budget;
use noire_engine::world::open;
use noire_laboratory::gomocup::searcher::Searcher;
use noire_laboratory::gomocup::serve;

use crate::command_line::commands::solve::StrategyChoice;
use crate::command_line::ineffective_options::{HIGHEST_LEVEL, note_high_level};
use crate::command_line::output::Failure;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Example (END or the end of the input stops a search, so the input here stays open for a second):
  (printf 'START 15\\nINFO rule 4\\nINFO timeout_turn 1000\\nTURN 7,7\\n'; sleep 1) | noire gomocup";

/// Play under a Gomocup tournament manager: speak its protocol on standard input and output.
///
/// Plays in Piskvork and other managers: enter `noire gomocup` there as the command of the engine.
///
/// Plays on boards of 15x15 fields only: START 20 is refused. A game defined by rule files (`noire play --game`) can
/// have another size. The rules are 0 (five or more, base gomoku), 1 (exactly five, base gomoku-standard) and 4
/// (renju).
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Use only the rules up to this level
    #[arg(long, value_name = "N", default_value_t = 7)]
    level: u32,
    /// The strategy: `threats` is NOIRE's own, `classic` that of the thesis
    #[arg(long, value_enum, default_value = "threats")]
    strategy: StrategyChoice,
    /// Maximum number of positions to search per move. The manager's time limits still apply
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The number of search threads, unless the manager sets it (INFO thread_num). With several threads, moves may
    /// differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Report nothing about the searches. By default MESSAGE lines report what was found at each depth and why a move
    /// was chosen, unless the manager sends INFO show_detail 0
    #[arg(long)]
    quiet: bool,
    /// Think on the opponent's time, unless the manager sends INFO pondering 0. Without this option, the program does
    /// so only if the manager sends INFO pondering 1
    #[arg(long)]
    ponder: bool,
}

/// Runs `noire gomocup`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.level > HIGHEST_LEVEL {
        note_high_level(open(DEFAULT_BASE, Limits::default())?.contents(), arguments.level);
    }
    let budget = Budget {
        positions: arguments.nodes,
        levels: arguments.level,
        threads: arguments.threads as usize,
        ..Budget::default()
    };
    let input = BufReader::new(io::stdin());
    let searcher = Searcher::new(Budget { strategy: arguments.strategy.kind(), ..budget });
    let searcher = if arguments.quiet { searcher.quiet() } else { searcher };
    let mut searcher = if arguments.ponder { searcher.pondering() } else { searcher };
    serve(input, io::stdout().lock(), &mut searcher)?;
    Ok(ExitCode::SUCCESS)
}
