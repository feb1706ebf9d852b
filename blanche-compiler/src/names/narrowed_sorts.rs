//! Warns about variables that a test inside a negation, branch or aggregate silently narrows. The sort of a variable is
//! the intersection of the sorts at all its occurrences. But an author who writes `¬big(Size_)` means to test the
//! value, and not to restrict the variable to the sort of `big`. Predicates other than tests are expected to restrict
//! their arguments.

use blanche_sorted::SortedSet;

use super::model::Declared;
use super::model::scope::Scope;
use super::sort_conflicts::InferredSort;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Atom, EQUAL, SortId, Term, VariableId};
use crate::syntax::ast;

/// Warns about each variable whose sort is narrowed by a test in a negation, branch or aggregate. Such a variable has
/// fewer possible values than its other occurrences allow.
pub(super) fn report(
    resolver: &mut Declared<'_>,
    scope: &Scope,
    atoms: &[(Atom, ast::Atom)],
    known: &[InferredSort],
) {
    let is_test =
        |atom: &&Atom| atom.predicate == EQUAL || resolver.program.enumerated(atom.predicate).is_some();
    let tests: Vec<&Atom> = scope.inside.iter().map(|at| &atoms[*at].0).filter(is_test).collect();
    if tests.is_empty() {
        return;
    }
    let outside = outside(resolver, scope, atoms);
    let mut told = SortedSet::new();
    for atom in tests {
        for (id, span, place) in places(resolver, atom, known) {
            let (Some(whole), Some((sort, _))) = (outside[id.index()], known[id.index()]) else { continue };
            let is_narrower = resolver.program.common(whole, place).is_some_and(|common| common != whole);
            if sort != whole && is_narrower && !scope.is_player(id) && told.insert(id) {
                let message = message(resolver, scope, id, (span, sort, whole));
                resolver.report(message);
            }
        }
    }
}

/// The sorts of the variables, judging only by the literals that must hold whenever the clause holds. For each
/// variable, the sorts of its positions in these literals are intersected.
fn outside(resolver: &Declared<'_>, scope: &Scope, atoms: &[(Atom, ast::Atom)]) -> Vec<Option<SortId>> {
    let words = scope.variables.iter().map(|variable| resolver.word_sort(&variable.name));
    let mut outside: Vec<Option<SortId>> = words.collect();
    for (_, (atom, _)) in atoms.iter().enumerate().filter(|(at, _)| !scope.inside.contains(at)) {
        let predicate = resolver.program.predicate(atom.predicate);
        if atom.predicate == EQUAL || predicate.sorts.is_empty() {
            continue;
        }
        for (at, term) in atom.arguments.iter().enumerate() {
            let Term::Variable(id) = term else { continue };
            let (known, sort) = (&mut outside[id.index()], predicate.sort(at));
            *known = known.map_or(Some(sort), |known| resolver.program.common(known, sort));
        }
    }
    outside
}

/// The variables of an atom, each with its span and the sort of its position. In `equal`, this is the sort of the other
/// side.
fn places(resolver: &Declared<'_>, atom: &Atom, known: &[InferredSort]) -> Vec<(VariableId, Span, SortId)> {
    let predicate = resolver.program.predicate(atom.predicate);
    let sort = |at: usize| match atom.predicate {
        EQUAL => match atom.arguments.get(1 - at)? {
            Term::Variable(other) => known[other.index()].map(|(sort, _)| sort),
            Term::Constant(_) | Term::Host(..) => None,
        },
        _ => (!predicate.sorts.is_empty()).then(|| predicate.sort(at)),
    };
    let arguments = atom.arguments.iter().zip(&atom.argument_spans).enumerate();
    let variable = |(at, (term, span)): (usize, (&Term, &Span))| match term {
        Term::Variable(id) => Some((*id, *span, sort(at)?)),
        Term::Constant(_) | Term::Host(..) => None,
    };
    arguments.filter_map(variable).collect()
}

fn message(
    resolver: &Declared<'_>,
    scope: &Scope,
    id: VariableId,
    (span, sort, whole): (Span, SortId, SortId),
) -> Diagnostic {
    let variable = &scope.variables[id.index()];
    let [sort, whole] = [sort, whole].map(|sort| resolver.program.sort(sort).name.clone());
    let title = format!("`{}` is narrowed from inside to `{sort}`", variable.name);
    let label = format!("this makes it a `{sort}` in the whole clause");
    Diagnostic::new(Code::Narrowed, title, span, label)
        .and(variable.span, format!("here it may be any `{whole}`"))
        .hint("to test for a part of a sort, derive a predicate for the test, and deny that or branch on it")
}
