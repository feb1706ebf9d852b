//! Finds predicates that are symmetric in two of their arguments, so that exchanging these arguments has no effect.

use blanche_compiler::diagnostic::{Code, Diagnostic};
use blanche_compiler::program::{PredicateId, PredicateKind};
use blanche_compiler::syntax::ast::{Derivation, ItemKind};
use blanche_compiler::syntax::print_derivation;
use blanche_sorted::{SortedMap, SortedSet};

use noire_engine::bases::RuleFiles;

/// Predicates with the pairs of arguments that may be exchanged.
pub(super) type Symmetric = SortedMap<PredicateId, SortedSet<(usize, usize)>>;

/// Finds the predicates of a base that have a single clause and are symmetric: if two arguments of the head are
/// exchanged, the clause stays the same. The compiler decides this, because it compares clauses up to the names of
/// variables and the order of literals.
pub(super) fn symmetric(texts: &RuleFiles) -> Symmetric {
    let program = texts.program();
    let twice =
        |messages: &[Diagnostic]| messages.iter().filter(|message| message.code == Code::Duplicate).count();
    let known = twice(texts.warnings());
    let mut found = Symmetric::new();
    for tree in texts.trees() {
        for item in &tree.items {
            let ItemKind::Derivation(derivation) = &item.kind else { continue };
            let head = &derivation.head;
            let Some(at) = program.predicates.iter().position(|predicate| {
                predicate.name == head.predicate.text && predicate.arity() == head.arguments.len()
            }) else {
                continue;
            };
            let predicate = &program.predicates[at];
            if !matches!(&predicate.kind, PredicateKind::Derived(clauses) if clauses.len() == 1) {
                continue;
            }
            let (_, text) = texts.source(tree.id);
            for (one, other) in pairs(head.arguments.len()) {
                if predicate.sort(one) != predicate.sort(other) {
                    continue;
                }
                let again = format!("{text}\n\n{}\n", swapped(derivation, one, other));
                if twice(&texts.checked_with(tree.id, &again).1.diagnostics) > known {
                    found.entry(PredicateId(at as u32)).or_default().insert((one, other));
                }
            }
        }
    }
    found
}

/// All pairs of numbers below `number`. The lesser number comes first in a pair.
pub(super) fn pairs(number: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..number).flat_map(move |one| (one + 1..number).map(move |other| (one, other)))
}

fn swapped(derivation: &Derivation, one: usize, other: usize) -> String {
    let mut derivation = derivation.clone();
    derivation.head.arguments.swap(one, other);
    print_derivation(&derivation)
}
