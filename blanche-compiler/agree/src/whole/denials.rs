//! Negations in random bodies, in the shapes that planner passes optimise: chains that lead away from bound variables,
//! universal conditions, two values of one kind, and variations of an earlier negation.

use super::Generator;
use super::bodies::{Scope, one_of};
use super::text::{Literal, Said, Term, Variable, not, yes};

/// Maximum nesting depth of negations.
const DEPTH: usize = 2;

impl Generator {
    /// Generates a negation over bound variables and local variables.
    pub(super) fn denial(&mut self, scope: &mut Scope, depth: usize) -> Literal {
        let shapes = if depth < DEPTH { 6 } else { 2 };
        not(self.in_inner_scope(scope, |generator, scope| match generator.random.below(shapes) {
            0 => generator.positive(scope).said,
            1 => generator.unequal(scope),
            2 => generator.chain(scope, depth),
            3 => generator.of_everything(scope, depth),
            4 => generator.two_of_a_kind(scope),
            _ => Said::Group(vec![vec![generator.positive(scope)], generator.links(scope, 1)]),
        }))
    }

    fn unequal(&mut self, scope: &mut Scope) -> Said {
        let Some(one) = one_of(&mut self.random, &scope.bound).cloned() else {
            return self.positive(scope).said;
        };
        let others: Vec<Variable> = scope
            .bound
            .iter()
            .filter(|other| **other != one && self.join(other.sort, one.sort))
            .cloned()
            .collect();
        let other = match one_of(&mut self.random, &others) {
            Some(other) => Term::Variable(other.clone()),
            None => Term::Constant(self.stated(one.sort)),
        };
        Said::Atom("equal".to_owned(), vec![Term::Variable(one), other])
    }

    /// Generates literals. Each of them shares a variable with an earlier literal.
    fn links(&mut self, scope: &mut Scope, most: usize) -> Vec<Literal> {
        (0..self.random.between(1, most)).map(|_| self.positive(scope)).collect()
    }

    /// A chain of up to four literals, perhaps with a negation at its end.
    fn chain(&mut self, scope: &mut Scope, depth: usize) -> Said {
        let mut literals = self.links(scope, 4);
        if self.random.percent(35) {
            literals.push(self.denial(scope, depth + 1));
        }
        if self.random.percent(20) {
            literals.push(not(self.unequal(scope)));
        }
        Said::Group(vec![literals])
    }

    /// The negated body of a universal condition: `¬(p(X_), ¬q(X_))` means that every `p` is a `q`.
    fn of_everything(&mut self, scope: &mut Scope, depth: usize) -> Said {
        let outer = scope.bound.clone();
        let mut literals = self.links(scope, 2);
        let new: Vec<Variable> =
            scope.bound.iter().filter(|variable| !outer.contains(variable)).cloned().collect();
        let inner = match one_of(&mut self.random, &new).cloned() {
            // The inner condition contains only this variable and the outer variables.
            Some(variable) if self.random.percent(60) => {
                scope.bound = outer.into_iter().chain([variable]).collect();
                self.positive(scope)
            }
            _ => self.positive(scope),
        };
        let mut denied = vec![inner];
        if self.random.percent(25) {
            denied.push(self.positive(scope));
        }
        if depth + 1 < DEPTH && self.random.percent(20) {
            denied.push(self.denial(scope, depth + 1));
        }
        literals.push(not(Said::Group(vec![denied])));
        Said::Group(vec![literals])
    }

    /// A body that asks for two different values with the same properties.
    fn two_of_a_kind(&mut self, scope: &mut Scope) -> Said {
        let before = scope.bound.clone();
        let literals = self.links(scope, 2);
        let own: Vec<Variable> =
            scope.bound.iter().filter(|variable| !before.contains(variable)).cloned().collect();
        let Some(first) = one_of(&mut self.random, &own).cloned() else {
            return Said::Group(vec![literals]);
        };
        let second = self.variable(first.sort, false, scope);
        let mut all = literals.clone();
        for mut literal in literals {
            let mut speaks = false;
            literal.each_term(&mut |term| {
                if matches!(term, Term::Variable(variable) if *variable == first) {
                    *term = Term::Variable(second.clone());
                    speaks = true;
                }
            });
            if speaks {
                all.push(literal);
            }
        }
        let terms = vec![Term::Variable(first), Term::Variable(second)];
        if self.random.percent(85) {
            all.push(not(Said::Atom("equal".to_owned(), terms)));
        }
        Said::Group(vec![all])
    }

    /// A variation of a negation, with other local variables. Some of these variables are replaced by bound variables
    /// or constants, and a literal may be added or removed.
    pub(super) fn varied(&mut self, denial: &Literal, scope: &mut Scope) -> Literal {
        let mut other = denial.clone();
        self.rename_locals(&mut other, scope, 25);
        if let Said::Group(branches) = &mut other.said {
            let branch = self.random.below(branches.len());
            let branch = &mut branches[branch];
            if branch.len() > 1 && self.random.percent(20) {
                let gone = self.random.below(branch.len());
                branch.remove(gone);
            } else if self.random.percent(15) {
                let before = scope.bound.clone();
                branch.push(yes(self.positive(scope).said));
                scope.bound = before;
            }
        }
        other
    }
}
