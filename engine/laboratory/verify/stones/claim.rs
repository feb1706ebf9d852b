//! The claims of a rule in a position, and their outcomes.
//!
//! `language.md` (*Meaning* 6) defines the claims of a rule. A rule makes claims in a position if its colour is to
//! move, the game is undecided, and the suppositions of the base (`claims suppose`) hold. It then claims that every
//! distinct value of its `plays` variable wins within the level, in the game of its own base. Claims do not depend on
//! other rules.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::contract;
use super::refutation::{self, Refutation};
use super::solver::Solver;
use noire_engine::bases::Question;
use noire_engine::board::{Color, Point, PointSet, Position};
use noire_engine::proof_check::definition;
use noire_engine::proof_check::referee::Referee;
use noire_engine::search::check::Undecided;

/// A rule whose claims can be attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claimant {
    /// Index of the rule in the base.
    pub(crate) rule: usize,
    /// The colour for which a win is claimed.
    pub(crate) color: Color,
    /// The number of moves within which the rule claims a win.
    pub(crate) level: u32,
}

/// The outcome of attacking a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Outcome {
    /// The move wins within the level against any defence.
    Held,
    /// Some defence prevents the win.
    Refuted,
    /// The search was stopped before it could decide.
    Undecided,
}

/// The outcome of a claim, with the fields on which it depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DecidedClaim {
    pub(crate) outcome: Outcome,
    /// The fields on which the outcome depends. If the claim held, these are the fields of the move, of the later moves
    /// of the win, of its forced replies, and the winning fields. Otherwise the refuting reply is included too.
    pub(crate) fields: PointSet,
}

/// Decides whether the claims of a base's rules hold.
pub(crate) struct Judge<'g> {
    solver: Solver<'g>,
}

impl<'g> Judge<'g> {
    /// Creates a judge that may place up to `nodes` stones for each claim. The second value is a property of
    /// [`contract`] that the game lacks, or `None` if it has all of them.
    ///
    /// # Errors
    /// Fails if the step limit is exceeded.
    pub(crate) fn new(
        game: &Referee<'g>,
        nodes: u64,
    ) -> Result<(Judge<'g>, Option<contract::ContractViolation>), LimitReached> {
        let (solver, breach) = Solver::new(game, nodes)?;
        Ok((Judge { solver }, breach))
    }

    /// Makes the judge stop soon after `stop` is set. Claims are then left undecided.
    #[must_use]
    pub(crate) fn stopped_by(self, stop: &Arc<AtomicBool>) -> Judge<'g> {
        Judge { solver: self.solver.stopped_by(stop) }
    }

    /// Whether the judge was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.solver.is_stopped()
    }

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

    /// The claims of a rule in a position. They are its distinct moves, each with the first solution that plays it.
    /// Empty if rules of its level may not make claims in the position.
    ///
    /// # Errors
    /// Fails if the step limit is exceeded.
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
            // Solutions with the same move are adjacent.
            if let Some(play) = play
                && claims.last().is_none_or(|(known, _)| *known != play)
            {
                claims.push((play, solution.to_vec()));
            }
        }
        Ok(claims)
    }

    /// Whether a rule claims in a position that this move wins. `false` if the rule may not make claims in the
    /// position.
    ///
    /// # Errors
    /// Fails if the step limit is exceeded.
    pub(crate) fn is_claimed(
        &self,
        claimant: &Claimant,
        position: &mut Position,
        play: Point,
        room: &mut Solutions,
    ) -> Result<bool, LimitReached> {
        Ok(self.claims(claimant, position, room)?.iter().any(|(known, _)| *known == play))
    }

    /// Decides a claim. A move on an occupied field does not win.
    pub(crate) fn decide(&self, claimant: &Claimant, position: &Position, play: Point) -> DecidedClaim {
        let Claimant { color, level, .. } = *claimant;
        let only: PointSet = [play].into_iter().collect();
        if !position.is_empty(play) {
            return DecidedClaim { outcome: Outcome::Refuted, fields: only };
        }
        let outcome = |wins: Result<bool, Undecided>| match wins {
            Ok(true) => Outcome::Held,
            Ok(false) => Outcome::Refuted,
            Err(_) => Outcome::Undecided,
        };
        if !self.solver.is_fast() {
            let wins = self.solver.wins_by(position, color, play, level).map(|wins| wins.is_some());
            return DecidedClaim { outcome: outcome(wins), fields: only };
        }
        let mut search = self.solver.search(position, color);
        let outcome = outcome(search.wins_by(play, level));
        let fields = match outcome {
            Outcome::Held => search.proof(),
            Outcome::Refuted => only | search.refuting_reply(level),
            Outcome::Undecided => only,
        };
        DecidedClaim { outcome, fields }
    }

    /// Finds the refutation of a claim. Returns `None` if the claim holds.
    ///
    /// # Errors
    /// Fails if the search is stopped at a limit or the judge is stopped.
    pub(crate) fn refutation(
        &self,
        claimant: &Claimant,
        position: &Position,
        play: Point,
    ) -> Result<Option<Refutation>, Undecided> {
        let search = self.solver.search(position, claimant.color);
        refutation::refutation(self.game(), claimant, position, play, search)
    }

    /// Whether the plain search also refutes this claim. The plain search tries every move of the attacker. The fast
    /// search is used only to choose the reply that is tried first. A move on an occupied field is refuted without a
    /// search. Returns `false` if the search is stopped.
    pub(crate) fn confirms(&self, claimant: &Claimant, position: &mut Position, play: Point) -> bool {
        if !position.is_empty(play) {
            return true;
        }
        let Claimant { color, level, .. } = *claimant;
        let hint = |position: &Position, moves| {
            self.solver.search(position, color).saving_reply(moves).ok().flatten()
        };
        let limit = (MAX_CONFIRMATION_STONES, self.solver.clock());
        definition::is_refuted(self.game(), position, color, play, level, limit, &hint) == Ok(true)
    }
}

/// Maximum number of stones that the plain search may place to confirm a refutation. It is enough for level 7 on an
/// empty board, which takes some seconds with compiled rules.
const MAX_CONFIRMATION_STONES: u64 = 25_000_000;
