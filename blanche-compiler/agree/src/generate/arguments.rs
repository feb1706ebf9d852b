//! Arguments in random programs: constants, bound variables and new ones.

use super::{Clause, Generator, Variable};

impl Generator {
    /// A bound variable of the sort; a constant if there is none, or in so many of a hundred cases.
    pub(super) fn bound_argument(&mut self, sort: usize, bound: &[Variable], constants: usize) -> String {
        let same: Vec<&Variable> = bound.iter().filter(|variable| self.join(variable.sort, sort)).collect();
        if same.is_empty() || self.random.percent(constants) {
            return self.constant(sort);
        }
        self.random.choose(&same).name.clone()
    }

    /// In how many of a hundred cases an argument is a new variable: more often if there is no other one.
    pub(super) fn locals(&self, sort: usize, bound: &[Variable]) -> usize {
        if bound.iter().any(|variable| self.join(variable.sort, sort)) { 25 } else { 60 }
    }

    /// A constant of a clause. Where a sort has a part, only constants of the part are written: any place may
    /// turn out to be of the part.
    pub(super) fn constant(&mut self, sort: usize) -> String {
        let part = (0..self.sorts.len()).rfind(|part| self.sorts[*part].root == sort).unwrap_or(sort);
        self.stated(part)
    }

    /// A constant of a fact.
    pub(super) fn stated(&mut self, sort: usize) -> String {
        self.random.choose(&self.sorts[sort].constants).clone()
    }

    /// A variable of the one sort can stand at a place of the other.
    pub(super) fn join(&self, one: usize, other: usize) -> bool {
        self.sorts[one].root == self.sorts[other].root
    }

    /// A new variable that stands in no head: mostly with an underscore, now and then with a word that no sort
    /// declares.
    pub(super) fn local(&mut self, sort: usize, clause: &mut Clause) -> Variable {
        let named = clause.names && self.random.percent(20);
        let mut variable = self.variable(sort, named, clause);
        if self.random.percent(8) {
            variable.name = variable.name.replace(self.sorts[sort].word, "X");
        }
        variable
    }

    pub(super) fn variable(&mut self, sort: usize, named: bool, clause: &mut Clause) -> Variable {
        clause.variables += 1;
        let underscore = if named { "" } else { "_" };
        Variable { name: format!("{}{underscore}{}", self.sorts[sort].word, clause.variables), sort }
    }
}
