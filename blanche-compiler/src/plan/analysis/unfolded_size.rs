//! Computes the sizes of fully unfolded clause bodies. A body above a size limit is called instead of unfolded, so that
//! it is planned only once even if it is used often.
//!
//! The size of a body is its number of literals and negations. Sizes are computed once for all clauses, callees
//! first.

use crate::plan::params::MAX_UNFOLDED_SIZE;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::program::{Goal, PredicateId, PredicateKind, Program, each_in_same_position};

/// The clauses that may be unfolded.
pub(crate) struct Sizes {
    /// For each derived predicate, the size of its largest body that may be unfolded, and for each of its clauses,
    /// whether it may be unfolded.
    derived: HashMap<PredicateId, (usize, Vec<bool>)>,
}

impl Sizes {
    pub(crate) fn new(program: &Program) -> Sizes {
        let mut sizes = Sizes { derived: HashMap::new() };
        for at in 0..program.predicates.len() {
            sizes.add(program, PredicateId(at as u32));
        }
        sizes
    }

    /// Whether a clause of a predicate may be unfolded.
    pub(crate) fn unfolds(&self, predicate: PredicateId, clause: usize) -> bool {
        self.derived.get(&predicate).is_some_and(|(_, unfolds)| unfolds[clause])
    }

    /// Computes the sizes for a predicate, callees first. Recursion through an action counts as a call.
    fn add(&mut self, program: &Program, predicate: PredicateId) {
        let mut waiting = vec![(predicate, false)];
        while let Some((id, ready)) = waiting.pop() {
            let PredicateKind::Derived(clauses) = &program.predicate(id).kind else { continue };
            if ready {
                let sizes: Vec<usize> = clauses.iter().map(|clause| self.all(&clause.body)).collect();
                let unfolds: Vec<bool> = sizes.iter().map(|size| *size <= MAX_UNFOLDED_SIZE).collect();
                let largest = sizes.into_iter().filter(|size| *size <= MAX_UNFOLDED_SIZE).max().unwrap_or(0);
                self.derived.insert(id, (largest, unfolds));
            } else if let Entry::Vacant(place) = self.derived.entry(id) {
                place.insert((0, vec![false; clauses.len()]));
                waiting.push((id, true));
                let bodies = clauses.iter().map(|clause| &clause.body);
                bodies.for_each(|body| {
                    each_in_same_position(body, &mut |needed| waiting.push((needed, false)))
                });
            }
        }
    }

    fn all(&self, goals: &[Goal]) -> usize {
        goals.iter().map(|goal| self.size(goal)).sum()
    }

    fn size(&self, goal: &Goal) -> usize {
        match goal {
            Goal::Atom(atom) if atom.is_added => 0,
            Goal::Atom(atom) => 1 + self.derived.get(&atom.predicate).map_or(0, |(largest, _)| *largest),
            Goal::Not(goals, _) => 1 + self.all(goals),
            // Each unfolding creates a separate routine for the branches.
            Goal::Any(branches, _) => 1 + branches.iter().map(|branch| self.all(branch)).sum::<usize>(),
            // The goals after an action become a single routine, even if the clause that contains them is unfolded
            // several times.
            Goal::After(..) => 1,
        }
    }
}
