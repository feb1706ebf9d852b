//! Functional notation: translates calls into literals.
//!
//! `disc(step(Field, n), Color)` means `step(Field, n, Value), disc(Value, Color)`, where `Value` has no name in the
//! text. The literal of a call belongs to the same conjunction as the call. In a negated literal it is inside the
//! negation, so `¬disc(step(Field, n), Color)` also holds if `step` has no value there. The literal of a call inside an
//! aggregate or an `after` stays inside it too. Identical calls in one conjunction share their value. Later passes see
//! only the literals, and recognise the variables for calls by [`VariableOrigin::Call`]. The `check` pass verifies that
//! a call has at most one value.

use std::collections::HashMap;

use super::model::Bodies;
use super::model::scope::Scope;
use super::predicates::find_predicate;
use crate::program::{Atom, Goal, PredicateId, Term, VariableId, VariableOrigin};
use crate::syntax::ast;

/// Resolves the calls in `terms`, inner calls first. Their literals are added before the current literal.
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
    let id = scope.fresh(value.text.clone(), VariableOrigin::Call, value.span);
    scope.named.insert(value.text.clone(), id);
    if let Some(atom) = atom_of_terms(resolver, scope, call.atom(), find_predicate) {
        scope.said.push(Goal::Atom(atom));
        scope.calls.insert(value.text.clone(), id);
    }
    scope.named.remove(&value.text);
}

/// Enters a nested conjunction. Returns the calls of the outer conjunction, to be passed to [`leave`].
pub(super) fn enter(scope: &mut Scope) -> HashMap<String, VariableId> {
    std::mem::take(&mut scope.calls)
}

/// Returns to the outer conjunction, whose calls are in `around`.
pub(super) fn leave(scope: &mut Scope, around: HashMap<String, VariableId>) {
    scope.calls = around;
}

/// Resolves an atom. The calls in its arguments must have been resolved already.
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
