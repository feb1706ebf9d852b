//! What every body of a program says, read once for all the checks that ask what follows from it.

use super::conjunction::{Conjunction, Source, Unfolding};
use crate::files::Span;
use crate::program::{PredicateId, PredicateKind, Program, RuleId};

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

    /// Takes away what is known of the clauses and rules in doubt, of which so nothing is concluded.
    pub(super) fn forget(&mut self, program: &Program, in_doubt: impl Fn(Span) -> bool) {
        for (predicate, meanings) in program.predicates.iter().zip(&mut self.clauses) {
            let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
            for (_, meaning) in clauses.iter().zip(meanings).filter(|(clause, _)| in_doubt(clause.span)) {
                meaning.conjunction = None;
            }
        }
        for (_, meaning) in program.rules.iter().zip(&mut self.rules).filter(|(rule, _)| in_doubt(rule.span))
        {
            meaning.conjunction = None;
        }
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
