//! Literals of a resolved program in the author's words, with values in place of the variables that have some.

use crate::program::{Atom, Goal, PredicateKind, Program, Term, Variable, VariableId};

/// Prints the literals of one clause.
pub struct Literals<'a> {
    /// The program.
    pub program: &'a Program,
    /// The variables of the clause.
    pub variables: &'a [Variable],
    /// How the value of a variable is written, if it has one.
    pub value: &'a dyn Fn(VariableId) -> Option<String>,
}

impl<'a> Literals<'a> {
    /// As they stand in the text.
    pub(crate) fn written(program: &'a Program, variables: &'a [Variable]) -> Literals<'a> {
        Literals { program, variables, value: &|_| None }
    }

    /// `in(h8, Group_)`
    pub fn atom(&self, atom: &Atom) -> String {
        let predicate = self.program.predicate(atom.predicate);
        if atom.arguments.is_empty() {
            return predicate.name.clone();
        }
        let argument = |(at, term): (usize, &Term)| match term {
            Term::Variable(id) => {
                (self.value)(*id).unwrap_or_else(|| self.variables[id.index()].name.clone())
            }
            Term::Host(_, text) => text.clone(),
            Term::Constant(value) => {
                let sort = match predicate.kind {
                    PredicateKind::Equal => atom.compared,
                    _ => predicate.known_sort(at),
                };
                let text = |sort| self.program.sort(self.program.sort(sort).root).text(*value);
                sort.map_or_else(|| value.to_string(), text)
            }
        };
        let arguments: Vec<String> = atom.arguments.iter().enumerate().map(argument).collect();
        if let PredicateKind::Comparison(comparison) = &predicate.kind {
            let (text, left) = (comparison.text(&arguments), comparison.left_text(&arguments));
            // What says what a sum is that stands as an argument is that sum.
            let says_itself = arguments.last().is_some_and(|last| *last == left && last.contains(' '));
            return if says_itself { left } else { text };
        }
        format!("{}({})", predicate.name, arguments.join(", "))
    }

    /// A literal.
    pub fn goal(&self, goal: &Goal) -> String {
        match goal {
            Goal::Atom(atom) => self.atom(atom),
            Goal::Not(inner, _) => match inner.as_slice() {
                [Goal::Atom(_) | Goal::After(..)] => format!("¬{}", self.goals(inner)),
                _ => format!("¬({})", self.goals(inner)),
            },
            Goal::After(actions, inner, _) => format!("{} ({})", self.actions(actions), self.goals(inner)),
            Goal::Any(branches, _) => {
                let branches: Vec<String> = branches.iter().map(|branch| self.goals(branch)).collect();
                format!("({})", branches.join(" ; "))
            }
        }
    }

    /// A conjunction.
    pub fn goals(&self, goals: &[Goal]) -> String {
        let texts: Vec<String> = goals.iter().map(|goal| self.goal(goal)).collect();
        texts.join(", ")
    }

    /// `after place(white, Field1), place(black, Field2):`
    pub fn actions(&self, actions: &[Atom]) -> String {
        let actions: Vec<String> = actions.iter().map(|action| self.atom(action)).collect();
        format!("after {}:", actions.join(", "))
    }
}
