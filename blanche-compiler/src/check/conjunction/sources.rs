//! The clauses that goals stand in, and the derivations whose clauses may be put in place of their literals.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::check::singletons::occurrences;
use crate::program::{Clause, Goal, PredicateId, Rule, Term, Variable, VariableId};

/// A derivation with more clauses than this is not unfolded.
const MOST_CLAUSES: usize = 32;

/// The derivations that are unfolded: those that are in order, with their clauses.
#[derive(Default)]
pub(in crate::check) struct Unfolding<'p> {
    clauses: BTreeMap<PredicateId, &'p [Clause]>,
    /// How often each variable occurs in each of the clauses.
    totals: BTreeMap<PredicateId, Vec<Rc<[usize]>>>,
}

impl<'p> Unfolding<'p> {
    /// From now on this derivation is unfolded, unless it has too many clauses.
    pub(in crate::check) fn insert(&mut self, id: PredicateId, clauses: &'p [Clause]) {
        if (1..=MOST_CLAUSES).contains(&clauses.len()) {
            let totals = clauses.iter().map(|clause| Source::of_clause(clause).totals);
            self.totals.insert(id, totals.collect());
            self.clauses.insert(id, clauses);
        }
    }

    /// The clauses of a derivation; none where it is not unfolded.
    pub(super) fn clauses(&self, id: PredicateId) -> &'p [Clause] {
        self.clauses.get(&id).copied().unwrap_or_default()
    }

    /// The clauses with what their goals need to know of them.
    pub(super) fn sources(&self, id: PredicateId) -> impl Iterator<Item = (&'p Clause, Source<'p>)> {
        let totals = self.totals.get(&id).map(Vec::as_slice).unwrap_or_default();
        self.clauses(id)
            .iter()
            .zip(totals)
            .map(|(clause, totals)| (clause, Source { variables: &clause.variables, totals: totals.clone() }))
    }
}

/// The clause or rule that a goal stands in.
#[derive(Clone)]
pub(in crate::check) struct Source<'p> {
    pub(in crate::check) variables: &'p [Variable],
    /// How often each variable occurs in it, its head included.
    totals: Rc<[usize]>,
}

impl<'p> Source<'p> {
    pub(in crate::check) fn of_clause(clause: &'p Clause) -> Source<'p> {
        let totals = occurrences(&clause.variables, &clause.body, &clause.head).into();
        Source { variables: &clause.variables, totals }
    }

    pub(in crate::check) fn of_rule(rule: &'p Rule) -> Source<'p> {
        let played = rule.plays.map(Term::Variable);
        let totals = occurrences(&rule.variables, &rule.premise, played.as_slice()).into();
        Source { variables: &rule.variables, totals }
    }

    /// The variables of a goal that occur outside of it too. All others are its own: some value will do for them.
    pub(super) fn shared(&self, goal: &Goal) -> Vec<VariableId> {
        let mut inside: BTreeMap<VariableId, usize> = BTreeMap::new();
        goal.atoms(&mut |atom, _| {
            for id in crate::modes::variables(&atom.arguments) {
                *inside.entry(id).or_default() += 1;
            }
        });
        inside.retain(|id, count| self.totals[id.index()] > *count);
        inside.into_keys().collect()
    }
}
