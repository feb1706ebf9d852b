//! Finds the rules that a query makes the host evaluate.

use blanche_sorted::SortedSet;

use crate::program::{Goal, PredicateKind, Program, RuleId};

/// The rules that these goals make the host evaluate through extern predicates. The extern predicates may occur in the
/// goals themselves or in derivations and rules that the goals depend on.
pub(crate) fn rules_asked<'p>(
    program: &'p Program,
    goals: impl IntoIterator<Item = &'p Goal>,
) -> SortedSet<RuleId> {
    let (mut found, mut seen) = (SortedSet::new(), SortedSet::new());
    let mut waiting: Vec<&Goal> = goals.into_iter().collect();
    while let Some(goal) = waiting.pop() {
        goal.atoms(&mut |atom, _| {
            if !seen.insert(atom.predicate) {
                return;
            }
            match &program.predicate(atom.predicate).kind {
                PredicateKind::Extern(external) => {
                    for rule in external.asks.iter().flatten() {
                        if found.insert(*rule) {
                            waiting.extend(&program.rule(*rule).body);
                        }
                    }
                }
                PredicateKind::Derived(clauses) => {
                    waiting.extend(clauses.iter().flat_map(|clause| &clause.body))
                }
                PredicateKind::Aggregate(aggregate) => {
                    waiting.extend(&program.clause_of(aggregate).body);
                }
                PredicateKind::Equal
                | PredicateKind::Comparison(_)
                | PredicateKind::Facts(_)
                | PredicateKind::Action { .. } => {}
            }
        });
    }
    found
}
