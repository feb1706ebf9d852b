//! Propagates sorts through equalities: equal terms have the same sort.

use std::collections::HashMap;

use blanche_sorted::SortedSet;

use super::constants::{roots_of_constant, unknown_constant};
use super::model::Declared;
use super::sort_conflicts::{InferredSort, SortReason};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Atom, SortId, SortKind, Term, VariableId, variables};
use crate::spelling::with_article;
use crate::syntax::ast;

/// The sort of one side of an equality.
fn side(known: &[InferredSort], term: &Term) -> Option<SortId> {
    match term {
        Term::Variable(id) => known[id.index()].map(|(sort, _)| sort),
        Term::Host(..) | Term::Constant(_) => None,
    }
}

/// The equalities of a clause, with an index from each variable to its equalities.
pub(super) struct Equalities<'a> {
    pub(super) all: Vec<&'a Atom>,
    of: HashMap<VariableId, Vec<usize>>,
}

impl<'a> Equalities<'a> {
    pub(super) fn new(all: Vec<&'a Atom>) -> Equalities<'a> {
        let mut of: HashMap<VariableId, Vec<usize>> = HashMap::new();
        for (at, atom) in all.iter().enumerate() {
            variables(&atom.arguments).for_each(|id| of.entry(id).or_default().push(at));
        }
        Equalities { all, of }
    }

    /// Propagates sorts through the equalities in `waiting`, in the order of the text. Whenever the sort of a variable
    /// changes, the equalities of that variable are processed too. The result is the same as that of repeated passes
    /// over all equalities until nothing changes.
    pub(super) fn propagate(
        &self,
        resolver: &Declared<'_>,
        known: &mut [InferredSort],
        mut waiting: SortedSet<usize>,
    ) {
        while !waiting.is_empty() {
            let mut next = SortedSet::new();
            while let Some(at) = waiting.pop_first() {
                for id in equal_sorts(resolver, known, self.all[at]) {
                    for other in &self.of[&id] {
                        let round = if *other > at { &mut waiting } else { &mut next };
                        round.insert(*other);
                    }
                }
            }
            waiting = next;
        }
    }
}

/// Gives a variable of unknown sort the sort of the constant that it equals, if only one sort contains the constant.
fn equal_constant(resolver: &Declared<'_>, known: &mut [InferredSort], atom: &Atom) -> Option<VariableId> {
    let ([Term::Variable(id), Term::Host(_, text)] | [Term::Host(_, text), Term::Variable(id)]) =
        atom.arguments.as_slice()
    else {
        return None;
    };
    match roots_of_constant(resolver, text).as_slice() {
        [root] if known[id.index()].is_none() => {
            known[id.index()] = Some((*root, SortReason::Equal(atom.span)));
            Some(*id)
        }
        _ => None,
    }
}

/// Propagates the sorts of the two sides of an equality to each other. Returns the variables whose sorts changed.
fn equal_sorts(resolver: &Declared<'_>, known: &mut [InferredSort], atom: &Atom) -> Vec<VariableId> {
    let [left, right] = atom.arguments.as_slice() else { return Vec::new() };
    let (a, b) = (side(known, left), side(known, right));
    let mut changed = Vec::new();
    for (term, mine, other) in [(left, a, b), (right, b, a)] {
        let (Term::Variable(id), Some(other)) = (term, other) else { continue };
        let common = match mine {
            None => Some(other),
            Some(mine) => resolver.program.common(mine, other).filter(|common| *common != mine),
        };
        if let Some(common) = common.filter(|_| !matches!(known[id.index()], Some((_, SortReason::Player)))) {
            known[id.index()] = Some((common, SortReason::Equal(atom.span)));
            changed.push(*id);
        }
    }
    changed
}

pub(super) fn check_equal(
    resolver: &mut Declared<'_>,
    known: &[InferredSort],
    atom: &Atom,
    tree: &ast::Atom,
) {
    let [left, right] = atom.arguments.as_slice() else { return };
    match (side(known, left), side(known, right)) {
        // Comparison signs compare numbers by value, even if their sorts differ.
        (Some(a), Some(b)) if tree.predicate.text != "equal" && are_numbers(resolver, a, b) => {}
        (Some(a), Some(b)) if resolver.program.common(a, b).is_none() => {
            let (is_number, sign) = (are_numbers(resolver, a, b), tree.predicate.text.clone());
            let (a, b) = (resolver.program.sort(a).name.clone(), resolver.program.sort(b).name.clone());
            resolver.report(
                Diagnostic::new(
                    Code::EqualSorts,
                    format!("{} never equals {}", with_article(&a), with_article(&b)),
                    tree.span,
                    format!(
                        "`{}` is {}, `{}` {}",
                        resolver.sources.text(tree.arguments[0].span()),
                        with_article(&a),
                        resolver.sources.text(tree.arguments[1].span()),
                        with_article(&b)
                    ),
                )
                .hint(match (is_number, sign.as_str()) {
                    (true, _) => {
                        "`equal` compares two values of one sort; write `=` to compare numbers by value"
                    }
                    (false, "equal") => "`equal` compares two values of one sort",
                    (false, _) => "`=` and `≠` compare two values of one sort, or two numbers",
                }),
            );
        }
        (Some(sort), None) => check_equal_constant(resolver, right, tree.arguments[1].span(), sort),
        (None, Some(sort)) => check_equal_constant(resolver, left, tree.arguments[0].span(), sort),
        _ => {}
    }
}

fn are_numbers(resolver: &Declared<'_>, a: SortId, b: SortId) -> bool {
    [a, b].iter().all(|sort| matches!(resolver.program.sort(*sort).kind, SortKind::Range(_)))
}

fn check_equal_constant(resolver: &mut Declared<'_>, term: &Term, span: Span, sort: SortId) {
    if let Term::Host(_, text) = term {
        let known = resolver.program.sort(sort);
        if known.value(text).is_none() && !known.looks_like(text) {
            let message = unknown_constant(resolver, &ast::Name { text: text.clone(), span }, sort);
            resolver.report_of_value(sort, message);
        }
    }
}

/// Infers the sorts of variables from equalities. A constant determines the sort of a variable only if nothing else
/// does.
pub(super) fn know_by_equalities(
    resolver: &mut Declared<'_>,
    known: &mut [InferredSort],
    equalities: &Equalities<'_>,
) {
    equalities.propagate(resolver, known, (0..equalities.all.len()).collect());
    for atom in &equalities.all {
        if let Some(id) = equal_constant(resolver, known, atom) {
            equalities.propagate(resolver, known, equalities.of[&id].iter().copied().collect());
        }
    }
}
