//! `noire solve`: wins that can be proved.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::bases::{Backend, is_game};
use crate::board::{Color, Point};
use crate::facts::Base;
use crate::games::abilities::Asker;
use crate::games::{FiveInARow, Game};
use crate::laboratory::verify::stones::contract::breach;
use crate::proof_check::FiveInARowStrategy;
use crate::proof_check::referee::Referee;
use crate::record::PositionSpec;
use crate::search::classic::Classic;
use crate::search::limits::{SearchLimits, Watched};
use crate::search::solve::{Check, Wanted, solve_watched};
use crate::search::strategy::{Strategy, ThreatClass};
use crate::search::tactics::Tactics;
use crate::search::threats::Threats;
use blanche_compiler::runtime::Limits;
use clap::{Args, ValueEnum};

use crate::command_line::amiss::{tell_lacks, tell_unplayable};
use crate::command_line::asked::Subject;
use crate::command_line::backend::OneBackend;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MISTAKES, count};
use crate::command_line::positions::GameEnds;
use crate::command_line::seconds::seconds;
use crate::command_line::text::{self, Boards};
use crate::command_line::width;
use crate::progress::Progress;
use waiting::Waiting;

mod of_text;
mod outcome;
mod proof;
mod waiting;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire solve --moves h8,g9,d8,h10,i8,i11,g7 --proof
  noire solve --file positions.tsv --time 2 --verify --format json";

/// Search for a win of the side to move, and prove it.
///
/// Of a game in text it is said whether the side to move has won, lost or drawn with the best play, or that this is not decided within
/// the limits.
///
/// Does the side to move win? Fours are tried first, then threes, then quiet moves. A win is checked against every
/// reply
/// before it is told; where the check did not come to its end, that is said.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    backend: OneBackend,
    /// Use the rules up to this level only
    #[arg(long, value_name = "N", default_value_t = 7)]
    level: u32,
    /// The threat class: fours only, threes too, or quiet moves too
    #[arg(long, value_enum, default_value = "quiet")]
    reach: ReachChoice,
    /// The strategy: `threats` is ours, `classic` that of the thesis
    #[arg(long, value_enum, default_value = "threats")]
    strategy: StrategyChoice,
    /// Seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// So many examined positions for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Check every proof to its end, also after the time for a position: every reply is played out, with the rules of
    /// level
    /// 0 and nothing else. Without this it is checked as long as there is time. What does not stand is listed and no
    /// longer believed, and the search goes on
    #[arg(long)]
    verify: bool,
    /// Check no proof: what is said to be a win is what the search believes
    #[arg(long, conflicts_with = "verify")]
    unchecked: bool,
    /// Show the whole proof: a tree, or with json the positions with the attacker to move, as `nodes`
    #[arg(long)]
    proof: bool,
    /// text with a board, or json with an object per line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

/// How far the attacker's moves go.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "help would show what is said of each")]
pub enum ReachChoice {
    Fours,
    Threats,
    Quiet,
}

impl ReachChoice {
    /// The class of threats.
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
#[expect(missing_docs, reason = "help would show what is said of each")]
pub enum StrategyChoice {
    Threats,
    Classic,
}

impl StrategyChoice {
    /// How the strategy is called.
    pub fn name(self) -> &'static str {
        Strategy::<FiveInARow<'_>>::name(self.strategy())
    }

    /// As a player has it.
    pub fn tactics(self) -> Tactics {
        match self {
            StrategyChoice::Threats => Tactics::Threats,
            StrategyChoice::Classic => Tactics::Classic,
        }
    }

    /// The strategy.
    pub fn strategy(self) -> &'static FiveInARowStrategy {
        match self {
            StrategyChoice::Threats => &Threats,
            StrategyChoice::Classic => &Classic,
        }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let name = arguments.subject.game()?;
    if is_game(&name) {
        return of_text::run(arguments, &name);
    }
    let base = Base::open(&name, Limits::default())?;
    let backend = arguments.backend.of(&base)?;
    let given = arguments.subject.positions()?;
    let mut positions = given.read()?;
    let lacks = tell_lacks(&base, &[Asker::Solver(arguments.strategy.name())]);
    let wanted = wanted(arguments, &base, backend)?;
    let mut out = Vec::new();
    let progress = Progress::begin();
    let mut status = ExitCode::SUCCESS;
    let mut told = 0;
    let mut ends = GameEnds::new(&given, &base, backend);
    for at in 0..positions.entries.len() {
        progress.position(at, positions.entries.len());
        if !ends.cut(&mut positions.entries[at], &progress) {
            continue;
        }
        let entry = &positions.entries[at];
        let position = entry.spec.position();
        if let Some(oddity) = oddity(&entry.spec) {
            let name = entry.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
            progress.aside(|| eprintln!("note: {name}{oddity}"));
        }
        let watched: Arc<Watched> = Arc::default();
        let solution = match playable(&base, backend, &entry.spec) {
            Ok(mut game) => {
                let waiting =
                    Waiting { progress: &progress, at, of: positions.entries.len(), wanted: &wanted };
                let strategy = arguments.strategy.strategy();
                Ok(waiting.for_search(&watched, || solve_watched(strategy, &mut game, &wanted, &watched)))
            }
            Err(Unplayable::Over(words)) => Err(words),
            Err(Unplayable::Wrong(words)) => {
                status = ExitCode::from(MISTAKES);
                Err(words)
            }
        };
        progress.aside(|| told = tell_unplayable(&base, told));
        // Asked before the answer is seen: a Ctrl-C that follows on it is about the next position.
        let is_stopped = wanted.limits.stop.load(Ordering::Relaxed);
        match arguments.format {
            Format::Json => {
                writeln!(
                    out,
                    "{}",
                    outcome::object(
                        &base,
                        &lacks,
                        entry,
                        &solution,
                        (wanted.check, watched.class()),
                        arguments.proof
                    )
                )?;
            }
            Format::Text => {
                text::begin(&mut out, (at, positions.entries.len()), entry.id.as_deref(), &entry.text)?;
                match &solution {
                    Ok(solution) => outcome::draw(
                        &mut out,
                        (&base, &lacks),
                        &position,
                        solution,
                        wanted.check,
                        arguments,
                    )?,
                    Err(reason) => writeln!(out, "{reason}")?,
                }
                width::fit(&mut out, true);
            }
        }
        progress.print(&mut out)?;
        if is_stopped {
            let left = positions.entries.len() - at - 1;
            if left > 0 {
                progress.aside(|| eprintln!("note: not looked at: {}", count(left, "more position")));
            }
            return Ok(interrupt::status(&wanted.limits.stop));
        }
    }
    Ok(status)
}

/// What is searched for in each position, and within which limits.
fn wanted(arguments: &Arguments, base: &Base, backend: Backend) -> Result<Wanted, Failure> {
    Ok(Wanted {
        class: arguments.reach.class(),
        levels: arguments.level,
        check: match arguments {
            Arguments { unchecked: true, .. } => Check::No,
            _ if !can_be_checked(base, backend)? => Check::No,
            Arguments { verify: true, .. } => Check::ToTheEnd,
            _ => Check::InTime,
        },
        limits: SearchLimits {
            positions: arguments.nodes.unwrap_or(u64::MAX),
            time: arguments.time,
            stop: interrupt::stop()?,
            ..SearchLimits::default()
        },
    })
}

/// Whether proofs can be played out in the game of this base. Those that are built in are held to it by tests.
fn can_be_checked(base: &Base, backend: Backend) -> Result<bool, Failure> {
    if base.has(Backend::Compiled) {
        return Ok(true);
    }
    let breach = breach(&Referee::new(base, backend))
        .map_err(|limit| Failure::Said(format!("error: who has won: {limit}"), MISTAKES))?;
    if let Some(breach) = &breach {
        eprintln!("note: in this game {breach}, so proofs are not checked");
    }
    Ok(breach.is_none())
}

/// Why nothing is searched in a position, in words.
enum Unplayable {
    /// The game is over, and there is nothing to search.
    Over(String),
    /// It is no position of a game, or whether the game is over is not known.
    Wrong(String),
}

/// The position as a game that goes on, or why it does not.
fn playable<'b>(
    base: &'b Base,
    backend: Backend,
    given: &PositionSpec,
) -> Result<FiveInARow<'b>, Unplayable> {
    let wrong = |words: &str| Unplayable::Wrong(words.to_owned());
    let position = given.position();
    let Some(to_move) = position.to_move() else {
        return Err(wrong(
            "the position does not say whose turn it is: --to-move, or the column `to-move`, does",
        ));
    };
    if position.empty_fields().len() == Point::COUNT {
        // A game begins so.
        let words = "there is no stone on the board".to_owned();
        return Err(if given.moves().is_some() { Unplayable::Over(words) } else { Unplayable::Wrong(words) });
    }
    // Where there are moves, a pass among them tells why it is the turn of whoever set the last stone.
    let moved_last = position.last_move().is_some_and(|last| position.stones(to_move).contains(last));
    if moved_last && given.moves().is_none() {
        return Err(wrong(&format!("{to_move} made the last move, and cannot be to move")));
    }
    let mut game = FiveInARow::new(base, backend, position.clone());
    match game.winner() {
        Err(limit) => return Err(wrong(&format!("the question who has won {}", limit.exceeded()))),
        Ok(Some(color)) => return Err(Unplayable::Over(format!("{color} has won already"))),
        Ok(None) => {}
    }
    if position.empty_fields().is_empty() {
        return Err(Unplayable::Over("the board is full".to_owned()));
    }
    Ok(game)
}

/// What is odd in a set-up that can be searched all the same.
fn oddity(given: &PositionSpec) -> Option<String> {
    if given.moves().is_some() {
        return None;
    }
    let position = given.position();
    let (black, white) = (position.stones(Color::Black).len(), position.stones(Color::White).len());
    let is_usual = match position.to_move()? {
        Color::Black => black == white,
        Color::White => black == white + 1,
    };
    let to_move = position.to_move()?;
    let stones = format!("{} and {}", count(black, "black stone"), count(white, "white one"));
    (!is_usual).then(|| format!("with {stones} {to_move} is to move only if somebody passed"))
}
