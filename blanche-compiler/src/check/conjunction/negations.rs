//! Step 3: a conjunction must not imply what it negates.

use blanche_sorted::SortedMap;

use super::equality_classes::{Constant, EqualityTerm, Key};
use super::proof::{Proof, Work};
use super::{Compound, Conflict, Conjunction, Contradiction, Literal};
use crate::program::{Atom, EQUAL, Goal, PredicateKind, Term};

/// Maximum depth to which the clauses of derivations are searched for a newly added literal.
const MAX_DEPTH: usize = 3;

/// Maximum number of pairs of a literal and a negation to compare.
const MAX_PAIRS: usize = 1_000_000;

/// The size of a conjunction at some time: the numbers of its literals, of its other goals, and of the equalities
/// found.
#[derive(Default)]
pub(super) struct Extent {
    literals: usize,
    compounds: usize,
    changes: u32,
}

impl<'p> Conjunction<'p> {
    /// Searches for a negated goal that the rest of the conjunction implies. The conjunction must be
    /// [settled](Conjunction::settle).
    pub(in crate::check) fn denied(&self, work: &mut Work) -> Result<(), Conflict> {
        self.denied_since(&Extent::default(), work)
    }

    /// Like [`denied`](Self::denied), but checks only what may have changed since the conjunction had the size
    /// `before`. At that time, no negated goal was implied.
    pub(super) fn denied_since(&self, before: &Extent, work: &mut Work) -> Result<(), Conflict> {
        if self.literals.len() * self.compounds.len() > MAX_PAIRS {
            return Ok(());
        }
        for (at, compound) in self.compounds.iter().enumerate() {
            let Goal::Not(inner, _) = compound.goal else { continue };
            let is_old = at < before.compounds && before.changes == self.equalities.changes();
            if is_old && !inner.iter().any(|goal| self.is_new(goal, before, MAX_DEPTH)) {
                continue;
            }
            if let [Goal::Atom(atom)] = inner.as_slice() {
                self.denied_literal(compound, atom)?;
                if self.is_plain(compound, atom) {
                    continue;
                }
            }
            let mut proof = Proof::new(self, work);
            if proof.follows(inner, &compound.source, &compound.scope) {
                let mut origins = proof.origins();
                origins.push(compound.origin);
                let contradiction = Contradiction::Follows { at: compound.origin, through: compound.through };
                return Err(Conflict { contradiction, origins });
            }
        }
        Ok(())
    }

    /// The current size of the conjunction.
    pub(super) fn extent(&self) -> Extent {
        let (literals, compounds) = (self.literals.len(), self.compounds.len());
        Extent { literals, compounds, changes: self.equalities.changes() }
    }

    /// Whether a literal added since `before` may imply the goal. Always `true` for a goal that is not a literal.
    fn is_new(&self, goal: &Goal, before: &Extent, depth: usize) -> bool {
        let Goal::Atom(atom) = goal else { return true };
        let new = &self.literals[before.literals.min(self.literals.len())..];
        if new.iter().any(|known| known.predicate == atom.predicate) {
            return true;
        }
        let clauses = self.unfolding.clauses(atom.predicate);
        let mut body = clauses.iter().flat_map(|(clause, _)| &clause.body);
        body.any(|goal| depth == 0 || self.is_new(goal, before, depth - 1))
    }

    /// Whether an atom can be implied only by an identical literal or, if it is an equality, because both sides are
    /// equal.
    fn is_plain(&self, compound: &Compound<'p>, atom: &'p Atom) -> bool {
        if atom.predicate == EQUAL {
            return atom.arguments.iter().all(|term| compound.place(term).is_some());
        }
        let is_fact = matches!(self.program().predicate(atom.predicate).kind, PredicateKind::Facts(_));
        !is_fact && self.unfolding.clauses(atom.predicate).is_empty()
    }

    /// Checks a negated atom for which [`is_plain`](Self::is_plain) holds. A contradiction is found if the atom is
    /// among the literals, or if it is an equality whose sides are equal.
    fn denied_literal(&self, compound: &Compound<'p>, atom: &'p Atom) -> Result<(), Conflict> {
        let (at, through) = (compound.origin, compound.through);
        if let (EQUAL, [left, right]) = (atom.predicate, atom.arguments.as_slice()) {
            let (Some(left), Some(right)) = (compound.place(left), compound.place(right)) else {
                return Ok(());
            };
            if self.equalities.key(left) != self.equalities.key(right) {
                return Ok(());
            }
            let mut origins = vec![at];
            origins.extend([left, right].into_iter().flat_map(|place| self.equalities.reasons(place)));
            let value = match (left, right) {
                (EqualityTerm::Constant(_), EqualityTerm::Variable(_)) => self.equalities.name(right),
                (EqualityTerm::Constant(Constant { term, .. }), _) => {
                    self.equalities.text(Constant { term, sort: atom.compared })
                }
                _ => self.equalities.name(left),
            };
            let sides = [left, right].map(|place| match place {
                EqualityTerm::Variable(_) => self.equalities.called(place),
                EqualityTerm::Constant(_) => value.clone(),
            });
            return Err(Conflict { contradiction: Contradiction::Same { sides, value, at }, origins });
        }
        let Some(known) = self.literals.iter().find(|known| self.is_one_of(known, atom, compound)) else {
            return Ok(());
        };
        let mut origins = vec![at, known.origin];
        let denied = atom.arguments.iter().filter_map(|term| compound.place(term));
        for place in self.arguments(known).iter().copied().chain(denied) {
            origins.extend(self.equalities.reasons(place));
        }
        let contradiction = Contradiction::Denied { literal: Box::new(*known), at, through };
        Err(Conflict { contradiction, origins })
    }

    /// Whether a literal of the conjunction is an instance of an atom in a compound goal. Variables that occur only in
    /// the compound goal may have any value.
    fn is_one_of(&self, known: &Literal, atom: &'p Atom, compound: &Compound<'p>) -> bool {
        let mut own: SortedMap<&Term, Key<'p>> = SortedMap::new();
        atom.predicate == known.predicate
            && atom.arguments.len() == known.count
            && self.arguments(known).iter().zip(&atom.arguments).all(|(said, term)| {
                let said = self.equalities.key(*said);
                match compound.place(term) {
                    Some(place) => self.equalities.key(place) == said,
                    None => *own.entry(term).or_insert(said) == said,
                }
            })
    }
}
