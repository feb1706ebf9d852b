//! Converts the compiler's syntax tree to the clauses of the naive evaluator.
//!
//! A call such as `p(A)` within an argument becomes a literal, with a fresh variable for its value. Each occurrence
//! gets a literal of its own. The literal and the atom that uses the call are grouped, so that a negation applies to
//! both.

use blanche_compiler::syntax::ast;

use crate::clauses::{Aggregate, Atom, Body, Comparison, Literal, Sign, Sum, Term};
use crate::value::Value;

/// A clause that is being converted.
#[derive(Default)]
pub(crate) struct Reading {
    /// The names of its variables, indexed by their numbers.
    pub(crate) variables: Vec<String>,
    /// The literals of the calls that were converted since the last atom.
    pub(crate) called: Vec<Literal>,
}

impl Reading {
    pub(crate) fn branches(&mut self, written: &ast::Body) -> Body {
        let branches = written.branches.iter();
        branches.map(|branch| branch.iter().map(|written| self.literal(written)).collect()).collect()
    }

    fn literal(&mut self, written: &ast::Literal) -> Literal {
        let around = std::mem::take(&mut self.called);
        let plain = self.plain(&written.kind);
        let called = std::mem::replace(&mut self.called, around);
        let plain = match called.is_empty() {
            true => plain,
            false => Literal::Group(vec![called.into_iter().chain([plain]).collect()]),
        };
        match written.negations % 2 {
            0 => plain,
            _ => Literal::Not { body: vec![vec![plain]], shared: Vec::new() },
        }
    }

    fn plain(&mut self, written: &ast::LiteralKind) -> Literal {
        match written {
            ast::LiteralKind::Atom(written) => Literal::Atom(self.atom(written)),
            // `X ≠ Y` means `¬equal(X, Y)`, so a variable that occurs nowhere else belongs to the negation.
            ast::LiteralKind::Comparison(written) if written.operator == ast::Operator::Unequal => {
                let (left, right) = (self.sum(&written.left), self.sum(&written.right));
                let equal = Comparison { left, operator: ast::Operator::Equal, right };
                Literal::Not { body: vec![vec![Literal::Comparison(equal)]], shared: Vec::new() }
            }
            ast::LiteralKind::Comparison(written) => Literal::Comparison(Comparison {
                left: self.sum(&written.left),
                operator: written.operator,
                right: self.sum(&written.right),
            }),
            ast::LiteralKind::Aggregate(written) => Literal::Aggregate(Aggregate {
                function: written.function,
                of: written.of.iter().map(|name| self.variable(name)).collect(),
                body: self.branches(&written.body),
                operator: written.operator,
                right: self.sum(&written.right),
                shared: Vec::new(),
            }),
            ast::LiteralKind::After(after) => Literal::After {
                actions: after.actions.iter().map(|action| self.atom(action)).collect(),
                body: self.branches(&after.body),
                shared: Vec::new(),
            },
            ast::LiteralKind::Bracketed(inner) => Literal::Group(self.branches(inner)),
            ast::LiteralKind::Error => panic!("only programs without mistakes are evaluated"),
        }
    }

    fn atom(&mut self, written: &ast::Atom) -> Atom {
        Atom {
            predicate: written.predicate.text.clone(),
            arguments: written.arguments.iter().map(|argument| self.term(argument)).collect(),
        }
    }

    fn sum(&mut self, written: &ast::Sum) -> Sum {
        let summand = |summand: &ast::Summand| {
            let sign = if summand.is_taken_away { Sign::Minus } else { Sign::Plus };
            (sign, self.term(&summand.term))
        };
        written.summands.iter().map(summand).collect()
    }

    pub(crate) fn term(&mut self, written: &ast::Term) -> Term {
        match written {
            ast::Term::Constant(name) => Term::Constant(Value::read(&name.text)),
            ast::Term::Variable(name) => Term::Variable(self.variable(name)),
            ast::Term::Sum(written) => Term::Sum(self.sum(written)),
            ast::Term::Call(call) => {
                let mut arguments: Vec<Term> = call.arguments().iter().map(|term| self.term(term)).collect();
                let value = self.variables.len();
                self.variables.push(format!("value_{value}"));
                arguments.push(Term::Variable(value));
                let predicate = call.atom().predicate.text.clone();
                self.called.push(Literal::Atom(Atom { predicate, arguments }));
                Term::Variable(value)
            }
            ast::Term::Error(_) => panic!("only programs without mistakes are evaluated"),
        }
    }

    /// The number of a variable. A variable that has not occurred before gets a new number.
    fn variable(&mut self, name: &ast::Name) -> usize {
        let known = self.variables.iter().position(|variable| *variable == name.text);
        known.unwrap_or_else(|| {
            self.variables.push(name.text.clone());
            self.variables.len() - 1
        })
    }
}
