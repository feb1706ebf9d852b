//! The variables of a proof: what is known of those that some value must be found for, so that it can be taken back.

use super::super::places::{Key, Places};
use crate::program::{Program, SortId, Variable};

/// What is known of a variable that some value must be found for.
#[derive(Clone, Copy)]
enum Sought<'p> {
    /// It stands for this.
    Known(Key<'p>),
    /// It is another one.
    Same(usize),
    /// Any value of this sort will do.
    Open(SortId),
}

/// All variables of a proof, those of one clause after those of another.
pub(super) struct Variables<'p> {
    all: Vec<Sought<'p>>,
    /// What variables were before, so that a choice can be taken back.
    trail: Vec<(usize, Sought<'p>)>,
}

impl<'p> Variables<'p> {
    pub(super) fn new() -> Variables<'p> {
        Variables { all: Vec::new(), trail: Vec::new() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The variables of a clause, of which nothing is known yet.
    pub(super) fn enter(&mut self, variables: &[Variable]) {
        self.all.extend(variables.iter().map(|variable| Sought::Open(variable.sort)));
    }

    /// Forgets all but the first of them.
    pub(super) fn leave(&mut self, count: usize) {
        self.all.truncate(count);
    }

    /// Where the trail stands.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what was found since the trail stood there.
    pub(super) fn undo(&mut self, mark: usize) {
        for (variable, before) in self.trail.drain(mark..).rev() {
            self.all[variable] = before;
        }
    }

    /// What a variable stands for, if that is known.
    pub(super) fn key(&self, variable: usize) -> Option<Key<'p>> {
        match self.all[self.root(variable)] {
            Sought::Known(key) => Some(key),
            _ => None,
        }
    }

    /// Lets a variable stand for something, if that is certainly of its sort.
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

    /// Lets two variables of which nothing is known be the same, if their sorts have values in common.
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
