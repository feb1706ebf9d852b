//! What came of one position: in how many moves it is won, and what the rules said.

use std::time::Duration;

use super::cases::{Case, upright};
use super::knowledge::{Knowledge, Taken};
use super::shape::{self, Shape};
use super::wins::{Answer, Solver, Win};
use crate::bases::asked::NEXT_MOVE;
use crate::board::{Color, Group, GroupContent, Point, PointSet, Position};
use crate::laboratory::verify::distinct::{Key, win_key};
use crate::laboratory::verify::shrink;

/// Whether the side to move is free to begin a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Situation {
    /// The other side has no four.
    Free,
    /// The other side has a four, which has to be answered by whoever does not win at once.
    Answering,
}

/// What came of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The side to move alone has a four and does not win at once: left out.
    IdleFour,
    /// The search for a win within so many moves was given up.
    Undecided(u32),
    /// In the game of another base the outcome, the level or the winning first moves are others: left out.
    Differs,
    /// It was decided.
    Found(Box<Found>),
}

/// A position that was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Whether a four has to be answered.
    pub situation: Situation,
    /// Within how many moves exactly it is won; nothing where it is not within as many as were asked for.
    pub level: Option<u32>,
    /// Equal for wins that are one up to symmetry, translation, and stones that did not matter.
    pub class: Option<Key>,
    /// Some winning first move makes a four.
    pub begins_with_a_four: bool,
    /// What each base said.
    pub said: Vec<Said>,
    /// What is left of a win that no rule of the first base names, as it stood in the record. Only where shapes were asked
    /// for, and in free situations.
    pub missed: Option<Shape>,
}

/// What a base said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The rule that the program would take.
    pub taken: Option<Taken>,
    /// Whether its play wins within the level of the rule; nothing where no rule is taken or the search is given up.
    pub does_win: Option<bool>,
    /// The play is a winning first move, and the level of the rule is not above that of the win.
    pub is_recognised: bool,
    /// Some rule of a level up to that of the win names a winning first move.
    pub is_named: bool,
    /// A question exceeded the step limit; what was not answered counts as not recognised.
    pub limit_exceeded: bool,
}

/// What it took to find out.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// The search in the first game.
    pub search: Duration,
    /// The node verdict of each base, in microseconds.
    pub verdicts: Vec<f64>,
}

/// Examines positions.
pub(super) struct Examiner<'k> {
    pub(super) bases: &'k [Knowledge<'k>],
    /// A solver for the game of each base.
    pub(super) solvers: Vec<Solver<'k>>,
    /// Wins are looked for within so many moves.
    pub(super) most: u32,
    /// The levels whose missing wins are made small.
    pub(super) shapes: Vec<u32>,
}

impl Examiner<'_> {
    /// What comes of a position in which nobody has won.
    pub(super) fn examine(&self, case: &Case) -> (Finding, Cost) {
        let color = case.color;
        // Step 1. The position upright, so that nothing found depends on how the record was turned.
        let (symmetry, _) = upright(&case.position);
        let there = shrink::bare(&case.position.transformed(symmetry));
        let back = symmetry.inverse();

        // Step 2. In how many moves it is won, in the game of the first base and in those of the others.
        let (answer, time) = self.solvers[0].solve(&there, color, self.most);
        let mut cost = Cost { search: time, verdicts: Vec::new() };
        let win = match answer {
            Answer::Undecided(level) => return (Finding::Undecided(level), cost),
            Answer::NotWithin => None,
            Answer::Won(win) => Some(win),
        };
        for (solver, base) in self.solvers.iter().zip(self.bases).skip(1) {
            if !matches!(base.game().winner(&mut case.position.clone()), Ok(None)) {
                return (Finding::Differs, cost);
            }
            match (win, solver.solve(&there, color, self.most).0) {
                (_, Answer::Undecided(level)) => return (Finding::Undecided(level), cost),
                (None, Answer::NotWithin) => {}
                (Some(own), Answer::Won(other)) if (own.level, own.moves) == (other.level, other.moves) => {}
                _ => return (Finding::Differs, cost),
            }
        }
        let level = win.map(|win| win.level);
        let game = self.bases[0].game();
        let has_four =
            |color| game.base().is_urgent(game.backend(), &mut there.clone(), color).unwrap_or_default();
        let situation = match has_four(color.other()) {
            true => Situation::Answering,
            false if has_four(color) && level != Some(NEXT_MOVE) => return (Finding::IdleFour, cost),
            false => Situation::Free,
        };

        // Step 3. What the rules say of the position as it was recorded.
        let mut position = shrink::bare(&case.position);
        position.set_to_move(Some(color));
        let moves: PointSet = win.map_or(PointSet::EMPTY, |win| win.moves);
        let moves: PointSet = moves.iter().map(|field| back.point(field)).collect();
        let mut said = Vec::new();
        for base in self.bases {
            said.push(self.said(base, &mut position, color, level, moves));
            cost.verdicts.push(base.verdict_time(&mut position).unwrap_or_default());
        }

        // Step 4. What is left of a win that no rule names.
        let missed = match (win, situation) {
            (Some(win), Situation::Free) if self.shapes.contains(&win.level) && !said[0].is_named => {
                self.shape(&there, color, win).map(|shape| shape.transformed(back))
            }
            _ => None,
        };
        let class = win.map(|win| win_key(&there, win.fields));
        let begins_with_a_four = moves.iter().any(|play| makes_four(&position, color, play));
        let found = Found { situation, level, class, begins_with_a_four, said, missed };
        (Finding::Found(Box::new(found)), cost)
    }

    fn said(
        &self,
        base: &Knowledge<'_>,
        position: &mut Position,
        color: Color,
        level: Option<u32>,
        moves: PointSet,
    ) -> Said {
        let mut said = Said::default();
        match base.taken(position, color) {
            Ok(taken) => said.taken = taken,
            Err(_) => said.limit_exceeded = true,
        }
        if let Some(taken) = said.taken {
            let is_winning = moves.contains(taken.play);
            said.is_recognised = is_winning && level.is_some_and(|level| taken.level <= level);
            said.does_win = match level {
                // All that wins within the level of the position is known, and nothing wins sooner.
                Some(level) if taken.level <= level => Some(is_winning && taken.level == level),
                None if taken.level <= self.most => Some(false),
                _ => {
                    let wins = self.solvers[0].wins_by(position, color, taken.play, taken.level);
                    wins.ok().map(|fields| fields.is_some())
                }
            };
        }
        let Some(level) = level else { return said };
        match base.plays(position, color, level) {
            Ok(plays) => said.is_named = !(plays & moves).is_empty(),
            Err(_) => said.limit_exceeded = true,
        }
        said
    }

    fn shape(&self, position: &Position, color: Color, win: Win) -> Option<Shape> {
        shape::missed(&self.solvers[0], &self.bases[0], position, color, win)
    }
}

/// A stone on this field makes a four.
fn makes_four(position: &Position, color: Color, field: Point) -> bool {
    let threes = position.groups(GroupContent::Only(color, 3));
    !(Group::with(field, 1, 5) & threes).is_empty()
}
