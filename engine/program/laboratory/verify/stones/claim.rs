//! What may be claimed where, and what became of a claim.
//!
//! `language.md` speaks of what a rule claims, *Meaning* 6: its colour is to move, the game is undecided, and all that holds
//! which the base `claims suppose`. Then every distinct value of its `plays` variable wins within the level, in the game of its
//! own base. The claim leans on no other rule.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::contract;
use super::refutation::{self, Refutation};
use super::solver::Solver;
use noire_engine::bases::Question;
use noire_engine::board::{Color, Point, PointSet, Position};
use noire_engine::proof_check::plain;
use noire_engine::proof_check::referee::Referee;
use noire_engine::search::check::Undecided;

/// A rule whose claims can be attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claimant {
    /// The rule, by its place in the base.
    pub(crate) rule: usize,
    /// The colour that is to win.
    pub(crate) color: Color,
    /// Within so many moves.
    pub(crate) level: u32,
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Outcome {
    /// The play wins within the level against any defence.
    Held,
    /// Some defence stands.
    Refuted,
    /// The search was given up.
    Undecided,
}

/// A claim that was decided, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decided {
    /// What became of it.
    pub(crate) outcome: Outcome,
    /// The fields that it was decided by: the play, and for a claim that held the moves, winning fields and forced
    /// replies of the win; for another the reply that refutes it as well.
    pub(crate) fields: PointSet,
}

/// Decides claims of the rules of a base.
pub(crate) struct Judge<'g> {
    solver: Solver<'g>,
}

impl<'g> Judge<'g> {
    /// A judge who may set so many stones for one claim, and what of [`contract`] the game breaks, if anything.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub(crate) fn new(
        game: &Referee<'g>,
        nodes: u64,
    ) -> Result<(Judge<'g>, Option<contract::Breach>), LimitReached> {
        let (solver, breach) = Solver::new(game, nodes)?;
        Ok((Judge { solver }, breach))
    }

    /// The same judge, who leaves undecided what is not decided soon after this sign is set.
    #[must_use]
    pub(crate) fn stopped_by(self, stop: &Arc<AtomicBool>) -> Judge<'g> {
        Judge { solver: self.solver.stopped_by(stop) }
    }

    /// Nothing more is decided.
    pub(crate) fn is_stopped(&self) -> bool {
        self.solver.is_stopped()
    }

    /// The game.
    pub(crate) fn game(&self) -> &Referee<'g> {
        self.solver.game()
    }

    /// The rules of level 1 and above, in the order of the base.
    pub(crate) fn claimants(&self) -> Vec<Claimant> {
        let rules = self.game().base().contents().rules.iter().enumerate();
        let claimant = |(at, rule): (usize, &noire_engine::bases::Rule)| {
            let color = rule.color.parse().ok()?;
            (rule.level > 0 && rule.plays).then_some(Claimant { rule: at, color, level: rule.level })
        };
        rules.filter_map(claimant).collect()
    }

    /// The claims that a rule makes in a position: its distinct plays, each with its first solution. None where the
    /// position is no place for a claim of its level.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub(crate) fn claims(
        &self,
        claimant: &Claimant,
        position: &mut Position,
        room: &mut Solutions,
    ) -> Result<Vec<(Point, Vec<Value>)>, LimitReached> {
        let (game, rule) = (self.game(), claimant.rule);
        if !game.is_supposed(position, claimant.level)? || game.winner(position)?.is_some() {
            return Ok(Vec::new());
        }
        game.base().on(game.backend()).answers_into(Question::Rule(rule), position, room)?;
        let mut claims: Vec<(Point, Vec<Value>)> = Vec::new();
        for solution in room.iter() {
            let play = solution.first().and_then(|value| Point::from_index(*value as usize));
            // The same play comes one after the other.
            if let Some(play) = play
                && claims.last().is_none_or(|(known, _)| *known != play)
            {
                claims.push((play, solution.to_vec()));
            }
        }
        Ok(claims)
    }

    /// Whether a rule claims this play in this position, which is a place for a claim of its level.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub(crate) fn is_claimed(
        &self,
        claimant: &Claimant,
        position: &mut Position,
        play: Point,
        room: &mut Solutions,
    ) -> Result<bool, LimitReached> {
        Ok(self.claims(claimant, position, room)?.iter().any(|(known, _)| *known == play))
    }

    /// Decides a claim. A play on a field with a stone wins nothing.
    pub(crate) fn decide(&self, claimant: &Claimant, position: &Position, play: Point) -> Decided {
        let Claimant { color, level, .. } = *claimant;
        let only: PointSet = [play].into_iter().collect();
        if !position.is_empty(play) {
            return Decided { outcome: Outcome::Refuted, fields: only };
        }
        let outcome = |wins: Result<bool, Undecided>| match wins {
            Ok(true) => Outcome::Held,
            Ok(false) => Outcome::Refuted,
            Err(_) => Outcome::Undecided,
        };
        if !self.solver.is_fast() {
            let wins = self.solver.wins_by(position, color, play, level).map(|wins| wins.is_some());
            return Decided { outcome: outcome(wins), fields: only };
        }
        let mut search = self.solver.search(position, color);
        let outcome = outcome(search.wins_by(play, level));
        let fields = match outcome {
            Outcome::Held => search.proof(),
            Outcome::Refuted => only | search.refuting_reply(level),
            Outcome::Undecided => only,
        };
        Decided { outcome, fields }
    }

    /// How a claim is refuted; nothing where it holds.
    ///
    /// # Errors
    /// When the search is given up, or the judge is stopped.
    pub(crate) fn refutation(
        &self,
        claimant: &Claimant,
        position: &Position,
        play: Point,
    ) -> Result<Option<Refutation>, Undecided> {
        let search = self.solver.search(position, claimant.color);
        refutation::refutation(self.game(), claimant, position, play, search)
    }

    /// The plain search refutes this claim as well: it tries every move of the attacker, and asks the fast one only for
    /// replies. A play on a field with a stone needs no search. False too where it is given up.
    pub(crate) fn confirms(&self, claimant: &Claimant, position: &mut Position, play: Point) -> bool {
        if !position.is_empty(play) {
            return true;
        }
        let Claimant { color, level, .. } = *claimant;
        let hint =
            |position: &Position, moves| self.solver.search(position, color).reply(moves).ok().flatten();
        let limit = (CONFIRMED, self.solver.clock());
        plain::stands_refuted(self.game(), position, color, play, level, limit, &hint) == Ok(true)
    }
}

/// The plain search may set so many stones to confirm a refutation: enough for level 7 on an empty board, some seconds
/// of compiled rules.
const CONFIRMED: u64 = 25_000_000;
