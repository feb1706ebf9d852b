//! `noire experiment`: the tables of the thesis' experiments, printed and carried out again.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use crate::board::{Color, Point};
use crate::facts::Base;
use crate::games::abilities::{Asker, Lack};
use crate::laboratory::experiment::printed::{self, LEVELS};
use crate::laboratory::experiment::run::{Plan, run as carry_out};
use crate::laboratory::experiment::{Found, Line, Row, Table, Trace};
use crate::lists::hint;
use crate::search::solve::Check;
use blanche_compiler::runtime::Limits as Work;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::command_line::amiss::{tell_lacks, tell_undefined, tell_unplayable};
use crate::command_line::backend::{self, BackendChoice};
use crate::command_line::commands::solve::{ReachChoice, StrategyChoice};
use crate::command_line::commands::{learned_tables, learning, matches};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, WRONG_USE, count, remarks};
use crate::command_line::tables::{Format, Style, print_cells};
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
/// These are the winning lines of table 5.1, the lines of table 5.2 whose boards are lost, and the
/// numbers of examined positions of table 5.3, the thesis' beside ours. `noire experiment learning`,
/// `matches` and `tables` repeat those of other documents.
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
    let lines = printed::uiterwijk();
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format.style() {
        None => writeln!(out, "{}", object(&base, &lacks, &table, &lines))?,
        Some(style) => print_tables(&mut out, &table, &lines, style)?,
    }
    out.flush()?;
    let left =
        table.rows.len() * table.levels.len() - table.rows.iter().map(|row| row.found.len()).sum::<usize>();
    if left > 0 {
        eprintln!(
            "note: stopped: {} not begun; the last one that was, and the totals, are of what was examined so far",
            count(left, "search")
        );
    }
    Ok(interrupt::status(&plan.stop))
}

fn print_tables(out: &mut impl Write, table: &Table, lines: &[Line], style: Style) -> io::Result<()> {
    writeln!(out, "Table 5.1: winning lines, with the rules of the highest level\n")?;
    let mut cells = vec![row(["position", "thesis", "here"])];
    for row_of in &table.rows {
        let thesis = row_of.printed.line.as_ref();
        let thesis =
            thesis.map_or("no win found".to_owned(), |line| won(row_of, line, line.len() as u32, ""));
        cells.push(vec![row_of.printed.name.to_owned(), thesis, here(row_of, table.levels.len())]);
    }
    print_cells(out, &cells, style)?;
    writeln!(
        out,
        "\nTable 5.2: lines of Uiterwijk's positions, as printed; their boards are lost, so nothing can be carried out\n"
    )?;
    let mut cells = vec![row(["position", "found by", "moves", "line"])];
    for line in lines {
        let finder = if line.by_noire { "the thesis" } else { "Uiterwijk" };
        cells.push(vec![
            line.name.to_owned(),
            finder.to_owned(),
            format!("{} in {}", line.winner, line.moves.len()),
            text(&line.moves),
        ]);
    }
    print_cells(out, &cells, style)?;
    writeln!(out, "\nTable 5.3: examined positions, the thesis' and ours\n")?;
    print_cells(out, &examined(table), style)
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn examined(table: &Table) -> Vec<Vec<String>> {
    let mut head = vec!["position".to_owned()];
    for level in &table.levels {
        head.push(format!("level {level}, thesis"));
        head.push("here".to_owned());
    }
    let mut cells = vec![head];
    for row in &table.rows {
        let mut line = vec![row.printed.name.to_owned()];
        for (at, level) in table.levels.iter().enumerate() {
            line.push(thesis(row, *level).map_or("-".to_owned(), figure));
            line.push(row.found.get(at).map_or("-".to_owned(), ours));
        }
        cells.push(line);
    }
    let mut line = vec!["total of the printed".to_owned()];
    for (thesis, ours) in table.totals() {
        line.push(thesis.map_or("-".to_owned(), figure));
        line.push(figure(ours));
    }
    cells.push(line);
    cells
}

fn thesis(row: &Row, level: u32) -> Option<Trace> {
    LEVELS.iter().position(|printed| *printed == level).and_then(|at| row.printed.figures[at])
}

/// The number with a remark where there is something to be said.
fn ours(found: &Found) -> String {
    let number = figure(found.figure);
    match (&found.won, found.figure) {
        (Some(_), _) if found.checked => number,
        (Some(_), _) => format!("{number} unchecked"),
        (None, Trace::More(_)) => number,
        (None, Trace::Of(_)) => format!("{number} no win"),
    }
}

fn figure(figure: Trace) -> String {
    let (sign, number) = match figure {
        Trace::Of(number) => ("", number),
        Trace::More(number) => (">", number),
    };
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}")
}

/// What was found with the highest level; where the search did not come so far, that is said.
fn here(row: &Row, levels: usize) -> String {
    let Some(found) = row.found.get(levels - 1) else { return "not searched".to_owned() };
    match &found.won {
        None if matches!(found.figure, Trace::More(_)) => {
            format!("none in the first {} positions", figure(Trace::Of(found.figure.least())))
        }
        None => "no win found".to_owned(),
        Some((line, plies)) => won(row, line, *plies, if found.checked { "" } else { ", unchecked" }),
    }
}

fn won(row: &Row, line: &[Point], plies: u32, remark: &str) -> String {
    let color = row.printed.position.to_move().unwrap_or(Color::Black);
    format!("{color} wins in {plies}{remark}: {}", text(line))
}

fn text(moves: &[Point]) -> String {
    moves.iter().map(Point::to_string).collect::<Vec<_>>().join(".")
}

fn object(base: &Base, lacks: &[Lack], table: &Table, lines: &[Line]) -> Value {
    let number = |figure: Trace| match figure {
        Trace::Of(number) => json!({ "positions": number, "capped": false }),
        Trace::More(number) => json!({ "positions": number, "capped": true }),
    };
    let positions: Vec<Value> = table
        .rows
        .iter()
        .map(|row| {
            let found: Vec<Value> = row
                .found
                .iter()
                .map(|found| {
                    json!({
                        "level": found.level,
                        "thesis": thesis(row, found.level).map(number),
                        "here": number(found.figure),
                        "won": found.won.is_some(),
                        "checked": found.checked,
                        "moves": found.won.as_ref().map(|(_, plies)| plies),
                        "line": found.won.as_ref().map(|(line, _)| text(line)),
                        "seconds": found.seconds,
                    })
                })
                .collect();
            let line = row.printed.line.as_ref().map(|line| text(line));
            json!({ "id": row.printed.name, "thesis_line": line, "levels": found })
        })
        .collect();
    let lost: Vec<Value> = lines
        .iter()
        .map(|line| {
            let finder = if line.by_noire { "thesis" } else { "Uiterwijk" };
            json!({ "id": line.name, "found_by": finder, "winner": line.winner.to_string(), "line": text(&line.moves) })
        })
        .collect();
    let missing: Vec<&str> = lacks.iter().map(|lack| lack.ability.name()).collect();
    json!({ "base": base.name(), "missing": missing, "positions": positions, "lost_boards": lost })
}
