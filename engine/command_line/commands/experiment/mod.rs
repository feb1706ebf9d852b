//! `noire experiment`: the tables of the thesis' experiments, printed and carried out again.

mod object;
mod tables;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use crate::facts::Base;
use crate::games::abilities::Asker;
use crate::laboratory::experiment::Table;
use crate::laboratory::experiment::printed::LEVELS;
use crate::laboratory::experiment::run::{Plan, run as carry_out};
use crate::lists::hint;
use crate::search::solve::Check;
use blanche_compiler::runtime::Limits as Work;
use clap::{Args, Subcommand};

use crate::command_line::amiss::{tell_lacks, tell_undefined, tell_unplayable};
use crate::command_line::backend::{self, BackendChoice};
use crate::command_line::commands::solve::{ReachChoice, StrategyChoice};
use crate::command_line::commands::{learned_tables, learning, matches};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, WRONG_USE, count, remarks};
use crate::command_line::tables::Format;
use crate::command_line::width;
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire experiment
  noire experiment --base renju --strategy threats --level 5
  noire experiment --base gomoku --strategy threats --reach quiet --level 7
  noire experiment learning --svg curves.svg";

/// Repeat the experiments of the thesis, and print its figures beside ours.
///
/// These are the winning lines of table 5.1, their lengths and first moves beside those of Uiterwijk
/// (table 5.2), and the numbers of examined positions of table 5.3. The boards of JU01 to JU12 are
/// lost; six of them are searched on surrogates, the stones that their lines need, marked with *. The
/// last line says how many are won: `--base gomoku` asks it of the rules of go-moku (section 6.3).
/// `noire experiment learning`, `matches` and `tables` repeat those of other documents.
#[derive(Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,
    /// A built-in base, or a folder with a base
    #[arg(long, value_name = "NAME-OR-DIR", default_value = "renju-2001")]
    base: String,
    /// The back end; by default compiled where the base is compiled, and interpreted otherwise
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// The strategy: `threats` is ours, `classic` that of the thesis
    #[arg(long, value_enum, default_value = "classic")]
    strategy: StrategyChoice,
    /// The threat class: fours only, threes too, or quiet moves too
    #[arg(long, value_enum, default_value = "threats")]
    reach: ReachChoice,
    /// The levels of knowledge, each a search with the rules up to it; can be said several times
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_values_t = LEVELS)]
    level: Vec<u32>,
    /// A search ends after so many positions, and is shown with >
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    nodes: u64,
    /// Leave out the check of every proof against every reply
    #[arg(long)]
    unchecked: bool,
    /// Text or markdown tables, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Experiments of other documents.
#[derive(Subcommand)]
enum Other {
    Learning(learning::Arguments),
    Matches(matches::Arguments),
    Tables(learned_tables::Arguments),
}

/// That there is no experiment of this name among some, of which each may stand for several rows.
pub(super) fn unknown<'n>(name: &str, rows: impl Iterator<Item = &'n str>) -> Failure {
    let mut known: Vec<&str> = rows.collect();
    known.dedup();
    let hint = hint(name, known.into_iter());
    Failure::Said(format!("error: there is no experiment `{name}`\n  {hint}"), WRONG_USE)
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.other {
        Some(Other::Learning(arguments)) => return learning::run(arguments),
        Some(Other::Matches(arguments)) => return matches::run(arguments),
        Some(Other::Tables(arguments)) => return learned_tables::run(arguments),
        None => {}
    }
    let base = Base::open(&arguments.base, Work::default())?;
    let backend = backend::chosen(arguments.backend, &base)?;
    remarks(&base);
    if tell_undefined(&base, "nothing is searched") {
        return Ok(ExitCode::SUCCESS);
    }
    let lacks = tell_lacks(&base, &[Asker::Solver(arguments.strategy.name())]);
    let plan = Plan {
        levels: arguments.level.clone(),
        class: arguments.reach.class(),
        most: arguments.nodes,
        check: if arguments.unchecked { Check::No } else { Check::InTime },
        stop: interrupt::stop()?,
    };
    let mut progress = Progress::begin();
    let strategy = arguments.strategy.strategy();
    let table = carry_out(strategy, &base, backend, &plan, |done, what| progress.show(done, what));
    progress.end();
    tell_unplayable(&base, 0);
    let mut out = BufWriter::new(width::whole_lines(arguments.format.style().is_some()));
    match arguments.format.style() {
        None => writeln!(out, "{}", object::of(&base, &lacks, &table))?,
        Some(style) => tables::print(&mut out, &base, &table, style)?,
    }
    out.flush()?;
    tell_left(&table);
    Ok(interrupt::status(&plan.stop))
}

/// Tells how much was not begun where it was stopped.
fn tell_left(table: &Table) {
    let begun: usize = table.rows.iter().map(|row| row.found.len()).sum();
    let left = table.rows.len() * table.levels.len() - begun;
    if left > 0 {
        eprintln!(
            "note: stopped: {} not begun; the last one that was, and the totals, are of what was examined so far",
            count(left, "search")
        );
    }
}
