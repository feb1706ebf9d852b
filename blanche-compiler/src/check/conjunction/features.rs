//! Features of conjunctions. They are an index to find conjunctions and goals that may be implied, before any proof is
//! attempted. The predicates alone exclude most candidates.

use blanche_sorted::SortedSet;

use super::equality_classes::{EqualityTerm, Key};
use super::proof::{Proof, Work};
use super::{Compound, Conjunction, Literal, Source, Unfolded};
use crate::files::Span;
use crate::program::{EQUAL, Goal, PredicateId, PredicateKind, Term, VariableId};

/// Maximum number of steps to prove a goal.
const MAX_STEPS: usize = 600;

/// Maximum depth to which clauses are searched for predicates.
const MAX_DEPTH: usize = 3;

/// A feature of a conjunction, such as a predicate that occurs in it. An index of features is used to find the
/// conjunctions that may imply another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::check) enum Feature<'p> {
    /// The head contains a constant at this position.
    Head(usize, &'p Term),
    /// The conjunction contains a literal with this predicate.
    Literal(PredicateId),
    /// The conjunction contains a literal with this predicate and this constant as an argument.
    Argument(PredicateId, usize, &'p Term),
    /// The conjunction contains an `after` literal.
    After,
}

impl<'p> Conjunction<'p> {
    /// All features of the conjunction.
    pub(in crate::check) fn features(&self) -> SortedSet<Feature<'p>> {
        self.features_where(|_| true)
    }

    /// The features of this conjunction that any other conjunction must have in order to imply it.
    pub(in crate::check) fn needed(&self) -> SortedSet<Feature<'p>> {
        self.features_where(|known| match self.program().predicate(known.predicate).kind {
            PredicateKind::Facts(_) => {
                self.arguments(known).iter().any(|place| self.equalities.value(*place).is_none())
            }
            _ => self.unfolding.clauses(known.predicate).is_empty(),
        })
    }

    fn features_where(&self, counts: impl Fn(&Literal) -> bool) -> SortedSet<Feature<'p>> {
        let mut features = SortedSet::new();
        for known in self.literals.iter().filter(|known| counts(known)) {
            features.insert(Feature::Literal(known.predicate));
            for (at, place) in self.arguments(known).iter().enumerate() {
                if let Key::Constant(term) = self.equalities.key(*place) {
                    features.insert(Feature::Argument(known.predicate, at, term));
                }
            }
        }
        if self.compounds.iter().any(|compound| matches!(compound.goal, Goal::After(..))) {
            features.insert(Feature::After);
        }
        features
    }

    /// Whether the conjunction implies a goal of the author. The variables `fixed` have the same meaning in the goal
    /// and in the conjunction. Returns the literals that imply the goal.
    pub(in crate::check) fn proves(
        &self,
        goal: &'p Goal,
        source: &Source<'p>,
        fixed: impl Iterator<Item = VariableId>,
    ) -> Option<Vec<Span>> {
        let scope: Vec<(VariableId, EqualityTerm<'p>)> =
            fixed.map(|id| (id, EqualityTerm::Variable(id.index()))).collect();
        let (goals, work) = (std::slice::from_ref(goal), &mut Work::of(MAX_STEPS));
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
            .filter(|known| self.may_add(known, atom.predicate))
            .find_map(|known| Proof::new(self, work).in_clauses_of(known, goals, source, &scope))
    }

    /// Whether unfolding a literal may add a literal of `predicate`. This is so if the derivation of the literal has
    /// clauses, and each of them contains a literal of `predicate`.
    fn may_add(&self, known: &Literal, predicate: PredicateId) -> bool {
        let speaks = |goal: &Goal| matches!(goal, Goal::Atom(atom) if atom.predicate == predicate);
        let clauses = self.unfolding.clauses(known.predicate);
        known.unfolded != Unfolded::Done
            && !clauses.is_empty()
            && clauses.iter().all(|(clause, _)| clause.body.iter().any(speaks))
    }

    /// Whether a goal of the conjunction may be implied by the other goals. This is a quick check without a proof.
    pub(in crate::check) fn may_follow(&self, goal: &Goal) -> bool {
        let Goal::Atom(atom) = goal else { return self.may_oppose(goal) };
        let elsewhere = |known: &Literal| known.origin != atom.span && self.may_add(known, atom.predicate);
        self.may_hold(goal, Some(atom.span))
            || self.literals.iter().any(elsewhere)
            || self.compounds.iter().any(|compound| matches!(compound.goal, Goal::Any(..)))
    }

    /// Whether a goal may be implied by literals, judging only by their predicates. Literals that were derived from the
    /// author's literal `not_from` are ignored.
    pub(super) fn may_hold(&self, goal: &Goal, not_from: Option<Span>) -> bool {
        self.may_hold_within(goal, not_from, MAX_DEPTH)
    }

    fn may_hold_within(&self, goal: &Goal, not_from: Option<Span>, depth: usize) -> bool {
        let Goal::Atom(atom) = goal else { return true };
        let stands = |known: &Literal| known.predicate == atom.predicate && Some(known.origin) != not_from;
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

    /// The conjunction without the author's goals at `places`; `None` if one of these goals was used to derive an
    /// equality.
    pub(in crate::check) fn without(&self, places: &[Span]) -> Option<Conjunction<'p>> {
        if self.equalities.all_reasons().any(|reason| places.contains(&reason)) {
            return None;
        }
        let mut rest = self.clone();
        rest.literals.retain(|known| !places.contains(&known.origin));
        rest.compounds.retain(|compound| !places.contains(&compound.origin));
        Some(rest)
    }

    /// Whether a goal that is not a literal may be implied by the other goals. For a negation, this means that the
    /// negated goals may contradict them.
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
        // If no other goal is negated, a contradiction needs two literals with the same predicate, or a clause with
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
