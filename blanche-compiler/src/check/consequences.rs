//! The consequences of all bodies of a program, computed once for the checks that draw conclusions from them.

use super::conjunction::{Conjunction, Source, Unfolding};
use crate::files::Span;
use crate::program::{PredicateId, PredicateKind, Program, RuleId};

/// A clause or rule with its consequences.
pub(super) struct BodyConsequences<'p> {
    pub(super) source: Source<'p>,
    /// The consequences of its body; `None` if the body is contradictory.
    pub(super) conjunction: Option<Conjunction<'p>>,
}

/// The consequences of the clauses and rules of a program.
pub(super) struct ProgramConsequences<'p> {
    pub(super) unfolding: &'p Unfolding<'p>,
    /// The clauses of each predicate; empty for predicates that are not derived.
    clauses: Vec<Vec<BodyConsequences<'p>>>,
    rules: Vec<BodyConsequences<'p>>,
}

impl<'p> ProgramConsequences<'p> {
    /// Starts empty, for this number of predicates.
    pub(super) fn new(unfolding: &'p Unfolding<'p>, predicates: usize) -> ProgramConsequences<'p> {
        let clauses = (0..predicates).map(|_| Vec::new()).collect();
        ProgramConsequences { unfolding, clauses, rules: Vec::new() }
    }

    /// Adds the next clause of a predicate.
    pub(super) fn add_clause(&mut self, of: PredicateId, body_consequences: BodyConsequences<'p>) {
        self.clauses[of.index()].push(body_consequences);
    }

    /// Adds the next rule.
    pub(super) fn add_rule(&mut self, body_consequences: BodyConsequences<'p>) {
        self.rules.push(body_consequences);
    }

    /// Removes the consequences of tainted clauses and rules, so that nothing is concluded from them.
    pub(super) fn forget(&mut self, program: &Program, is_tainted: impl Fn(Span) -> bool) {
        for (predicate, consequences) in program.predicates.iter().zip(&mut self.clauses) {
            let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
            for (_, body_consequences) in
                clauses.iter().zip(consequences).filter(|(clause, _)| is_tainted(clause.span))
            {
                body_consequences.conjunction = None;
            }
        }
        for (_, body_consequences) in
            program.rules.iter().zip(&mut self.rules).filter(|(rule, _)| is_tainted(rule.span))
        {
            body_consequences.conjunction = None;
        }
    }

    /// The clauses of a predicate, in order.
    pub(super) fn clauses(&self, of: PredicateId) -> &[BodyConsequences<'p>] {
        &self.clauses[of.index()]
    }

    /// The consequences of a rule.
    pub(super) fn rule(&self, id: RuleId) -> &BodyConsequences<'p> {
        &self.rules[id.index()]
    }
}
