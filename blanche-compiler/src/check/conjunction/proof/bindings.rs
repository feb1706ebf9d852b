//! The variables of a proof, with a trail for backtracking.

use super::super::equality_classes::{EqualityClasses, Key};
use crate::program::{Program, SortId, Variable};

/// The state of a variable in a proof.
#[derive(Clone, Copy)]
enum Binding<'p> {
    /// The variable is bound to this key.
    Bound(Key<'p>),
    /// The variable is equal to the variable with this index.
    Same(usize),
    /// The variable is unbound, and may have any value of this sort.
    Open(SortId),
}

/// All variables of a proof, clause by clause.
pub(super) struct Variables<'p> {
    all: Vec<Binding<'p>>,
    /// Previous states of variables, for backtracking.
    trail: Vec<(usize, Binding<'p>)>,
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
        self.all.extend(variables.iter().map(|variable| Binding::Open(variable.sort)));
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
            Binding::Bound(key) => Some(key),
            _ => None,
        }
    }

    /// Binds a variable to a key. Returns `false` if the variable is bound to another key, or if the key may not belong
    /// to its sort.
    pub(super) fn bind(&mut self, variable: usize, key: Key<'p>, equalities: &EqualityClasses<'p>) -> bool {
        let root = self.root(variable);
        match self.all[root] {
            Binding::Bound(known) => known == key,
            Binding::Open(sort) => {
                let fits = equalities.is_of(key, sort);
                if fits {
                    self.set(root, Binding::Bound(key));
                }
                fits
            }
            Binding::Same(_) => false,
        }
    }

    /// Makes two unbound variables equal. Returns `false` if their sorts have no values in common.
    pub(super) fn unify(&mut self, head: usize, term: usize, program: &Program) -> bool {
        let (head, term) = (self.root(head), self.root(term));
        let (Binding::Open(one), Binding::Open(other)) = (self.all[head], self.all[term]) else {
            return false;
        };
        let Some(common) = program.common(one, other) else { return false };
        if head != term {
            self.set(term, Binding::Open(common));
            self.set(head, Binding::Same(term));
        }
        true
    }

    fn root(&self, mut variable: usize) -> usize {
        while let Binding::Same(other) = self.all[variable] {
            variable = other;
        }
        variable
    }

    fn set(&mut self, variable: usize, binding: Binding<'p>) {
        let before = std::mem::replace(&mut self.all[variable], binding);
        self.trail.push((variable, before));
    }
}
