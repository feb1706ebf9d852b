//! Proofs that make an additional assumption. The assumption is a negated goal, or one case of a case distinction: a
//! branch of a disjunction, or a clause of a literal.

use super::super::{Conflict, Conjunction, Literal, Scope, Source};
use super::Proof;
use crate::files::Span;
use crate::program::Goal;

/// Maximum nesting depth of negations, disjunctions and `after` goals.
const MAX_NESTED: usize = 4;

/// Maximum number of cases of a literal or disjunction that are tried one by one.
const MAX_CASES: usize = 4;

impl<'p> Proof<'_, 'p, '_> {
    /// The author's literals that contradict these goals; `None` if no contradiction is found.
    pub(super) fn opposed(
        &mut self,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope<'p>,
        at: Span,
    ) -> Option<Vec<Span>> {
        let Conflict { mut origins, .. } =
            self.supposed(self.context.clone(), goals, source, scope, at)?.err()?;
        origins.retain(|origin| *origin != at);
        Some(origins)
    }

    /// Adds goals to a conjunction as an assumption. The result is an error if they contradict the conjunction, and
    /// `None` if the work limit is reached.
    pub(super) fn supposed(
        &mut self,
        mut context: Conjunction<'p>,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope<'p>,
        at: Span,
    ) -> Option<Result<Conjunction<'p>, Conflict>> {
        if self.work.nested >= MAX_NESTED || !self.work.take(4 + context.literals.len()) {
            return None;
        }
        self.work.nested += 1;
        let before = context.extent();
        let result = context
            .add_in(goals, source, scope, at)
            .and_then(|()| context.settle())
            .and_then(|()| context.denied_since(&before, self.work));
        self.work.nested -= 1;
        Some(result.map(|()| context))
    }

    /// Whether goals follow in every branch of the compound goal with index `at`, which must be a disjunction. Returns
    /// the author's literals used.
    pub(in crate::check::conjunction) fn in_cases_of(
        &mut self,
        at: usize,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope<'p>,
    ) -> Option<Vec<Span>> {
        let compound = &self.context.compounds[at];
        let Goal::Any(cases, _) = compound.goal else { return None };
        if cases.len() > MAX_CASES {
            return None;
        }
        let mut context = self.context.clone();
        context.compounds.remove(at);
        let mut used = vec![compound.origin];
        for case in cases {
            let there = context.clone();
            let there = self.supposed(there, case, &compound.source, &compound.scope, compound.origin)?;
            used.extend(self.follows_from(there, goals, source, scope)?);
        }
        Some(used)
    }

    /// Whether goals follow for every clause that may define a literal. Returns the author's literals used.
    pub(in crate::check::conjunction) fn in_clauses_of(
        &mut self,
        known: &Literal,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope<'p>,
    ) -> Option<Vec<Span>> {
        let unfolding = self.context.unfolding;
        let clauses = unfolding.clauses(known.predicate).iter();
        let cases: Vec<_> = clauses
            .filter(|(clause, _)| self.context.may_be(known, &clause.head))
            .take(MAX_CASES + 1)
            .collect();
        if !(2..=MAX_CASES).contains(&cases.len()) {
            return None;
        }
        let mut used = vec![known.origin];
        for clause in cases {
            if self.work.nested >= MAX_NESTED || !self.work.take(4 + self.context.literals.len()) {
                return None;
            }
            let mut context = self.context.clone();
            let result = context.unfold_clause(known, clause).and_then(|()| context.settle());
            used.extend(self.follows_from(result.map(|()| context), goals, source, scope)?);
        }
        Some(used)
    }

    /// Whether goals follow from a conjunction. Returns the author's literals used. A contradictory conjunction implies
    /// everything.
    pub(super) fn follows_from(
        &mut self,
        there: Result<Conjunction<'p>, Conflict>,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope<'p>,
    ) -> Option<Vec<Span>> {
        let there = match there {
            Err(found) => return Some(found.origins),
            Ok(there) => there,
        };
        if self.work.nested >= MAX_NESTED {
            return None;
        }
        self.work.nested += 1;
        let mut proof = Proof::new(&there, self.work);
        let used = proof.follows(goals, source, scope).then(|| proof.origins());
        self.work.nested -= 1;
        used
    }
}
