//! Which predicates need themselves: the recursive components of a program.
//!
//! A predicate of a component is the least relation that satisfies all clauses of the component together. What is asked after
//! actions is asked in another position and counts for nothing here.

use std::collections::BTreeMap;

use super::{Clause, Goal, PredicateId, PredicateKind, Program};
use crate::scc::strongly_connected_components;

/// A recursive component, by its place among those of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(pub u32);

/// The predicates of a program that need themselves, each with its component.
#[derive(Clone, Debug, Default)]
pub struct Recursion {
    components: BTreeMap<PredicateId, ComponentId>,
}

impl Recursion {
    /// Finds them.
    pub fn of(program: &Program) -> Recursion {
        let needed = |at: usize| match &program.predicates[at].kind {
            PredicateKind::Derived(clauses) => needed(clauses),
            PredicateKind::Aggregate(aggregate) => vec![aggregate.of.index()],
            _ => Vec::new(),
        };
        let successors: Vec<Vec<usize>> = (0..program.predicates.len()).map(needed).collect();
        let sets = strongly_connected_components(&successors);
        let is_recursive = |set: &&Vec<usize>| set.len() > 1 || successors[set[0]].contains(&set[0]);
        let components = sets.iter().filter(is_recursive).zip((0..).map(ComponentId));
        let members = components.flat_map(|(set, id)| set.iter().map(move |at| (*at, id)));
        Recursion { components: members.map(|(at, id)| (PredicateId(at as u32), id)).collect() }
    }

    /// The component of a predicate that needs itself.
    pub fn component(&self, predicate: PredicateId) -> Option<ComponentId> {
        self.components.get(&predicate).copied()
    }

    /// Whether some goals ask a predicate of a component in the same position.
    pub fn asks(&self, goals: &[Goal], component: ComponentId) -> bool {
        let mut asks = false;
        each_asked_here(goals, &mut |id| asks |= self.component(id) == Some(component));
        asks
    }
}

/// The predicates that some clauses need in the same position.
fn needed(clauses: &[Clause]) -> Vec<usize> {
    let mut needed = Vec::new();
    clauses.iter().for_each(|clause| each_asked_here(&clause.body, &mut |id| needed.push(id.index())));
    needed.sort_unstable();
    needed.dedup();
    needed
}

/// Calls `each` with the predicates that goals ask in the same position: before any action.
pub(crate) fn each_asked_here(goals: &[Goal], each: &mut dyn FnMut(PredicateId)) {
    for goal in goals {
        match goal {
            Goal::Atom(atom) => each(atom.predicate),
            Goal::Not(goals, _) => each_asked_here(goals, each),
            Goal::Any(branches, _) => branches.iter().for_each(|branch| each_asked_here(branch, each)),
            Goal::After(..) => {}
        }
    }
}
