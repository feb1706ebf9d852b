//! The experiments carried out again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::printed::{self, Board, LEVELS, Printed, Trace};
use noire::bases::Backend;
use noire::board::Point;
use noire::facts::Base;
use noire::games::FiveInARow;
use noire::search::limits::{SearchLimits, Stopped};
use noire::search::solve::{Check, Solution, Wanted, solve};
use noire::search::strategy::{Strategy, ThreatClass};

/// What was found in a position with the rules up to a level.
#[derive(Clone, Debug)]
pub struct Found {
    /// The level.
    pub level: u32,
    /// The positions that were examined.
    pub figure: Trace,
    /// The line in which the loser holds out longest, with the move of the rule that ends it, and in how many moves the
    /// win is reached at most; nothing where none was found.
    pub won: Option<(Vec<Point>, u32)>,
    /// Whether the proof was played out and stood.
    pub checked: bool,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// A position with what the thesis prints of it and what was found.
#[derive(Clone, Debug)]
pub struct Row {
    /// What the thesis prints.
    pub printed: Printed,
    /// What was found, by the levels that were asked; less where it was stopped before.
    pub found: Vec<Found>,
}

/// All positions.
#[derive(Clone, Debug)]
pub struct Table {
    /// The levels that were asked.
    pub levels: Vec<u32>,
    /// The positions.
    pub rows: Vec<Row>,
}

/// What is carried out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The levels of knowledge.
    pub levels: Vec<u32>,
    /// How far the attacker's moves go.
    pub class: ThreatClass,
    /// A search that has examined so many positions ends.
    pub most: u64,
    /// Whether proofs are played out.
    pub check: Check,
    /// What is not done yet is left out soon after this is set.
    pub stop: Arc<AtomicBool>,
}

/// Solves all positions with the rules of each level. `turn` is told what comes next, and how much is done, from 0 to 1.
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
            let wanted = Wanted { class: plan.class, levels: level, check: plan.check, limits };
            found.push(summed_up(level, &solve(strategy, &mut game, &wanted)));
            done += 1;
        }
        rows.push(Row { printed, found });
    }
    Table { levels: plan.levels.clone(), rows }
}

fn summed_up(level: u32, solution: &Solution<Point>) -> Found {
    let figure = match solution.stopped {
        Some(Stopped::Positions | Stopped::Asked) => Trace::More(solution.positions),
        _ => Trace::Of(solution.positions),
    };
    let won = solution.won.as_ref().map(|proof| (proof.line().0, proof.plies()));
    Found { level, figure, won, checked: solution.checked, seconds: solution.seconds }
}

impl Row {
    /// What was found at the highest of so many levels that were asked; nothing where the search did not come so far.
    pub fn highest(&self, levels: usize) -> Option<&Found> {
        self.found.get(levels.checked_sub(1)?)
    }
}

impl Table {
    /// The rows with boards of this kind.
    pub fn of(&self, board: Board) -> impl Iterator<Item = &Row> + Clone {
        self.rows.iter().filter(move |row| row.printed.board == board)
    }

    /// How many boards of this kind are won with the rules of the highest level, and how many there are.
    pub fn won(&self, board: Board) -> (usize, usize) {
        let is_won = |row: &&Row| row.highest(self.levels.len()).is_some_and(|found| found.won.is_some());
        (self.of(board).filter(is_won).count(), self.of(board).count())
    }

    /// The sums over the printed boards that the thesis gives figures for: by the levels that were asked the thesis' and ours.
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

/// The sum of figures; it is more than so many if one of them is.
fn sum(figures: impl Iterator<Item = Option<Trace>>) -> Option<Trace> {
    figures.flatten().reduce(|one, other| {
        let least = one.least() + other.least();
        match (one, other) {
            (Trace::Of(_), Trace::Of(_)) => Trace::Of(least),
            _ => Trace::More(least),
        }
    })
}
