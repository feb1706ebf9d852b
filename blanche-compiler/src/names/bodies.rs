//! Resolves the bodies of clauses: predicates by name and arity, then sorts and constants.

use super::actions::find_action;
use super::calls::{self, atom_of_terms};
use super::model::Bodies;
use super::model::scope::{PendingAggregate, Scope};
use super::predicates::find_predicate;
use super::{aggregates, comparisons, foreign_builtins};
use crate::files::Span;
use crate::program::{Atom, Goal, PredicateId, Term, VariableId, VariableOrigin};
use crate::syntax::ast::{self, LiteralKind};

/// The goals of a body; `None` if a literal could not be resolved. Resolution continues after a mistake, so that all
/// mistakes are reported.
pub(super) fn body_goals(
    resolver: &mut Bodies<'_>,
    scope: &mut Scope,
    body: &ast::Body,
) -> Option<Vec<Goal>> {
    let mut branches = Vec::new();
    let mut complete = !body.branches.is_empty();
    let is_one_of_several = usize::from(body.branches.len() > 1);
    scope.depth += is_one_of_several;
    for branch in &body.branches {
        let mut goals = Vec::new();
        let around = calls::enter(scope);
        for literal in branch {
            match literal_goals(resolver, scope, literal) {
                Some(more) => goals.extend(more),
                None => complete = false,
            }
        }
        calls::leave(scope, around);
        branches.push(goals);
    }
    scope.depth -= is_one_of_several;
    match (complete, branches.len()) {
        (false, _) => None,
        (true, 1) => branches.pop(),
        (true, _) => Some(vec![Goal::Any(branches, body.span)]),
    }
}

fn literal_goals(resolver: &mut Bodies<'_>, scope: &mut Scope, literal: &ast::Literal) -> Option<Vec<Goal>> {
    if literal.negations.is_multiple_of(2) {
        return positive_goals(resolver, scope, literal);
    }
    // Calls inside a negated literal become goals inside the negation.
    let around = calls::enter(scope);
    scope.depth += 1;
    let goals = positive_goals(resolver, scope, literal);
    scope.depth -= 1;
    calls::leave(scope, around);
    Some(vec![Goal::Not(goals?, literal.span)])
}

/// The goals of a literal without its `¬`.
fn positive_goals(resolver: &mut Bodies<'_>, scope: &mut Scope, literal: &ast::Literal) -> Option<Vec<Goal>> {
    if let Some(message) = foreign_builtins::over_a_body(resolver, &literal.kind) {
        resolver.report(message);
        return None;
    }
    let goals = match &literal.kind {
        LiteralKind::Error => return None,
        LiteralKind::Bracketed(body) => body_goals(resolver, scope, body)?,
        LiteralKind::Atom(atom) => {
            let atom = resolve_atom(resolver, scope, atom, find_predicate);
            let mut goals = std::mem::take(&mut scope.said);
            goals.push(Goal::Atom(atom?));
            goals
        }
        LiteralKind::Comparison(tree) => {
            calls::find(resolver, scope, tree.terms());
            let compared = comparisons::comparison(scope, tree);
            let mut goals = std::mem::take(&mut scope.said);
            goals.push(compared?);
            goals
        }
        LiteralKind::Aggregate(tree) => aggregate_goals(resolver, scope, tree)?,
        LiteralKind::After(after) => {
            let actions = after.actions.iter();
            // The body is resolved even if an action has a mistake.
            let actions: Vec<Option<Atom>> =
                actions.map(|action| resolve_atom(resolver, scope, action, find_action)).collect();
            let mut goals = std::mem::take(&mut scope.said);
            let inside = body_goals(resolver, scope, &after.body);
            goals.push(Goal::After(actions.into_iter().collect::<Option<_>>()?, inside?, literal.span));
            goals
        }
    };
    Some(goals)
}

/// The goals of an aggregate: one goal that yields the result, and one that compares the result.
fn aggregate_goals(resolver: &mut Bodies<'_>, scope: &mut Scope, tree: &ast::Aggregate) -> Option<Vec<Goal>> {
    let of: Vec<(VariableId, Span)> = tree
        .of
        .iter()
        .filter_map(|name| match scope.term(&ast::Term::Variable(name.clone())) {
            Some(Term::Variable(id)) => Some((id, name.span)),
            _ => None,
        })
        .collect();
    scope.depth += 1;
    let goals = body_goals(resolver, scope, &tree.body);
    scope.depth -= 1;
    calls::find(resolver, scope, tree.right.summands.iter().map(|summand| &summand.term));
    let mut before = std::mem::take(&mut scope.said);
    let (text, comparison) = (crate::syntax::print_aggregated(tree), tree.comparison());
    let result = scope.fresh(text.clone(), VariableOrigin::Result, tree.left_span);
    scope.results.insert(result);
    let said = comparisons::of_result(scope, result, (tree.function, &comparison));
    let predicate = PredicateId(aggregates::FIRST + scope.aggregates.len() as u32);
    let (function, span) = (tree.function, tree.left_span);
    scope.aggregates.push(PendingAggregate { function, of, goals: goals?, result, span, text });
    let atom = Atom::waiting(predicate, span);
    before.extend([Goal::Atom(atom), said?]);
    Some(before)
}

/// Resolves an atom whose predicate or action `find` looks up.
fn resolve_atom(
    resolver: &mut Bodies<'_>,
    scope: &mut Scope,
    atom: &ast::Atom,
    find: fn(&mut Bodies<'_>, &ast::Atom) -> Option<PredicateId>,
) -> Option<Atom> {
    calls::find(resolver, scope, &atom.arguments);
    atom_of_terms(resolver, scope, atom, find)
}
