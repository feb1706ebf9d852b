//! Infers the sorts of recursive predicates.
//!
//! Sorts normally propagate from callees to callers, but in a recursive component (predicates that depend on each
//! other) each predicate waits for the others. So the sorts are computed in rounds until a round adds nothing. The
//! reasoning is the same as in `inference`, but causes no messages. Predicates of the component whose sorts are not
//! known yet are ignored.

use std::rc::Rc;

use blanche_sorted::{Arrange, SortedMap};

use super::constants::sort_of_constant;
use super::model::{Declared, Heads};
use crate::program::{EQUAL, PredicateId, SortId};
use crate::scc::strongly_connected_components;
use crate::syntax::ast::{self, ItemKind, Term};

/// Maximum number of rounds. A few rounds suffice in practice, and more than this number would indicate a bug.
const MAX_ROUNDS: usize = 64;

/// For each recursive predicate, all predicates of the same recursive component.
pub(super) fn components(resolver: &Heads<'_>) -> SortedMap<PredicateId, Rc<Vec<PredicateId>>> {
    let derived: Vec<PredicateId> = resolver.clauses.keys().copied().collect();
    let place = |id: PredicateId| derived.binary_search(&id).ok();
    let mut edges = vec![Vec::new(); derived.len()];
    for (from, id) in derived.iter().enumerate() {
        for item in &resolver.clauses[id] {
            let ItemKind::Derivation(derivation) = &item.kind else { continue };
            ast::each_atom_of(derivation, &mut |atom| {
                let callee = resolver.predicate(&atom.predicate.text, atom.arguments.len());
                edges[from].extend(callee.and_then(place));
            });
        }
    }
    let mut components = SortedMap::new();
    let is_recursive = |set: &Vec<usize>| set.len() > 1 || edges[set[0]].contains(&set[0]);
    for set in strongly_connected_components(&edges).into_iter().filter(is_recursive) {
        let mut members: Vec<PredicateId> = set.iter().map(|at| derived[*at]).collect();
        members.arrange();
        let members = Rc::new(members);
        components.extend(members.iter().map(|id| (*id, Rc::clone(&members))));
    }
    components
}

/// Assigns the predicates of a recursive component the sorts that all of their clauses together determine.
pub(super) fn provisional_sorts(resolver: &mut Heads<'_>, component: &[PredicateId]) {
    let mut known: SortedMap<PredicateId, Vec<Option<SortId>>> = SortedMap::new();
    for _ in 0..MAX_ROUNDS {
        let before = known.clone();
        for id in component {
            let sorts = head_sorts(resolver, *id, &known);
            known.insert(*id, sorts);
        }
        if known == before {
            break;
        }
    }
    for (id, sorts) in known {
        if let Some(sorts) = sorts.into_iter().collect() {
            resolver.program.predicates[id.index()].sorts = sorts;
        }
    }
}

/// The sorts of a predicate's arguments, as its clauses determine them.
fn head_sorts(
    resolver: &Heads<'_>,
    id: PredicateId,
    known: &SortedMap<PredicateId, Vec<Option<SortId>>>,
) -> Vec<Option<SortId>> {
    let arity = resolver.program.predicate(id).arity();
    let mut sorts: Vec<Option<SortId>> = vec![None; arity];
    let mut constants: Vec<Option<SortId>> = vec![None; arity];
    for item in &resolver.clauses[&id] {
        let ItemKind::Derivation(derivation) = &item.kind else { continue };
        let variables = Variables::of(resolver, derivation, known);
        for (at, term) in derivation.head.arguments.iter().enumerate() {
            match term {
                Term::Variable(_) | Term::Call(_) => {
                    let Some(name) = term.variable() else { continue };
                    let sort = variables.sorts.get(name.text.as_str()).copied();
                    sorts[at] = match (sorts[at], sort) {
                        (Some(one), Some(other)) => {
                            resolver.program.smallest_common_sort(one, other).or(Some(one))
                        }
                        (one, other) => one.or(other),
                    };
                }
                Term::Constant(name) => {
                    constants[at] = constants[at].or_else(|| sort_of_constant(resolver, &name.text));
                }
                // The sort of a sum in a head is inferred when the clause is resolved.
                Term::Sum(_) | Term::Error(_) => {}
            }
        }
    }
    sorts.into_iter().zip(constants).map(|(sort, constant)| sort.or(constant)).collect()
}

/// The known sorts of the variables of one clause.
struct Variables<'r, 't> {
    resolver: &'r Declared<'r>,
    sorts: SortedMap<&'t str, SortId>,
}

impl<'r, 't> Variables<'r, 't> {
    fn of(
        resolver: &'r Declared<'_>,
        derivation: &'t ast::Derivation,
        known: &SortedMap<PredicateId, Vec<Option<SortId>>>,
    ) -> Variables<'r, 't> {
        let mut variables = Variables { resolver, sorts: SortedMap::new() };
        let mut atoms = Vec::new();
        ast::each_atom_of(derivation, &mut |atom| atoms.push(atom));
        for term in atoms.iter().flat_map(|atom| &atom.arguments).chain(&derivation.head.arguments) {
            if let Term::Variable(name) = term
                && let Some(sort) = resolver.word_sort(&name.text)
            {
                variables.sorts.insert(&name.text, sort);
            }
        }
        let mut equalities = Vec::new();
        for atom in atoms {
            let Some(id) = resolver.predicate(&atom.predicate.text, atom.arguments.len()) else { continue };
            if id == EQUAL {
                equalities.push(atom);
                continue;
            }
            let predicate = resolver.program.predicate(id);
            for (at, term) in atom.arguments.iter().enumerate() {
                let place = match known.get(&id) {
                    Some(sorts) => sorts[at],
                    None => (!predicate.sorts.is_empty()).then(|| predicate.sort(at)),
                };
                if let (Some(name), Some(place)) = (term.variable(), place) {
                    variables.narrow(&name.text, place);
                }
            }
        }
        variables.propagate(&equalities);
        variables
    }

    fn narrow(&mut self, variable: &'t str, sort: SortId) {
        let common = match self.sorts.get(variable) {
            Some(known) => self.resolver.program.common(*known, sort).unwrap_or(*known),
            None => sort,
        };
        self.sorts.insert(variable, common);
    }

    /// Propagates sorts through equalities. A constant determines the sort of a variable only if nothing else does.
    fn propagate(&mut self, equalities: &[&'t ast::Atom]) {
        for constants in [false, true] {
            for _ in 0..=equalities.len() {
                for atom in equalities {
                    match atom.arguments.as_slice() {
                        [Term::Variable(one), Term::Variable(other)] => {
                            for (from, to) in [(one, other), (other, one)] {
                                if let Some(sort) = self.sorts.get(from.text.as_str()).copied() {
                                    self.narrow(&to.text, sort);
                                }
                            }
                        }
                        [Term::Variable(name), Term::Constant(constant)]
                        | [Term::Constant(constant), Term::Variable(name)]
                            if constants && !self.sorts.contains_key(name.text.as_str()) =>
                        {
                            if let Some(sort) = sort_of_constant(self.resolver, &constant.text) {
                                self.sorts.insert(&name.text, sort);
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
