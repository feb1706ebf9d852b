//! What stands in a conjunction: by it others are found that may follow, and goals that may, before anything is tried.
//! What cannot follow by the predicates alone is most of what there is.

use std::collections::BTreeSet;

use super::places::{Key, Place};
use super::proof::{Proof, Work};
use super::{Compound, Conjunction, Known, Source, Unfolded};
use crate::files::Span;
use crate::program::{EQUAL, Goal, PredicateId, PredicateKind, Term, VariableId};

/// So many steps are made to prove a goal.
const MOST_STEPS: usize = 600;

/// So deep clauses are looked into for predicates.
const MOST_DEPTH: usize = 3;

/// Something that stands in a conjunction, by which others that need it can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Feature<'p> {
    /// A constant in the head.
    Head(usize, &'p Term),
    /// A literal of this predicate.
    Literal(PredicateId),
    /// One with this argument.
    Argument(PredicateId, usize, &'p Term),
    /// What holds after actions.
    After,
}

impl<'p> Conjunction<'p> {
    /// All that stands in it.
    pub(in crate::check) fn features(&self) -> BTreeSet<Feature<'p>> {
        self.features_where(|_| true)
    }

    /// What must stand in another conjunction for this one to follow from it.
    pub(in crate::check) fn needed(&self) -> BTreeSet<Feature<'p>> {
        self.features_where(|known| match self.program().predicate(known.predicate).kind {
            PredicateKind::Facts(_) => {
                self.arguments(known).iter().any(|place| self.places.value(*place).is_none())
            }
            _ => self.unfolding.clauses(known.predicate).is_empty(),
        })
    }

    fn features_where(&self, counts: impl Fn(&Known) -> bool) -> BTreeSet<Feature<'p>> {
        let mut features = BTreeSet::new();
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

    /// Whether one of the author's goals follows, in which these variables stand for what they do here; and from
    /// which literals.
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

    /// Whether all clauses of a literal's derivation, of which there are several, speak of a predicate.
    fn may_bring(&self, known: &Known, predicate: PredicateId) -> bool {
        let speaks = |goal: &Goal| matches!(goal, Goal::Atom(atom) if atom.predicate == predicate);
        let clauses = self.unfolding.clauses(known.predicate);
        known.unfolded != Unfolded::Done
            && !clauses.is_empty()
            && clauses.iter().all(|(clause, _)| clause.body.iter().any(speaks))
    }

    /// Whether a goal that stands in it may follow from the others, as far as that can be told without trying.
    pub(in crate::check) fn may_follow(&self, goal: &Goal) -> bool {
        let Goal::Atom(atom) = goal else { return self.may_oppose(goal) };
        let elsewhere = |known: &Known| known.origin != atom.span && self.may_bring(known, atom.predicate);
        self.may_hold(goal, Some(atom.span))
            || self.literals.iter().any(elsewhere)
            || self.compounds.iter().any(|compound| matches!(compound.goal, Goal::Any(..)))
    }

    /// Whether a goal may follow from what does not come from a place: by the predicates alone.
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

    /// The same without what comes from some places; none where these have made something equal.
    pub(in crate::check) fn without(&self, places: &[Span]) -> Option<Conjunction<'p>> {
        if self.places.all_reasons().any(|reason| places.contains(&reason)) {
            return None;
        }
        let mut rest = self.clone();
        rest.literals.retain(|known| !places.contains(&known.origin));
        rest.compounds.retain(|compound| !places.contains(&compound.origin));
        Some(rest)
    }

    /// Whether the opposite of a goal that is no literal may contradict the others.
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
        // Nothing else is denied. Then it takes two answers, or a clause that says more.
        match inner.as_slice() {
            [Goal::Atom(atom)] if atom.predicate != EQUAL => {
                !self.unfolding.clauses(atom.predicate).is_empty()
                    || self.literals.iter().any(|known| known.predicate == atom.predicate)
            }
            _ => true,
        }
    }
}
