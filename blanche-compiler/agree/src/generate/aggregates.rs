//! Generates aggregates in random programs.

use super::{Clause, DEPTH, Generator, Literal, Said, Variable, not, yes};
use crate::sketch::body_text;

/// Percentage of aggregates whose variables occur only within another aggregate or its negation.
const NESTED: usize = 25;

impl Generator {
    /// Generates an aggregate, compared with a number, a bound variable, or a new variable.
    pub(super) fn aggregate(&mut self, clause: &mut Clause, bound: &mut Vec<Variable>) -> Literal {
        // An aggregate must not contain the predicate being generated, and variables that occur only inside it must be
        // local.
        let recursive = std::mem::take(&mut self.recursive);
        let names = std::mem::replace(&mut clause.names, false);
        let mut of: Vec<Variable> = Vec::new();
        for _ in 0..*self.random.choose(&[1, 1, 1, 2]) {
            let sort = self.random.below(self.sorts.len());
            of.push(self.variable(sort, false, clause));
        }
        // The body is small, because the naive evaluator tries all values.
        let body = vec![match self.random.percent(NESTED) {
            true => vec![self.around_another(clause, bound, &of)],
            false => self.conjunction(clause, &mut bound.clone(), &of, 1, DEPTH),
        }];
        (self.recursive, clause.names) = (recursive, names);
        let first = of[0].sort;
        let function = match self.counts(first) {
            true => *self.random.choose(&["count", "count", "sum", "min", "max"]),
            false => "count",
        };
        let of_first = matches!(function, "min" | "max");
        let numbers: Vec<usize> = (0..self.sorts.len()).filter(|sort| self.counts(*sort)).collect();
        let same: Vec<String> = bound
            .iter()
            .filter(|variable| !variable.name.starts_with('X'))
            .filter(
                |variable| {
                    if of_first { self.join(variable.sort, first) } else { self.counts(variable.sort) }
                },
            )
            .map(|variable| variable.name.clone())
            .collect();
        let mut operator = *self.random.choose(&["=", "=", "≠", "<", "≤", ">", "≥"]);
        let right = match self.random.below(3) {
            0 if !same.is_empty() => self.random.choose(&same).clone(),
            1 if !numbers.is_empty() => {
                operator = "=";
                let sort = if of_first { first } else { *self.random.choose(&numbers) };
                let result = self.variable(sort, false, clause);
                bound.push(result.clone());
                result.name
            }
            _ if of_first => self.constant(first),
            _ => self.random.below(4).to_string(),
        };
        let of: Vec<&str> = of.iter().map(|variable| variable.name.as_str()).collect();
        let is_bound = operator == "=" && bound.last().is_some_and(|last| last.name == right);
        let said = Said::Atom(format!(
            "{function} {} ({}) {operator} {right}",
            of.join(", "),
            body_text(&body, " ")
        ));
        if !is_bound && self.random.percent(20) { not(said) } else { yes(said) }
    }

    /// Generates a `count` over another variable. This literal is the only one that contains the variables `of`.
    fn around_another(&mut self, clause: &mut Clause, bound: &[Variable], of: &[Variable]) -> Literal {
        let sort = self.random.below(self.sorts.len());
        let other = self.variable(sort, false, clause);
        let wanted = [of, std::slice::from_ref(&other)].concat();
        let body = vec![self.conjunction(clause, &mut bound.to_vec(), &wanted, 1, DEPTH)];
        let (operator, number) = (*self.random.choose(&["=", "≠", "<", "≥"]), self.random.below(3));
        let said =
            Said::Atom(format!("count {} ({}) {operator} {number}", other.name, body_text(&body, " ")));
        if self.random.percent(40) { not(said) } else { yes(said) }
    }
}
