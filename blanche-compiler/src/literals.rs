//! Literals of a resolved program in the author's words.

use crate::program::{Atom, Goal, PredicateKind, Program, Term, Variable};

/// A literal in the author's words.
pub(crate) fn print_atom(program: &Program, atom: &Atom, variables: &[Variable]) -> String {
    let predicate = program.predicate(atom.predicate);
    if atom.arguments.is_empty() {
        return predicate.name.clone();
    }
    let arguments: Vec<String> = atom
        .arguments
        .iter()
        .enumerate()
        .map(|(at, term)| match term {
            Term::Variable(id) => variables[id.index()].name.clone(),
            Term::Host(_, text) => text.clone(),
            Term::Constant(value) => {
                let sort = match &predicate.kind {
                    PredicateKind::Equal => atom.compared,
                    _ => Some(predicate.sort(at)),
                };
                sort.map_or_else(
                    || value.to_string(),
                    |sort| {
                        let sort = program.sort(program.sort(sort).root);
                        sort.text(*value)
                    },
                )
            }
        })
        .collect();
    format!("{}({})", predicate.name, arguments.join(", "))
}

/// A conjunction in the author's words.
pub(crate) fn print_goals(program: &Program, goals: &[Goal], variables: &[Variable]) -> String {
    let texts: Vec<String> = goals
        .iter()
        .map(|goal| match goal {
            Goal::Atom(atom) => print_atom(program, atom, variables),
            Goal::Not(inner, _) => match inner.as_slice() {
                [Goal::Atom(_) | Goal::After(..)] => format!("¬{}", print_goals(program, inner, variables)),
                _ => format!("¬({})", print_goals(program, inner, variables)),
            },
            Goal::After(actions, inner, _) => {
                format!(
                    "{} ({})",
                    print_actions(program, actions, variables),
                    print_goals(program, inner, variables)
                )
            }
            Goal::Any(branches, _) => {
                let branches: Vec<String> =
                    branches.iter().map(|branch| print_goals(program, branch, variables)).collect();
                format!("({})", branches.join(" ; "))
            }
        })
        .collect();
    texts.join(", ")
}

/// `after place(white, Field1), place(black, Field2):`
pub(crate) fn print_actions(program: &Program, actions: &[Atom], variables: &[Variable]) -> String {
    let actions: Vec<String> = actions.iter().map(|action| print_atom(program, action, variables)).collect();
    format!("after {}:", actions.join(", "))
}
