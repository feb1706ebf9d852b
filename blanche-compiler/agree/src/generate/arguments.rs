//! Generates arguments in random programs: constants, bound variables and new variables.

use super::{Clause, Generator, Variable};

impl Generator {
    /// A bound variable of the sort. With a probability of `constants` percent, or if there is no such variable, a
    /// constant.
    pub(super) fn bound_argument(&mut self, sort: usize, bound: &[Variable], constants: usize) -> String {
        let same: Vec<&Variable> = bound.iter().filter(|variable| self.join(variable.sort, sort)).collect();
        if same.is_empty() || self.random.percent(constants) {
            return self.constant(sort);
        }
        self.random.choose(&same).name.clone()
    }

    /// Percentage of arguments that are new variables. It is higher if no bound variable has a suitable sort.
    pub(super) fn locals(&self, sort: usize, bound: &[Variable]) -> usize {
        if bound.iter().any(|variable| self.join(variable.sort, sort)) { 25 } else { 60 }
    }

    /// A constant for a clause. If a sort has a part, only constants of the part are used, since any argument may be
    /// restricted to the part by another literal.
    pub(super) fn constant(&mut self, sort: usize) -> String {
        let part = (0..self.sorts.len()).rfind(|part| self.sorts[*part].root == sort).unwrap_or(sort);
        self.stated(part)
    }

    /// A constant for a fact.
    pub(super) fn stated(&mut self, sort: usize) -> String {
        self.random.choose(&self.sorts[sort].constants).clone()
    }

    /// Whether a variable of one of the sorts can be an argument where the other sort is expected.
    pub(super) fn join(&self, one: usize, other: usize) -> bool {
        self.sorts[one].root == self.sorts[other].root
    }

    /// A new variable that occurs in no head: usually with an underscore, sometimes with a word that no sort declares.
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
