//! Features of conjunctions: an index to find conjunctions and goals that may be implied, before any proof is
//! attempted. Most candidates can be excluded by their predicates alone.

use blanche_sorted::SortedSet;

use super::places::{Key, Place};
use super::proof::{Proof, Work};
use super::{Compound, Conjunction, Known, Source, Unfolded};
use crate::files::Span;
use crate::program::{EQUAL, Goal, PredicateId, PredicateKind, Term, VariableId};

/// Maximum number of steps to prove a goal.
const MOST_STEPS: usize = 600;

/// Maximum depth to which clauses are searched for predicates.
const MOST_DEPTH: usize = 3;

/// A feature of a conjunction, by which other conjunctions that need it are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Feature<'p> {
    /// A constant in the head.
    Head(usize, &'p Term),
    /// A literal with this predicate.
    Literal(PredicateId),
    /// A literal with this predicate and this argument.
    Argument(PredicateId, usize, &'p Term),
    /// An `after` literal.
    After,
}

impl<'p> Conjunction<'p> {
    /// All features of the conjunction.
    pub(in crate::check) fn features(&self) -> SortedSet<Feature<'p>> {
        self.features_where(|_| true)
    }

    /// The features that another conjunction must have in order to imply this one.
    pub(in crate::check) fn needed(&self) -> SortedSet<Feature<'p>> {
        self.features_where(|known| match self.program().predicate(known.predicate).kind {
            PredicateKind::Facts(_) => {
                self.arguments(known).iter().any(|place| self.places.value(*place).is_none())
            }
            _ => self.unfolding.clauses(known.predicate).is_empty(),
        })
    }

    fn features_where(&self, counts: impl Fn(&Known) -> bool) -> SortedSet<Feature<'p>> {
        let mut features = SortedSet::new();
        for known in self.literals.iter().filter(|known| counts(known)) {
            features.insert(Feature::Literal(known.predicate));
            for (at, place) in self.arguments(known).iter().enumerate() {
                if let Key::Constant(term) = self.places.key(*place) {
                    features.insert(Feature::Argument(known.predicate, at, term));
                }
            }
        }
        if self.compounds.iter().any(|compound| matches!(compound.goal, Goal::After(..))) {
            features.insert(Feature::After);
        }
        features
    }

    /// Whether the conjunction implies one of the author's goals, in which the variables `fixed` have the same
    /// meaning as here. Returns the literals that imply it.
    pub(in crate::check) fn proves(
        &self,
        goal: &'p Goal,
        source: &Source<'p>,
        fixed: impl Iterator<Item = VariableId>,
    ) -> Option<Vec<Span>> {
        let scope: Vec<(VariableId, Place<'p>)> = fixed.map(|id| (id, Place::Variable(id.index()))).collect();
        let (goals, work) = (std::slice::from_ref(goal), &mut Work::of(MOST_STEPS));
        let mut proof = Proof::new(self, work);
        if proof.follows(goals, source, &scope) {
            return Some(proof.origins());
        }
        let choices =
            (0..self.compounds.len()).filter(|at| matches!(self.compounds[*at].goal, Goal::Any(..)));
        for at in choices {
            if let Some(used) = Proof::new(self, work).in_cases_of(at, goals, source, &scope) {
                return Some(used);
            }
        }
        let Goal::Atom(atom) = goal else { return None };
        self.literals
            .iter()
            .filter(|known| self.may_bring(known, atom.predicate))
            .find_map(|known| Proof::new(self, work).in_clauses_of(known, goals, source, &scope))
    }

    /// Whether unfolding a literal may add a literal of `predicate`: the derivation has clauses, and all of them
    /// contain one.
    fn may_bring(&self, known: &Known, predicate: PredicateId) -> bool {
        let speaks = |goal: &Goal| matches!(goal, Goal::Atom(atom) if atom.predicate == predicate);
        let clauses = self.unfolding.clauses(known.predicate);
        known.unfolded != Unfolded::Done
            && !clauses.is_empty()
            && clauses.iter().all(|(clause, _)| clause.body.iter().any(speaks))
    }

    /// Whether a goal of the conjunction may be implied by the others. A quick check without a proof.
    pub(in crate::check) fn may_follow(&self, goal: &Goal) -> bool {
        let Goal::Atom(atom) = goal else { return self.may_oppose(goal) };
        let elsewhere = |known: &Known| known.origin != atom.span && self.may_bring(known, atom.predicate);
        self.may_hold(goal, Some(atom.span))
            || self.literals.iter().any(elsewhere)
            || self.compounds.iter().any(|compound| matches!(compound.goal, Goal::Any(..)))
    }

    /// Whether a goal may be implied by literals other than `not_from`, judging only by predicates.
    pub(super) fn may_hold(&self, goal: &Goal, not_from: Option<Span>) -> bool {
        self.may_hold_within(goal, not_from, MOST_DEPTH)
    }

    fn may_hold_within(&self, goal: &Goal, not_from: Option<Span>, depth: usize) -> bool {
        let Goal::Atom(atom) = goal else { return true };
        let stands = |known: &Known| known.predicate == atom.predicate && Some(known.origin) != not_from;
        if atom.predicate == EQUAL || self.literals.iter().any(stands) {
            return true;
        }
        if let PredicateKind::Facts(_) = self.program().predicate(atom.predicate).kind {
            return true;
        }
        depth > 0
            && self.unfolding.clauses(atom.predicate).iter().any(|(clause, _)| {
                clause.body.iter().all(|goal| self.may_hold_within(goal, not_from, depth - 1))
            })
    }

    /// The conjunction without the goals at `places`; `None` if these have caused an equality.
    pub(in crate::check) fn without(&self, places: &[Span]) -> Option<Conjunction<'p>> {
        if self.places.all_reasons().any(|reason| places.contains(&reason)) {
            return None;
        }
        let mut rest = self.clone();
        rest.literals.retain(|known| !places.contains(&known.origin));
        rest.compounds.retain(|compound| !places.contains(&compound.origin));
        Some(rest)
    }

    /// Whether the negation of a goal that is no literal may contradict the others.
    fn may_oppose(&self, goal: &Goal) -> bool {
        let others = || self.compounds.iter().filter(|compound| compound.origin != goal.span());
        let Goal::Not(inner, _) = goal else {
            let of_its_kind = |other: &&Compound<'_>| {
                matches!(
                    (goal, other.goal),
                    (Goal::Any(..), _) | (Goal::After(..), Goal::After(..) | Goal::Any(..))
                )
            };
            return matches!(goal, Goal::Any(..)) || others().any(|other| of_its_kind(&other));
        };
        if others().any(|other| matches!(other.goal, Goal::Not(..))) {
            return true;
        }
        // If nothing else is negated, a contradiction needs two literals with the same predicate, or a clause with
        // several goals.
        match inner.as_slice() {
            [Goal::Atom(atom)] if atom.predicate != EQUAL => {
                !self.unfolding.clauses(atom.predicate).is_empty()
                    || self.literals.iter().any(|known| known.predicate == atom.predicate)
            }
            _ => true,
        }
    }
}
