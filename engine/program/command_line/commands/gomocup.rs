//! `noire gomocup`: plays games for managers that use the Gomocup protocol.

use std::io::{self, BufReader};
use std::process::ExitCode;

use clap::Args;
use noire_engine::search::player::Budget;
use noire_laboratory::gomocup::searcher::Searcher;
use noire_laboratory::gomocup::serve;

use crate::command_line::commands::solve::StrategyChoice;
use crate::command_line::output::Failure;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Example (END, or the end of the input, stops a search, so it comes a second later):
  (printf 'START 15\\nINFO rule 4\\nINFO timeout_turn 1000\\nTURN 7,7\\n'; sleep 1) | noire gomocup";

/// Play in Gomocup managers: speak their protocol on standard input and output.
///
/// Plays in Piskvork and other managers: name this program there as `noire gomocup`.
///
/// Boards of 15x15 fields, and no others: START 20 is refused, and only a game in text (`noire play --game`) can have another
/// size. The rules 0 (five or more, base gomoku), 1 (exactly five, base gomoku-standard) and 4 (renju).
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Use the rules up to this level only
    #[arg(long, value_name = "N", default_value_t = 7)]
    level: u32,
    /// The strategy: `threats` is ours, `classic` that of the thesis
    #[arg(long, value_enum, default_value = "threats")]
    strategy: StrategyChoice,
    /// Positions to examine for each move, besides the manager's limits of time
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The number of threads that search, unless the manager says how many (INFO thread_num); the moves of several are not always the
    /// same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Tell nothing of the searches: by default MESSAGE lines say what was found at each depth and why a move was chosen, unless
    /// the manager says INFO show_detail 0
    #[arg(long)]
    quiet: bool,
    /// Think while the other side does, unless the manager says INFO pondering 0; by default only where it says INFO pondering 1
    #[arg(long)]
    ponder: bool,
}

/// Runs `noire gomocup`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let budget = Budget {
        positions: arguments.nodes,
        levels: arguments.level,
        threads: arguments.threads as usize,
        ..Budget::default()
    };
    let input = BufReader::new(io::stdin());
    let searcher = Searcher::new(Budget { tactics: arguments.strategy.tactics(), ..budget });
    let searcher = if arguments.quiet { searcher.quiet() } else { searcher };
    let mut searcher = if arguments.ponder { searcher.pondering() } else { searcher };
    serve(input, io::stdout().lock(), &mut searcher)?;
    Ok(ExitCode::SUCCESS)
}
