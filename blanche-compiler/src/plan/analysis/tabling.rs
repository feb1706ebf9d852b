//! Chooses the derivations that are tabled, which means that their answers are stored in tables. These are the
//! derivations that many call paths reach.
//!
//! If a derivation calls a second derivation twice, which calls a third derivation twice, and so on, 2^length call
//! paths reach the last derivation. If at least [`MIN_TABLED_CALL_PATHS`] paths lead to a derivation, that derivation
//! is tabled, and so are the derivations on these paths that are reached more than once. Calls of a tabled derivation
//! with the same inputs share their answers, and the derivation is no longer unfolded. A table costs more than most
//! calls, so derivations with fewer paths are not tabled.

use crate::plan::params::MIN_TABLED_CALL_PATHS;
use std::collections::{HashMap, HashSet};

use blanche_sorted::SortedMap;

use crate::program::{Clause, Goal, PredicateId, PredicateKind, Program};

/// The derived predicates to table.
pub(crate) fn tabled(program: &Program) -> HashSet<PredicateId> {
    // Callees come before their callers.
    let order = order(program);
    let mut ways: HashMap<PredicateId, u64> = HashMap::new();
    let calls_of: Vec<SortedMap<PredicateId, u64>> = order
        .iter()
        .map(|(_, clauses)| calls(program, clauses.iter().flat_map(|clause| &clause.body)))
        .collect();
    let rules = program.rules.iter().map(|rule| calls(program, &rule.body));
    for (id, times) in rules.flatten() {
        let known = ways.entry(id).or_default();
        *known = times.max(*known);
    }
    for ((id, _), calls) in order.iter().zip(&calls_of).rev() {
        // Derivations that the program never calls may be called by a query.
        let own = *ways.entry(*id).or_insert(1);
        for (called, times) in calls {
            let known = ways.entry(*called).or_default();
            *known = own.saturating_mul(*times).saturating_add(*known);
        }
    }
    // For each derivation, the largest number of paths to any derivation reachable from it.
    let mut most: HashMap<PredicateId, u64> = HashMap::new();
    for ((id, _), calls) in order.iter().zip(&calls_of) {
        let below = calls.keys().filter_map(|called| most.get(called)).max().copied().unwrap_or(0);
        most.insert(*id, below.max(ways[id]));
    }
    most.into_iter()
        .filter(|(id, most)| *most >= MIN_TABLED_CALL_PATHS && ways[id] > 1)
        .map(|(id, _)| id)
        .collect()
}

/// The derived predicates with their clauses, callees first. Recursion through moves does not matter here.
fn order(program: &Program) -> Vec<(PredicateId, &[Clause])> {
    let (mut order, mut met) = (Vec::new(), HashSet::new());
    for at in 0..program.predicates.len() as u32 {
        let mut waiting = vec![(PredicateId(at), false)];
        while let Some((id, ready)) = waiting.pop() {
            let PredicateKind::Derived(clauses) = &program.predicate(id).kind else { continue };
            if ready {
                order.push((id, clauses.as_slice()));
            } else if met.insert(id) {
                waiting.push((id, true));
                let needed = calls(program, clauses.iter().flat_map(|clause| &clause.body));
                waiting.extend(needed.into_keys().map(|id| (id, false)));
            }
        }
    }
    order
}

/// The derived predicates that some goals call, each with the number of its calls.
fn calls<'p>(program: &Program, goals: impl IntoIterator<Item = &'p Goal>) -> SortedMap<PredicateId, u64> {
    let mut calls = SortedMap::new();
    for goal in goals {
        goal.atoms(&mut |atom, _| {
            if matches!(program.predicate(atom.predicate).kind, PredicateKind::Derived(_)) {
                *calls.entry(atom.predicate).or_default() += 1;
            }
        });
    }
    calls
}
