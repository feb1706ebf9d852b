//! Generates comparisons and sums in random programs.

use super::{Clause, Generator, Literal, Said, Variable, not, yes};

impl Generator {
    /// Generates a comparison of bound variables, or an equation that gives a new variable the value of a sum. `None`
    /// if there is no bound variable of a suitable sort.
    pub(super) fn comparison(&mut self, clause: &mut Clause, bound: &mut Vec<Variable>) -> Option<Literal> {
        let of_host = |sort: usize| self.moves && sort == 0;
        let able: Vec<Variable> = bound
            .iter()
            .filter(|variable| !variable.name.starts_with('X') && !of_host(self.sorts[variable.sort].root))
            .cloned()
            .collect();
        if able.is_empty() {
            return None;
        }
        let first = self.random.choose(&able).clone();
        let operator = *self.random.choose(&["=", "≠", "<", "≤", ">", "≥", "!=", "<="]);
        if !self.counts(first.sort) {
            let other = self.bound_argument(first.sort, bound, 30);
            return Some(yes(Said::Atom(format!("{} {operator} {other}", first.name))));
        }
        let numbers: Vec<Variable> = able.into_iter().filter(|variable| self.counts(variable.sort)).collect();
        if self.random.percent(40) {
            // The new variable may be on either side.
            let given = self.variable(first.sort, false, clause);
            let sum = self.sum(&numbers, &first.name);
            let sides = match self.random.below(3) {
                0 => format!("{} = {sum}", given.name),
                1 => format!("{sum} = {}", given.name),
                _ => format!("{} + {} = {sum}", given.name, self.random.between(1, 2)),
            };
            bound.push(given);
            return Some(yes(Said::Atom(sides)));
        }
        let (left, right) = (self.sum(&numbers, &first.name), self.random.choose(&numbers).name.clone());
        let right = match (self.random.percent(50), left == first.name) {
            (true, _) => self.sum(&numbers, &right),
            (false, true) => self.constant(first.sort),
            (false, false) => (self.random.below(5) as i64 - 1).to_string(),
        };
        let said = Said::Atom(format!("{left} {operator} {right}"));
        Some(if self.random.percent(20) { not(said) } else { yes(said) })
    }

    /// Generates a sum that begins with `first`, a number or a variable.
    pub(super) fn sum(&mut self, numbers: &[Variable], first: &str) -> String {
        let mut sum = first.to_owned();
        for _ in 0..*self.random.choose(&[0, 0, 1, 1, 2]) {
            let next = match self.random.percent(40) {
                true => self.random.choose(numbers).name.clone(),
                false => self.random.between(1, 2).to_string(),
            };
            sum = format!("{sum} {} {next}", self.random.choose(&["+", "-"]));
        }
        sum
    }
}
