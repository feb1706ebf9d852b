//! `reproduce experiment`: repeats the experiments of the thesis and prints its tables next to our results.

mod object;
mod tables;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use blanche_compiler::runtime::Limits as Work;
use clap::Args;
use noire::command_line::public_api::{
    self, BackendChoice, Failure, Format, ReachChoice, StrategyChoice, count, note_illegal_moves,
    note_missing, note_undefined_win,
};
use noire::facts::Base;
use noire::games::requirements::SearchKind;
use noire::progress::Progress;
use noire::search::solve::Check;
use noire_reproductions::experiment::Table;
use noire_reproductions::experiment::printed::LEVELS;
use noire_reproductions::experiment::run::{Plan, run as carry_out};

/// Examples at the end of the help.
const EXAMPLES: &str = "\
Examples:
  reproduce experiment
  reproduce experiment --game renju --strategy threats --level 5
  reproduce experiment --game gomoku --strategy threats --reach quiet --level 7";

/// Repeat the experiments of the thesis, and print its figures beside ours.
///
/// These are the winning lines of table 5.1, their lengths and first moves beside those of Uiterwijk (table 5.2), and
/// the numbers of examined positions of table 5.3. The boards of JU01 to JU12 are lost; six of them are searched on
/// surrogates, the stones that their lines need, marked with *. The last line counts the wins: with `--game gomoku`, by
/// the rules of go-moku (section 6.3).
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A built-in base, or a folder with a base
    #[arg(long = "game", alias = "base", value_name = "NAME-OR-DIR", default_value = "renju-2001")]
    base: String,
    /// The back end; by default compiled if the base is compiled, otherwise interpreted
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// The strategy: `threats` is NOIRE's own, `classic` that of the thesis
    #[arg(long, value_enum, default_value = "classic")]
    strategy: StrategyChoice,
    /// The moves that the attacker may use: fours only, fours and threes, or quiet moves as well
    #[arg(long, value_enum, default_value = "threats")]
    reach: ReachChoice,
    /// The level of knowledge: the search uses the rules up to this level. Can be given several times
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = LEVELS)]
    level: Vec<u32>,
    /// Maximum number of positions to search; a search that ends there is shown with >
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    nodes: u64,
    /// Leave out the check of every proof against every reply
    #[arg(long)]
    unchecked: bool,
    /// Text or markdown tables, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let base = Base::open(&arguments.base, Work::default())?;
    let backend = public_api::chosen_backend(arguments.backend, &base)?;
    public_api::print_remarks(&base);
    if note_undefined_win(&base, "nothing is searched") {
        return Ok(ExitCode::SUCCESS);
    }
    let missing = note_missing(&base, &[SearchKind::Solver(arguments.strategy.name())]);
    let plan = Plan {
        levels: arguments.level.clone(),
        class: arguments.reach.class(),
        most: arguments.nodes,
        check: if arguments.unchecked { Check::No } else { Check::InTime },
        stop: public_api::stop_flag()?,
    };
    let mut progress = Progress::begin();
    let strategy = arguments.strategy.strategy();
    let table = carry_out(strategy, &base, backend, &plan, |done, what| progress.show(done, what));
    progress.end();
    note_illegal_moves(&base, 0);
    let mut out = BufWriter::new(public_api::unwrapped_stdout(arguments.format.style().is_some()));
    match arguments.format.style() {
        None => writeln!(out, "{}", object::of(&base, &missing, &table))?,
        Some(style) => tables::print(&mut out, &base, &table, style)?,
    }
    out.flush()?;
    tell_left(&table);
    Ok(public_api::status(&plan.stop))
}

/// Notes how many searches were not begun because the run was stopped.
fn tell_left(table: &Table) {
    let begun: usize = table.rows.iter().map(|row| row.found.len()).sum();
    let left = table.rows.len() * table.levels.len() - begun;
    if left > 0 {
        public_api::note(&format!(
            "stopped: {} not begun; the last one begun, and the totals, cover only what was examined so far",
            count(left, "search")
        ));
    }
}
