//! What every sentence of a program says, read once for all the checks that ask what follows from it.

use super::conjunction::{Conjunction, Source, Unfolding};
use crate::program::{PredicateId, RuleId};

/// What one clause or rule says.
pub(super) struct Meaning<'p> {
    pub(super) source: Source<'p>,
    /// What is known where all of it holds; none where that contradicts itself.
    pub(super) conjunction: Option<Conjunction<'p>>,
}

/// What the clauses and rules of a program say.
pub(super) struct Meanings<'p> {
    pub(super) unfolding: &'p Unfolding<'p>,
    /// Of each predicate, its clauses; of those that are not derived there are none.
    clauses: Vec<Vec<Meaning<'p>>>,
    rules: Vec<Meaning<'p>>,
}

impl<'p> Meanings<'p> {
    /// Of so many predicates, of which nothing was read yet.
    pub(super) fn new(unfolding: &'p Unfolding<'p>, predicates: usize) -> Meanings<'p> {
        let clauses = (0..predicates).map(|_| Vec::new()).collect();
        Meanings { unfolding, clauses, rules: Vec::new() }
    }

    /// Adds the next clause of a predicate.
    pub(super) fn add_clause(&mut self, of: PredicateId, meaning: Meaning<'p>) {
        self.clauses[of.index()].push(meaning);
    }

    /// Adds the next rule.
    pub(super) fn add_rule(&mut self, meaning: Meaning<'p>) {
        self.rules.push(meaning);
    }

    /// The clauses of a predicate, in their order.
    pub(super) fn clauses(&self, of: PredicateId) -> &[Meaning<'p>] {
        &self.clauses[of.index()]
    }

    /// A rule, by its place in the program.
    pub(super) fn rule(&self, id: RuleId) -> &Meaning<'p> {
        &self.rules[id.index()]
    }
}
