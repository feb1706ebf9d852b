//! The variables of a proof, with a trail for backtracking.

use super::super::places::{Key, Places};
use crate::program::{Program, SortId, Variable};

/// The state of a variable in a proof.
#[derive(Clone, Copy)]
enum Sought<'p> {
    /// Bound to this key.
    Known(Key<'p>),
    /// Equal to another variable, given by its index.
    Same(usize),
    /// Unbound: any value of this sort is possible.
    Open(SortId),
}

/// All variables of a proof, clause by clause.
pub(super) struct Variables<'p> {
    all: Vec<Sought<'p>>,
    /// Previous states of variables, for backtracking.
    trail: Vec<(usize, Sought<'p>)>,
}

impl<'p> Variables<'p> {
    pub(super) fn new() -> Variables<'p> {
        Variables { all: Vec::new(), trail: Vec::new() }
    }

    /// Number of variables.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Adds the variables of a clause, all unbound.
    pub(super) fn enter(&mut self, variables: &[Variable]) {
        self.all.extend(variables.iter().map(|variable| Sought::Open(variable.sort)));
    }

    /// Removes all but the first `count` variables.
    pub(super) fn leave(&mut self, count: usize) {
        self.all.truncate(count);
    }

    /// The current position of the trail.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Backtracks to a position of the trail.
    pub(super) fn undo(&mut self, mark: usize) {
        for (variable, before) in self.trail.drain(mark..).rev() {
            self.all[variable] = before;
        }
    }

    /// The key of a variable, if it is bound.
    pub(super) fn key(&self, variable: usize) -> Option<Key<'p>> {
        match self.all[self.root(variable)] {
            Sought::Known(key) => Some(key),
            _ => None,
        }
    }

    /// Binds a variable, if the key is certainly of its sort. Returns `false` otherwise.
    pub(super) fn give(&mut self, variable: usize, key: Key<'p>, places: &Places<'p>) -> bool {
        let root = self.root(variable);
        match self.all[root] {
            Sought::Known(known) => known == key,
            Sought::Open(sort) => {
                let fits = places.is_of(key, sort);
                if fits {
                    self.set(root, Sought::Known(key));
                }
                fits
            }
            Sought::Same(_) => false,
        }
    }

    /// Makes two unbound variables equal, if their sorts have values in common. Returns `false` otherwise.
    pub(super) fn join(&mut self, head: usize, term: usize, program: &Program) -> bool {
        let (head, term) = (self.root(head), self.root(term));
        let (Sought::Open(one), Sought::Open(other)) = (self.all[head], self.all[term]) else {
            return false;
        };
        let Some(common) = program.common(one, other) else { return false };
        if head != term {
            self.set(term, Sought::Open(common));
            self.set(head, Sought::Same(term));
        }
        true
    }

    fn root(&self, mut variable: usize) -> usize {
        while let Sought::Same(other) = self.all[variable] {
            variable = other;
        }
        variable
    }

    fn set(&mut self, variable: usize, sought: Sought<'p>) {
        let before = std::mem::replace(&mut self.all[variable], sought);
        self.trail.push((variable, before));
    }
}
