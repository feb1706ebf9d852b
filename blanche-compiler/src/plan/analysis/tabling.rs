//! Which derivations are tabled: those that are reached in many ways.
//!
//! A derivation that asks another one twice, which asks a third one twice, and so on, reaches the last one in 2^length
//! ways. Where there are more than [`MANY_WAYS`] of them, all that is reached more than once on the way there is answered once
//! for all calls with the same inputs, and is no longer put in place of what calls it. A table costs more than most
//! calls, so that what is reached in fewer ways has none.

use crate::plan::params::MANY_WAYS;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::program::{Clause, Goal, PredicateId, PredicateKind, Program};

/// The derived predicates that are tabled.
pub(crate) fn tabled(program: &Program) -> HashSet<PredicateId> {
    // Each after those that it needs.
    let order = order(program);
    let mut ways: HashMap<PredicateId, u64> = HashMap::new();
    let calls_of: Vec<BTreeMap<PredicateId, u64>> = order
        .iter()
        .map(|(_, clauses)| calls(program, clauses.iter().flat_map(|clause| &clause.body)))
        .collect();
    let rules = program.rules.iter().map(|rule| calls(program, &rule.body));
    for (id, times) in rules.flatten() {
        let known = ways.entry(id).or_default();
        *known = times.max(*known);
    }
    for ((id, _), calls) in order.iter().zip(&calls_of).rev() {
        // What nobody asks here is asked by a query.
        let own = *ways.entry(*id).or_insert(1);
        for (called, times) in calls {
            let known = ways.entry(*called).or_default();
            *known = own.saturating_mul(*times).saturating_add(*known);
        }
    }
    // The most ways in which something is reached from here on.
    let mut most: HashMap<PredicateId, u64> = HashMap::new();
    for ((id, _), calls) in order.iter().zip(&calls_of) {
        let below = calls.keys().filter_map(|called| most.get(called)).max().copied().unwrap_or(0);
        most.insert(*id, below.max(ways[id]));
    }
    most.into_iter().filter(|(id, most)| *most >= MANY_WAYS && ways[id] > 1).map(|(id, _)| id).collect()
}

/// The derived predicates with their clauses, each after those that it needs; what holds after moves may need itself.
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

/// The derived predicates that some goals ask, with the number of places where they do.
fn calls<'p>(program: &Program, goals: impl IntoIterator<Item = &'p Goal>) -> BTreeMap<PredicateId, u64> {
    let mut calls = BTreeMap::new();
    for goal in goals {
        goal.atoms(&mut |atom, _| {
            if matches!(program.predicate(atom.predicate).kind, PredicateKind::Derived(_)) {
                *calls.entry(atom.predicate).or_default() += 1;
            }
        });
    }
    calls
}
