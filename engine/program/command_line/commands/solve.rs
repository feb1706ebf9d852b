//! `noire solve`: finds wins and proves them.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, ValueEnum};
use noire_engine::games::FiveInARow;
use noire_engine::proof_check::FiveInARowStrategy;
use noire_engine::search::classic::Classic;
use noire_engine::search::limits::SearchLimits;
use noire_engine::search::strategy::{Strategy, ThreatClass};
use noire_engine::search::strategy_kind::StrategyKind;
use noire_engine::search::threats::Threats;
use noire_engine::with_world;
use noire_engine::world::Entry;

use crate::command_line::answer_text::{self, BoardOptions};
use crate::command_line::backend_options::BackendOption;
use crate::command_line::ineffective_options::note_high_level;
use crate::command_line::interrupt;
use crate::command_line::number_options::seconds;
use crate::command_line::output::{Failure, Format, MISTAKES, count};
use crate::command_line::query_options::{GameAndPositions, world_failure};
use crate::command_line::width;
use noire_engine::progress::Progress;
use solvable::{Row, RunProgress, Solvable, SolveOutcome};

mod full_search;
mod line;
mod outcome;
mod proof;
mod search_progress;
mod solvable;
mod threat_search;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire solve --moves h8,g9,d8,h10,i8,i11,g7 --proof
  noire solve --file positions.tsv --time 2 --verify --format json
  noire solve --moves h8,g9,d8,h10,i8,i11,g7 --line f8,e7,j12";

/// Search for a win for the side to move, and prove it.
///
/// For a game defined by rule files, reports whether the side to move wins, loses or draws with best play, or that the
/// limits were too small to decide.
///
/// Tries fours first, then threes, then quiet moves. A win is checked against every reply before it is reported; the
/// report says if the check was cut short.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    #[command(flatten)]
    backend: BackendOption,
    /// Use only the rules up to this level
    #[arg(long, value_name = "N", default_value_t = 7)]
    level: u32,
    /// The moves that the attacker may use: fours only, fours and threes, or quiet moves as well [default: quiet]
    #[arg(long, value_enum)]
    reach: Option<ReachChoice>,
    /// The strategy: `threats` is NOIRE's own, `classic` that of the thesis [default: threats]
    #[arg(long, value_enum)]
    strategy: Option<StrategyChoice>,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// Maximum number of positions to search when solving one position of the input
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Check every proof completely, even if this exceeds the time limit for the position: every reply is played until
    /// a rule of level 0 says that the game is won, and no other rule is used. Without this option, proofs are checked
    /// only until the time limit. Claims that fail the check are listed and not used again, and the search goes on
    #[arg(long)]
    verify: bool,
    /// Do not check proofs: report every win that the search claims
    #[arg(long, conflicts_with = "verify")]
    unchecked: bool,
    /// Show the whole proof: as a tree, or with `--format json` as `nodes`, a list of the positions in which the
    /// attacker is to move
    #[arg(long)]
    proof: bool,
    /// Check whether this line of moves wins for the side that begins it. After each move of that side, all replies are
    /// searched. At most a million positions are searched for each move, unless `--nodes` says otherwise
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["reach", "strategy", "verify", "unchecked", "proof"])]
    line: Option<String>,
    /// `text`: a board; `json`: one object per line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: BoardOptions,
}

/// How far the attacker's moves go.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "help would show a description of each")]
pub enum ReachChoice {
    Fours,
    Threats,
    Quiet,
}

impl ReachChoice {
    /// The class of threats to search.
    pub fn class(self) -> ThreatClass {
        match self {
            ReachChoice::Fours => ThreatClass::Fours,
            ReachChoice::Threats => ThreatClass::Threats,
            ReachChoice::Quiet => ThreatClass::Quiet,
        }
    }
}

/// A strategy by its name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "help would show a description of each")]
pub enum StrategyChoice {
    Threats,
    Classic,
}

impl StrategyChoice {
    /// The name of the strategy.
    pub fn name(self) -> &'static str {
        Strategy::<FiveInARow<'_>>::name(self.strategy())
    }

    /// The strategy as an enum value of the search.
    pub fn kind(self) -> StrategyKind {
        match self {
            StrategyChoice::Threats => StrategyKind::Threats,
            StrategyChoice::Classic => StrategyKind::Classic,
        }
    }

    /// The strategy as an object that the search can call.
    pub fn strategy(self) -> &'static FiveInARowStrategy {
        match self {
            StrategyChoice::Threats => &Threats,
            StrategyChoice::Classic => &Classic,
        }
    }
}

impl Arguments {
    /// The strategy for finding wins.
    fn strategy(&self) -> StrategyChoice {
        self.strategy.unwrap_or(StrategyChoice::Threats)
    }

    /// The first specified option that applies only to proofs.
    fn of_proofs(&self) -> Option<&'static str> {
        let options = [
            (self.reach.is_some(), "reach"),
            (self.strategy.is_some(), "strategy"),
            (self.verify, "verify"),
            (self.unchecked, "unchecked"),
            (self.proof, "proof"),
        ];
        options.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }
}

/// Runs `noire solve`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let world =
        arguments.subject.open_with_backend(&arguments.backend, Some(interrupt::second_stop_flag()?))?;
    match &arguments.line {
        Some(line) => with_world!(&world, |world| line::check_lines(world, arguments, line)),
        None => with_world!(&world, |world| solve_all(world, arguments)),
    }
}

/// Solves the specified positions in order, and prints the results.
fn solve_all<W: Solvable>(world: &W, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let failed = |trouble| world_failure(world, trouble);
    note_high_level(world.contents(), arguments.level);
    let mut positions = arguments.subject.each(world)?;
    let stop = interrupt::stop_flag()?;
    let limits = SearchLimits {
        positions: arguments.nodes.unwrap_or(u64::MAX),
        time: arguments.time,
        stop: Arc::clone(&stop),
        ..SearchLimits::default()
    };
    let mut solver = world.solver(arguments, limits)?;
    let (mut out, progress) = (Vec::new(), Progress::begin());
    let (mut status, mut told) = (ExitCode::SUCCESS, 0);
    let of = positions.number();
    while let Some(given) = positions.next(&progress)? {
        let (at, entry) = (given.at, &given.entry);
        let position = given.position(world)?;
        if let Some(oddity) = W::oddity(entry, &position) {
            let name = entry.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
            progress.aside(|| eprintln!("note: {name}{oddity}"));
        }
        let run_progress = RunProgress { progress: &progress, at, of };
        let found = W::solve(&mut solver, entry, &position, run_progress).map_err(failed)?;
        let noticed = world.problems_found();
        progress.aside(|| noticed.iter().skip(told).for_each(|note| eprintln!("note: {note}")));
        told = noticed.len();
        // The flag is read before the answer is printed, because Ctrl-C during the printing is meant for the next
        // position.
        let is_stopped = stop.load(Ordering::Relaxed);
        if matches!(found, SolveOutcome::Wrong(_)) {
            status = ExitCode::from(MISTAKES);
        }
        match arguments.format {
            Format::Json => {
                let row = row(world, &solver, entry, &position, &found);
                writeln!(out, "{}", serde_json::to_string(&row).expect("a row is plain data"))?;
            }
            Format::Text => {
                answer_text::print_heading(&mut out, (at, of), entry.id.as_deref(), &entry.text)?;
                match &found {
                    SolveOutcome::Solved(solved) => W::print(&solver, &mut out, &position, solved)?,
                    SolveOutcome::Over(_, words)
                    | SolveOutcome::Nothing(words)
                    | SolveOutcome::Wrong(words) => {
                        writeln!(out, "{words}")?;
                    }
                }
                width::fit_to_terminal(&mut out, true);
            }
        }
        progress.print(&mut out)?;
        if is_stopped {
            let left = of - at - 1;
            if left > 0 {
                progress.aside(|| eprintln!("note: not searched: {}", count(left, "more position")));
            }
            return Ok(interrupt::status(&stop));
        }
    }
    Ok(status)
}

/// The result for a position as a row of JSON. Each row contains all fields, and a field without a value is `null`.
fn row<'e, W: Solvable>(
    world: &'e W,
    solver: &W::Solver<'_>,
    entry: &'e Entry<W>,
    position: &W::Position,
    found: &SolveOutcome<W>,
) -> Row<'e> {
    let mut row = Row {
        id: entry.id.as_deref(),
        position: &entry.text,
        game: &world.contents().name,
        outcome: "not decided",
        missing: W::missing(solver),
        ..Row::default()
    };
    match found {
        SolveOutcome::Solved(solved) => W::fill(solver, &mut row, position, solved),
        SolveOutcome::Over(outcome, words) => (row.outcome, row.error) = (outcome, Some(words.clone())),
        SolveOutcome::Nothing(words) | SolveOutcome::Wrong(words) => row.error = Some(words.clone()),
    }
    row
}
