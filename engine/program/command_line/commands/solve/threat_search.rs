//! Solves games of stones: finds wins by threats with forced replies, and then checks these wins against every reply.

use std::io::Write;
use std::sync::Arc;

use super::search_progress::ProgressReporter;
use super::solvable::{Row, RunProgress, Solvable, SolveOutcome};
use super::{Arguments, ReachChoice, outcome};
use crate::command_line::base_notes::note_missing;
use crate::command_line::output::{Failure, MISTAKES, count};
use noire_engine::bases::Backend;
use noire_engine::board::{Color, Point, Position};
use noire_engine::facts::Base;
use noire_engine::games::requirements::{MissingRequirement, SearchKind};
use noire_engine::games::{FiveInARow, Game as _};
use noire_engine::proof_check::referee::Referee;
use noire_engine::search::limits::{SearchLimits, SearchProgress};
use noire_engine::search::solve::{Check, Solution, SolveOptions, solve_with_progress};
use noire_engine::search::strategy::ThreatClass;
use noire_engine::world::{Entry, Stones, World as _, WorldError};
use noire_laboratory::verify::stones::contract::contract_violation;

/// A solver that proves wins by the rules of a base.
pub(super) struct ThreatSolver<'w> {
    pub(super) base: &'w Base,
    backend: Backend,
    pub(super) missing: Vec<MissingRequirement>,
    pub(super) options: SolveOptions,
    pub(super) arguments: &'w Arguments,
}

/// The result for a position, and the class of threats that was searched last.
pub(super) struct ThreatResult {
    pub(super) solution: Solution<Point>,
    pub(super) class: Option<ThreatClass>,
}

impl Solvable for Stones {
    type Solver<'w> = ThreatSolver<'w>;
    type Solved = ThreatResult;

    fn solver<'w>(
        &'w self,
        arguments: &'w Arguments,
        limits: SearchLimits,
    ) -> Result<ThreatSolver<'w>, Failure> {
        let (base, backend) = (self.base(), self.backends()[0]);
        let missing = note_missing(base, &[SearchKind::Solver(arguments.strategy().name())]);
        let options = options(arguments, base, backend, limits)?;
        Ok(ThreatSolver { base, backend, missing, options, arguments })
    }

    fn oddity(entry: &Entry<Stones>, position: &Position) -> Option<String> {
        oddity(entry, position)
    }

    fn solve(
        solver: &mut ThreatSolver<'_>,
        entry: &Entry<Stones>,
        position: &Position,
        RunProgress { progress, at, of }: RunProgress<'_>,
    ) -> Result<SolveOutcome<Stones>, WorldError> {
        let mut game = match playable(solver.base, solver.backend, entry, position) {
            Ok(game) => game,
            Err(found) => return Ok(found),
        };
        let search_progress: Arc<SearchProgress> = Arc::default();
        let waiting = ProgressReporter { progress, at, of, options: &solver.options };
        let strategy = solver.arguments.strategy().strategy();
        let search = || solve_with_progress(strategy, &mut game, &solver.options, &search_progress);
        let solution = waiting.run(&search_progress, search);
        Ok(SolveOutcome::Solved(ThreatResult { solution, class: search_progress.class() }))
    }

    fn print(
        solver: &ThreatSolver<'_>,
        out: &mut impl Write,
        position: &Position,
        proved: &ThreatResult,
    ) -> Result<(), Failure> {
        outcome::draw(out, solver, position, &proved.solution)
    }

    fn fill(solver: &ThreatSolver<'_>, row: &mut Row<'_>, position: &Position, proved: &ThreatResult) {
        outcome::fill(solver, row, position, proved);
    }

    fn missing(solver: &ThreatSolver<'_>) -> Vec<&'static str> {
        solver.missing.iter().map(|missing| missing.requirement.name()).collect()
    }
}

/// What to search for in each position, and the limits of the search.
fn options(
    arguments: &Arguments,
    base: &Base,
    backend: Backend,
    limits: SearchLimits,
) -> Result<SolveOptions, Failure> {
    Ok(SolveOptions {
        class: arguments.reach.unwrap_or(ReachChoice::Quiet).class(),
        levels: arguments.level,
        check: match arguments {
            Arguments { unchecked: true, .. } => Check::No,
            _ if !can_be_checked(base, backend)? => Check::No,
            Arguments { verify: true, .. } => Check::ToTheEnd,
            _ => Check::InTime,
        },
        limits,
    })
}

/// Whether proofs can be checked in the game of this base. For the built-in games, tests ensure that they can.
fn can_be_checked(base: &Base, backend: Backend) -> Result<bool, Failure> {
    if base.has(Backend::Compiled) {
        return Ok(true);
    }
    let breach = contract_violation(&Referee::new(base, backend))
        .map_err(|limit| Failure::Message(format!("error: the query for a win: {limit}"), MISTAKES))?;
    if let Some(breach) = &breach {
        eprintln!("note: in this game {breach}, so proofs are not checked");
    }
    Ok(breach.is_none())
}

/// The position as a game to search, or the reason why there is nothing to search.
fn playable<'b>(
    base: &'b Base,
    backend: Backend,
    entry: &Entry<Stones>,
    position: &Position,
) -> Result<FiveInARow<'b>, SolveOutcome<Stones>> {
    let wrong = |words: &str| SolveOutcome::Wrong(words.to_owned());
    let Some(to_move) = position.to_move() else {
        return Err(wrong(
            "the position does not say whose turn it is: give it by --to-move, or in the column `to-move`",
        ));
    };
    if position.empty_fields().len() == Point::COUNT {
        // The start of a game is a valid position, but there is nothing to search.
        let words = "there is no stone on the board".to_owned();
        return Err(if entry.moves.is_some() {
            SolveOutcome::Nothing(words)
        } else {
            SolveOutcome::Wrong(words)
        });
    }
    // In a game, a side may move twice in a row after a pass. In a set-up, the side that moved last cannot be to move.
    let moved_last = position.last_move().is_some_and(|last| position.stones(to_move).contains(last));
    if moved_last && entry.moves.is_none() {
        return Err(wrong(&format!("{to_move} made the last move, and cannot be to move")));
    }
    let mut game = FiveInARow::new(base, backend, position.clone());
    match game.winner() {
        Err(limit) => return Err(wrong(&format!("the query for a win {}", limit.exceeded()))),
        Ok(Some(color)) => {
            let outcome = if color == to_move { "won" } else { "lost" };
            return Err(SolveOutcome::Over(outcome, format!("{color} has already won")));
        }
        Ok(None) => {}
    }
    if position.empty_fields().is_empty() {
        return Err(SolveOutcome::Over("drawn", "the board is full".to_owned()));
    }
    Ok(game)
}

/// A note about a set-up that is unusual but can be searched.
fn oddity(entry: &Entry<Stones>, position: &Position) -> Option<String> {
    if entry.moves.is_some() {
        return None;
    }
    let (black, white) = (position.stones(Color::Black).len(), position.stones(Color::White).len());
    let to_move = position.to_move()?;
    let is_usual = match to_move {
        Color::Black => black == white,
        Color::White => black == white + 1,
    };
    let stones = format!("{} and {}", count(black, "black stone"), count(white, "white one"));
    (!is_usual).then(|| format!("with {stones} {to_move} is to move only after a pass"))
}
