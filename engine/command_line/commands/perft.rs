//! `noire perft`: how many positions a game in text has.
//!
//! With `--format json` an object is printed:
//!
//! ```text
//! game      its name
//! backend   who answered: "compiled" or "interpreted", or "both"
//! depth     after how many moves
//! leaves    how many positions: with --distinct and --symmetric, different ones
//! by_move   with --divide: the leaves behind each first move; otherwise null
//! by_ply    with --distinct and --symmetric: different positions after 0, 1, 2, … moves; otherwise null
//! seconds   how long it took
//! ```

use std::cell::Cell;
use std::cell::RefCell;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::bases::{Backend, TextBase};
use crate::progress::Progress;
use blanche_compiler::game::{self, Counting, Fault, Images, MOST_KEPT, Rules};
use blanche_compiler::runtime::Position;
use clap::Args;
use serde_json::{Map, Value, json};

use crate::command_line::game::{GameArguments, failed};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MACHINE, MISTAKES, WRONG_USE};
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire perft --game my-game/ --depth 6
  noire perft --game my-game/ --depth 4 --divide
  noire perft --game my-game/ --file position.txt
  noire perft --game my-game/ --depth 5 --distinct --format json";

/// Count the positions of a game in text.
///
/// Counts positions after exactly so many moves, each as often as there are ways to it, and games that ended before. Other
/// programs of the same game count the same, so this is the test of the rules of its moves. No table is kept, but by
/// --distinct and --symmetric, which need one.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// After so many moves
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=MOST))]
    depth: u32,
    /// The positions behind each first move
    #[arg(long, conflicts_with_all = ["distinct", "symmetric"])]
    divide: bool,
    /// Leave games out that ended before
    #[arg(long, conflicts_with_all = ["distinct", "symmetric"])]
    strict: bool,
    /// Count different positions, after 0, 1, 2, … moves. How often a position has stood before ends no game here
    #[arg(long)]
    distinct: bool,
    /// Count positions that differ by more than a symmetry of the board, after 0, 1, 2, … moves; as --distinct
    #[arg(long, conflicts_with = "distinct")]
    symmetric: bool,
    /// With --distinct or --symmetric: what the table of positions may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = MOST_KEPT >> 20,
          value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// text for people, json with one object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Nobody waits for deeper ones, and each ply takes room.
const MOST: i64 = 1000;

/// What is said of the lines above when somebody stops the command.
const SHOWN_SO_FAR: &str = "the counts that are shown are complete, the next is not";

/// What was counted to one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counted {
    depth: u32,
    leaves: u64,
    by_move: Option<Vec<(String, u64)>>,
    by_ply: Option<Vec<u64>>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.memory << 20 != MOST_KEPT && !arguments.distinct && !arguments.symmetric {
        let words = "error: --memory goes with --distinct or --symmetric\n  no other count keeps a table";
        return Err(Failure::Said(words.to_owned(), WRONG_USE));
    }
    let (base, rules) = arguments.game.open()?;
    let stop = interrupt::stop()?;
    let mut all = Vec::new();
    let (began, written) = (Instant::now(), RefCell::new(Ok(())));
    for (backend, rules) in &rules {
        let start = arguments.game.start(&base, rules)?;
        let shown = all.is_empty() && arguments.format == Format::Text;
        let counted = deeper(arguments, &base, rules, &start, &stop, (shown, &written));
        written.replace(Ok(()))?;
        match counted {
            Ok(counted) => all.push((*backend, counted)),
            Err(Fault::Stopped) => {
                eprintln!("note: stopped: {}", if shown { SHOWN_SO_FAR } else { "not counted to its end" });
                return Ok(interrupt::status(&stop));
            }
            Err(fault @ Fault::TooMany(_)) => {
                let hint = format!("--memory {} is the limit, in MiB", arguments.memory);
                return Err(Failure::Said(format!("error: {fault}\n  {hint}"), MISTAKES));
            }
            Err(fault) => return Err(failed(&base, &fault)),
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    agree(&all)?;
    if let (Format::Json, [(backend, counted), ..]) = (arguments.format, all.as_slice()) {
        let backend = if all.len() > 1 { "both".to_owned() } else { backend.to_string() };
        let by_move = counted.by_move.as_ref().map(|moves| {
            Value::Object(moves.iter().map(|(mv, leaves)| (mv.clone(), json!(leaves))).collect::<Map<_, _>>())
        });
        let object = json!({
            "game": base.name(),
            "backend": backend,
            "depth": arguments.depth,
            "leaves": counted.leaves,
            "by_move": by_move,
            "by_ply": counted.by_ply,
            "seconds": seconds,
        });
        writeln!(width::out(false), "{object:#}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Counts to the depth that is wanted, by way of the smaller ones where a person looks on. Prints what it counts where it is
/// to be shown, and keeps what went wrong while printing.
fn deeper(
    arguments: &Arguments,
    base: &TextBase,
    rules: &Rules,
    start: &Position,
    stop: &AtomicBool,
    (shown, written): (bool, &RefCell<io::Result<()>>),
) -> Result<Counted, Fault> {
    let progress = Progress::begin();
    let said = |text: String| {
        let mut text = text.into_bytes();
        width::fit(&mut text, true);
        if shown && let Err(error) = progress.print(&mut text) {
            *written.borrow_mut() = Err(error);
        }
    };
    if arguments.distinct || arguments.symmetric {
        return by_ply(arguments, base, rules, start, stop, (&progress, &said));
    }
    let first = if shown && !arguments.divide { 0 } else { arguments.depth };
    let (mut last, mut before) = (1.0f64, 1.0f64);
    let mut depth = first;
    loop {
        let began = Instant::now();
        // The next depth has about as many times more positions as this one had.
        let expected = last * (last / before).max(1.0);
        let counted = once(arguments, rules, start, depth, stop, &progress, expected)?;
        (before, last) = (last, counted.leaves.max(1) as f64);
        for (mv, leaves) in counted.by_move.iter().flatten() {
            said(format!("{mv}: {leaves}\n"));
        }
        let seconds = began.elapsed().as_secs_f64();
        let speed = counted.leaves as f64 / seconds.max(1e-9);
        said(format!(
            "depth {depth:2}: {:>15} positions, {seconds:8.3} s, {speed:12.0} per second\n",
            counted.leaves
        ));
        if depth >= arguments.depth {
            return Ok(counted);
        }
        depth += 1;
    }
}

/// Counts the different positions, a line for each ply as soon as it is counted.
fn by_ply(
    arguments: &Arguments,
    base: &TextBase,
    rules: &Rules,
    start: &Position,
    stop: &AtomicBool,
    (progress, said): (&Progress, &dyn Fn(String)),
) -> Result<Counted, Fault> {
    let (depth, memory, seen) = (arguments.depth, arguments.memory << 20, Cell::new(0u64));
    let told = |more: u64| {
        seen.set(seen.get() + more);
        progress.show(0.0, &format!("{} positions", seen.get()));
    };
    if rules.asks_the_past() {
        progress.aside(|| {
            eprintln!("note: how often a position has stood ends no game here, as positions are counted once")
        });
    }
    let what = if arguments.symmetric { "positions up to symmetry" } else { "different positions" };
    said(format!("{}, {what}\n", base.name()));
    let how = Counting { strict: arguments.strict, stop, told: &told };
    let images = arguments.symmetric.then(|| Images::of(rules));
    let mut ply = 0;
    let by_ply = game::distinct(rules, start, (depth, memory), images.as_ref(), how, &mut |number| {
        said(format!("ply {ply:2}: {number:>15}\n"));
        ply += 1;
    })?;
    if by_ply.len() <= depth as usize {
        said(format!("every game is over after {} moves\n", by_ply.len().saturating_sub(1)));
    }
    said(format!("sum    {:>15}\n", by_ply.iter().sum::<u64>()));
    let leaves = by_ply.get(depth as usize).copied().unwrap_or(0);
    Ok(Counted { depth, leaves, by_move: None, by_ply: Some(by_ply) })
}

/// Counts to one depth.
fn once(
    arguments: &Arguments,
    rules: &Rules,
    start: &Position,
    depth: u32,
    stop: &AtomicBool,
    progress: &Progress,
    expected: f64,
) -> Result<Counted, Fault> {
    let seen = Cell::new(0u64);
    let due = Cell::new(0u64);
    let told = |more: u64| {
        seen.set(seen.get() + more);
        if seen.get() >= due.get() {
            due.set(seen.get() + (1 << 12));
            let done = if expected > 0.0 { (seen.get() as f64 / expected).min(0.99) } else { 0.0 };
            progress.show(done, &format!("depth {depth}, {} positions", seen.get()));
        }
    };
    let how = Counting { strict: arguments.strict, stop, told: &told };
    let mut position = start.clone();
    if arguments.divide {
        let by_move = game::divide(rules, &mut position, depth, how)?;
        let by_move: Vec<(String, u64)> =
            by_move.into_iter().map(|(mv, leaves)| (rules.move_text(mv), leaves)).collect();
        // Without a first move there is this position alone, or a game that ended before.
        let leaves = match by_move.is_empty() {
            true => game::perft(rules, &mut position, depth, how)?,
            false => by_move.iter().map(|(_, leaves)| leaves).sum(),
        };
        return Ok(Counted { depth, leaves, by_move: Some(by_move), by_ply: None });
    }
    let leaves = game::perft(rules, &mut position, depth, how)?;
    Ok(Counted { depth, leaves, by_move: None, by_ply: None })
}

/// Sees to it that the back ends counted the same.
fn agree(all: &[(Backend, Counted)]) -> Result<(), Failure> {
    let Some((first, counted)) = all.first() else { return Ok(()) };
    match all.iter().find(|(_, other)| other != counted) {
        None => Ok(()),
        Some((backend, other)) => Err(Failure::Said(
            format!(
                "error: the back ends differ at depth {}\n  {first}: {} positions\n  {backend}: {} positions",
                counted.depth, counted.leaves, other.leaves
            ),
            MACHINE,
        )),
    }
}
