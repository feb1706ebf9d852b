//! The recursive components of a program.
//!
//! A recursive component is a set of predicates that all depend on each other. The predicates are the least relations
//! that satisfy all clauses of the component together. Literals after actions refer to another position and are
//! ignored.

use blanche_sorted::{Arrange, SortedMap};

use super::{Clause, Goal, PredicateId, PredicateKind, Program};
use crate::scc::strongly_connected_components;

/// The id of a recursive component: its index among the components of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(pub u32);

/// The recursive predicates of a program, each with its recursive component.
#[derive(Clone, Debug, Default)]
pub struct Recursion {
    components: SortedMap<PredicateId, ComponentId>,
}

impl Recursion {
    /// Computes the recursive components of a program.
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

    /// The recursive component of a predicate; `None` if the predicate is not recursive.
    pub fn component(&self, predicate: PredicateId) -> Option<ComponentId> {
        self.components.get(&predicate).copied()
    }

    /// Whether some of these goals depend on a predicate of the component. Literals after actions do not count, since
    /// they refer to another position.
    pub fn asks(&self, goals: &[Goal], component: ComponentId) -> bool {
        let mut asks = false;
        each_in_same_position(goals, &mut |id| asks |= self.component(id) == Some(component));
        asks
    }
}

/// The predicates on which some clauses depend in the same position. Literals after actions do not count.
fn needed(clauses: &[Clause]) -> Vec<usize> {
    let mut needed = Vec::new();
    clauses.iter().for_each(|clause| each_in_same_position(&clause.body, &mut |id| needed.push(id.index())));
    needed.arrange();
    needed.dedup();
    needed
}

/// Calls `each` with the predicates that goals query in the same position. Literals after actions are left out.
pub(crate) fn each_in_same_position(goals: &[Goal], each: &mut dyn FnMut(PredicateId)) {
    for goal in goals {
        match goal {
            Goal::Atom(atom) => each(atom.predicate),
            Goal::Not(goals, _) => each_in_same_position(goals, each),
            Goal::Any(branches, _) => branches.iter().for_each(|branch| each_in_same_position(branch, each)),
            Goal::After(..) => {}
        }
    }
}
