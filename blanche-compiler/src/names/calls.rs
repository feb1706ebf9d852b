//! Functional notation: the literals that calls stand for.
//!
//! `disc(step(Field, n), Color)` is `step(Field, n, Value), disc(Value, Color)`, where no text names the variable `Value`. The
//! literal of a call stands in the conjunction in which the call does: of a literal that is denied, inside of the negation, so
//! that `¬disc(step(Field, n), Color)` holds where there is no such field; in an aggregate and behind `after` inside too.
//! What is called twice in one conjunction is one value. Later passes see the literals, and know their variables by
//! [`StandsFor::Call`]; that there is at most one value `check` finds out.

use std::collections::HashMap;

use super::model::Bodies;
use super::model::scope::Scope;
use super::predicates::find_predicate;
use crate::program::{Atom, Goal, PredicateId, StandsFor, Term, VariableId};
use crate::syntax::ast;

/// Resolves the calls among some terms, those inside of others first. What they stand for comes in front of the literal at
/// hand.
pub(super) fn find<'t>(
    resolver: &mut Bodies<'_>,
    scope: &mut Scope,
    terms: impl IntoIterator<Item = &'t ast::Term>,
) {
    ast::calls_in(terms, &mut |call| one(resolver, scope, call));
}

fn one(resolver: &mut Bodies<'_>, scope: &mut Scope, call: &ast::Call) {
    let value = call.value();
    if scope.calls.contains_key(&value.text) {
        return;
    }
    let id = scope.fresh(value.text.clone(), StandsFor::Call, value.span);
    scope.named.insert(value.text.clone(), id);
    if let Some(atom) = atom_of_terms(resolver, scope, call.atom(), find_predicate) {
        scope.said.push(Goal::Atom(atom));
        scope.calls.insert(value.text.clone(), id);
    }
    scope.named.remove(&value.text);
}

/// Goes into a conjunction of its own; gives the calls of the one around it, for [`leave`].
pub(super) fn enter(scope: &mut Scope) -> HashMap<String, VariableId> {
    std::mem::take(&mut scope.calls)
}

/// Goes back into the conjunction with these calls.
pub(super) fn leave(scope: &mut Scope, around: HashMap<String, VariableId>) {
    scope.calls = around;
}

/// The same where the calls among its arguments have been looked for.
pub(super) fn atom_of_terms(
    resolver: &mut Bodies<'_>,
    scope: &mut Scope,
    atom: &ast::Atom,
    find: fn(&mut Bodies<'_>, &ast::Atom) -> Option<PredicateId>,
) -> Option<Atom> {
    let terms: Vec<Option<Term>> = atom.arguments.iter().map(|term| scope.term(term)).collect();
    let predicate = find(resolver, atom)?;
    resolver.mentioned.insert(predicate);
    let arguments = terms.into_iter().collect::<Option<Vec<Term>>>()?;
    let resolved = Atom {
        predicate,
        arguments,
        span: atom.span,
        argument_spans: atom.arguments.iter().map(ast::Term::span).collect(),
        compared: None,
        is_added: false,
    };
    scope.add(resolved.clone(), atom.clone());
    Some(resolved)
}
