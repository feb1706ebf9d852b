//! The meanings of all bodies of a program, computed once for the checks that draw conclusions from them.

use super::conjunction::{Conjunction, Source, Unfolding};
use crate::files::Span;
use crate::program::{PredicateId, PredicateKind, Program, RuleId};

/// The meaning of a clause or rule.
pub(super) struct Meaning<'p> {
    pub(super) source: Source<'p>,
    /// The consequences of its body; `None` if the body is contradictory.
    pub(super) conjunction: Option<Conjunction<'p>>,
}

/// The meanings of the clauses and rules of a program.
pub(super) struct Meanings<'p> {
    pub(super) unfolding: &'p Unfolding<'p>,
    /// The clauses of each predicate; empty for those that are not derived.
    clauses: Vec<Vec<Meaning<'p>>>,
    rules: Vec<Meaning<'p>>,
}

impl<'p> Meanings<'p> {
    /// Starts without meanings, for this number of predicates.
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

    /// Removes the meanings of clauses and rules in doubt, so that nothing is concluded from them.
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

    /// The clauses of a predicate, in order.
    pub(super) fn clauses(&self, of: PredicateId) -> &[Meaning<'p>] {
        &self.clauses[of.index()]
    }

    /// The meaning of a rule.
    pub(super) fn rule(&self, id: RuleId) -> &Meaning<'p> {
        &self.rules[id.index()]
    }
}
