//! Repeats the experiments of the thesis.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::printed::{self, Board, LEVELS, Printed, Trace};
use noire::bases::Backend;
use noire::board::Point;
use noire::facts::Base;
use noire::games::FiveInARow;
use noire::search::limits::{SearchLimits, Stopped};
use noire::search::solve::{Check, Solution, SolveOptions, solve};
use noire::search::strategy::{Strategy, ThreatClass};

/// The result of searching a position with the rules up to a level.
#[derive(Clone, Debug)]
pub struct Found {
    /// The level of knowledge.
    pub level: u32,
    /// The number of positions examined.
    pub figure: Trace,
    /// The winning line against the longest resistance, and the maximum number of moves until the win. The line
    /// includes the final move by the rule that claims the win. `None` if no win was found.
    pub won: Option<(Vec<Point>, u32)>,
    /// Whether the proof was checked by playing it out.
    pub checked: bool,
    /// The duration of the search, in seconds.
    pub seconds: f64,
}

/// A position with the printed results and our results.
#[derive(Clone, Debug)]
pub struct Row {
    /// The printed position and results.
    pub printed: Printed,
    /// Our results, ordered by level. If the run was stopped, the last levels are missing.
    pub found: Vec<Found>,
}

/// The results for all positions.
#[derive(Clone, Debug)]
pub struct Table {
    /// The levels of knowledge that were searched.
    pub levels: Vec<u32>,
    /// One row for each position.
    pub rows: Vec<Row>,
}

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The levels of knowledge to search.
    pub levels: Vec<u32>,
    /// The class of the attacker's moves.
    pub class: ThreatClass,
    /// Maximum number of positions examined per search.
    pub most: u64,
    /// Whether to check proofs by playing them out.
    pub check: Check,
    /// Set by the caller to stop the run soon. The remaining searches are then left out.
    pub stop: Arc<AtomicBool>,
}

/// Solves all positions with the rules of each level. `turn` is called before each search, with the share of work done
/// from 0 to 1 and a description.
pub fn run<'b>(
    strategy: &dyn Strategy<FiveInARow<'b>>,
    base: &'b Base,
    backend: Backend,
    plan: &Plan,
    mut turn: impl FnMut(f64, &str),
) -> Table {
    let positions = printed::positions();
    let all = (positions.len() * plan.levels.len()).max(1);
    let mut done = 0;
    let mut rows = Vec::with_capacity(positions.len());
    for printed in positions {
        let mut found = Vec::with_capacity(plan.levels.len());
        for &level in &plan.levels {
            if plan.stop.load(Ordering::Relaxed) {
                break;
            }
            turn(done as f64 / all as f64, &format!("{} with rules up to level {level}", printed.name));
            let mut game = FiveInARow::new(base, backend, printed.position.clone());
            let limits = SearchLimits {
                positions: plan.most,
                stop: Arc::clone(&plan.stop),
                ..SearchLimits::default()
            };
            let wanted = SolveOptions { class: plan.class, levels: level, check: plan.check, limits };
            found.push(summed_up(level, &solve(strategy, &mut game, &wanted)));
            done += 1;
        }
        rows.push(Row { printed, found });
    }
    Table { levels: plan.levels.clone(), rows }
}

fn summed_up(level: u32, solution: &Solution<Point>) -> Found {
    let figure = match solution.stopped {
        Some(Stopped::Positions | Stopped::Requested) => Trace::More(solution.positions),
        _ => Trace::Of(solution.positions),
    };
    let won = solution.won.as_ref().map(|proof| (proof.line().0, proof.plies()));
    Found { level, figure, won, checked: solution.checked, seconds: solution.seconds }
}

impl Row {
    /// The result at the highest of `levels` levels; `None` if that level was not searched.
    pub fn highest(&self, levels: usize) -> Option<&Found> {
        self.found.get(levels.checked_sub(1)?)
    }
}

impl Table {
    /// The rows whose boards are of this kind.
    pub fn of(&self, board: Board) -> impl Iterator<Item = &Row> + Clone {
        self.rows.iter().filter(move |row| row.printed.board == board)
    }

    /// The number of boards of this kind that are won by the rules up to the highest level, and the number of all
    /// boards of this kind.
    pub fn won(&self, board: Board) -> (usize, usize) {
        let is_won = |row: &&Row| row.highest(self.levels.len()).is_some_and(|found| found.won.is_some());
        (self.of(board).filter(is_won).count(), self.of(board).count())
    }

    /// For each level, the sum of the thesis' figures and the sum of our figures. A printed board counts only if the
    /// thesis gives figures for it.
    pub fn totals(&self) -> Vec<(Option<Trace>, Trace)> {
        let total = |at: usize, level: u32| {
            let place = LEVELS.iter().position(|printed| *printed == level);
            let rows = self.of(Board::Printed).filter(|row| row.printed.figures.iter().any(Option::is_some));
            let thesis = place.and_then(|place| sum(rows.clone().map(|row| row.printed.figures[place])));
            let ours = sum(rows.map(|row| row.found.get(at).map(|found| found.figure)));
            (thesis, ours.unwrap_or(Trace::Of(0)))
        };
        self.levels.iter().enumerate().map(|(at, level)| total(at, *level)).collect()
    }
}

/// The sum of figures. If any of the figures is a lower bound, so is the sum.
fn sum(figures: impl Iterator<Item = Option<Trace>>) -> Option<Trace> {
    figures.flatten().reduce(|one, other| {
        let least = one.least() + other.least();
        match (one, other) {
            (Trace::Of(_), Trace::Of(_)) => Trace::Of(least),
            _ => Trace::More(least),
        }
    })
}
