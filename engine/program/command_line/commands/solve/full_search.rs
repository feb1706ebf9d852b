//! Solves games defined by rule files. An alpha-beta search determines whether the side to move wins, loses or draws,
//! unless a limit stops the search first.

use std::io::{self, Write};
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use blanche_compiler::game::Move;
use blanche_compiler::runtime::Position;

use super::Arguments;
use super::solvable::{Row, RunProgress, Solvable, SolveOutcome};
use crate::command_line::ineffective_options::no_effect_failure;
use crate::command_line::output::{Failure, count};
use crate::command_line::query_options::world_failure;
use noire_engine::search::limits::SearchLimits;
use noire_engine::search::player::Budget;
use noire_engine::search::reports::per_second;
use noire_engine::world::{Entry, Marks, Text, World as _, WorldError, WorldExt as _};
use noire_laboratory::analysis::analysis_world::AnalysisWorld;
use noire_laboratory::analysis::text::Text as Analyst;
use noire_laboratory::analysis::{AnalysisRequest, Analyst as _, Evaluation, PositionAnalysis};

/// A solver that searches every line of play.
pub(super) struct FullSolver<'w> {
    world: &'w Text,
    analyst: Analyst<'w>,
    arguments: &'w Arguments,
}

/// The result for a position.
pub(super) struct SearchResult {
    evaluation: Option<Evaluation>,
    line: Vec<Move>,
    positions: u64,
    time: Duration,
    /// Why a query was stopped at a limit. `None` if no query was stopped.
    given_up: Option<String>,
}

impl SearchResult {
    fn of(looked: PositionAnalysis<Move>) -> SearchResult {
        let PositionAnalysis { mut candidates, is_solved, given_up, positions, time } = looked;
        let best = (!candidates.is_empty()).then(|| candidates.swap_remove(0));
        let evaluation = best.as_ref().map(|best| best.evaluation);
        let is_known = |evaluation: &Evaluation| is_solved || matches!(evaluation, Evaluation::Wins(_));
        let evaluation =
            evaluation.filter(is_known).filter(|evaluation| !matches!(evaluation, Evaluation::Scored(_)));
        let line = best.filter(|_| evaluation.is_some()).map(|best| best.line).unwrap_or_default();
        SearchResult { evaluation, line, positions, time, given_up }
    }

    /// The result as text: `won`, `lost`, `drawn` or `not decided`.
    fn outcome(&self) -> &'static str {
        match self.evaluation {
            Some(Evaluation::Wins(_)) => "won",
            Some(Evaluation::Loses(_)) => "lost",
            Some(Evaluation::Drawn) => "drawn",
            Some(Evaluation::Scored(_)) | None => "not decided",
        }
    }

    /// Number of moves of both sides to the win or loss.
    fn plies(&self) -> Option<u32> {
        match self.evaluation {
            Some(Evaluation::Wins(plies) | Evaluation::Loses(plies)) => Some(plies),
            _ => None,
        }
    }
}

impl Solvable for Text {
    type Solver<'w> = FullSolver<'w>;
    type Solved = SearchResult;

    fn solver<'w>(
        &'w self,
        arguments: &'w Arguments,
        limits: SearchLimits,
    ) -> Result<FullSolver<'w>, Failure> {
        if let Some(option) = arguments.of_proofs() {
            let why = "every move and every reply is searched: the game exports no forcing moves";
            return Err(no_effect_failure(self, option, why));
        }
        let budget = Budget {
            time: limits.time,
            positions: arguments.nodes,
            levels: arguments.level,
            is_valuing: true,
            stop: Arc::clone(&limits.stop),
            ..Budget::default()
        };
        let analyst = self.analyst(budget).map_err(|trouble| world_failure(self, trouble))?;
        Ok(FullSolver { world: self, analyst, arguments })
    }

    fn solve(
        solver: &mut FullSolver<'_>,
        entry: &Entry<Text>,
        position: &Position,
        _: RunProgress<'_>,
    ) -> Result<SolveOutcome<Text>, WorldError> {
        let world = solver.world;
        if let Some(end) = world.end(&mut position.clone())? {
            let outcome = match &end.winner {
                None => "drawn",
                Some(winner) if Some(winner) == world.to_move(position).as_ref() => "won",
                Some(_) => "lost",
            };
            return Ok(SolveOutcome::Over(outcome, format!("{outcome}: the game is over: {}", end.words)));
        }
        let start = entry.start(world)?;
        let places = world.search_positions(&start, entry.moves.as_deref().unwrap_or_default())?;
        let place = places.last().expect("there is the start at least");
        let looked = solver.analyst.best(place, AnalysisRequest { best: 1, played: None, excluded: &[] })?;
        Ok(SolveOutcome::Solved(SearchResult::of(looked)))
    }

    fn print(
        solver: &FullSolver<'_>,
        out: &mut impl Write,
        position: &Position,
        solved: &SearchResult,
    ) -> Result<(), Failure> {
        Ok(print(out, solver.world, (position, solved), solver.arguments)?)
    }

    fn fill(solver: &FullSolver<'_>, row: &mut Row<'_>, _: &Position, solved: &SearchResult) {
        let words = |mv: &Move| solver.world.moves_text(slice::from_ref(mv));
        let line: Vec<String> = solved.line.iter().map(words).collect();
        row.outcome = solved.outcome();
        row.solved = matches!(solved.evaluation, Some(Evaluation::Wins(_)));
        row.first = line.first().cloned();
        row.line = Some(line);
        row.plies = solved.plies();
        row.positions = Some(solved.positions);
        row.per_second = Some(per_second(solved.positions, solved.time));
        row.ms = Some((solved.time.as_secs_f64() * 1e6).round() / 1e3);
        row.error = solved.given_up.clone();
    }
}

fn print(
    out: &mut impl Write,
    world: &Text,
    (position, solved): (&Position, &SearchResult),
    arguments: &Arguments,
) -> io::Result<()> {
    write!(out, "{}", world.draw(position, &Marks::default(), arguments.boards.style()))?;
    writeln!(out, "{}", world.state_text(position))?;
    let side = world.to_move(position).unwrap_or_default();
    let within = solved.plies().filter(|plies| *plies > 0);
    let within = within.map(|plies| format!(" within {}", count(plies as usize, "move")));
    let within = within.unwrap_or_default();
    let line = world.moves_text(&solved.line);
    match solved.evaluation {
        Some(Evaluation::Wins(_)) => writeln!(out, "won: {side} wins{within}: {line}")?,
        Some(Evaluation::Loses(_)) => {
            writeln!(out, "lost: {side} loses{within}, whatever it plays; {line} holds out longest")?;
        }
        Some(Evaluation::Drawn) => writeln!(out, "drawn with the best play of both sides: {line}")?,
        Some(Evaluation::Scored(_)) | None => writeln!(out, "not decided")?,
    }
    let seconds = solved.time.as_secs_f64();
    writeln!(out, "{} examined in {seconds:.3} s", count(solved.positions as usize, "position"))?;
    match &solved.given_up {
        Some(words) => writeln!(out, "{words}"),
        None => Ok(()),
    }
}
