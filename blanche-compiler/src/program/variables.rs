//! Which variables stand in goals, and how often.

use std::collections::{BTreeMap, BTreeSet};

use super::{Clause, Goal, Rule, Term, Variable, VariableId};
use crate::files::Span;

/// How often each variable occurs in a clause; the head of a clause and the answer of a rule count.
pub type Occurrences = BTreeMap<VariableId, usize>;

/// Counts the variables of some goals.
pub fn occurrences<'g>(goals: impl IntoIterator<Item = &'g Goal>) -> Occurrences {
    let mut count = Occurrences::new();
    for goal in goals {
        goal.atoms(&mut |atom, _| {
            for variable in variables(&atom.arguments) {
                *count.entry(variable).or_default() += 1;
            }
        });
    }
    count
}

/// The variables of a clause, its head included.
pub fn clause_occurrences(clause: &Clause) -> Occurrences {
    let mut count = occurrences(&clause.body);
    for variable in variables(&clause.head) {
        *count.entry(variable).or_default() += 1;
    }
    count
}

/// The variables of a rule; those of its answer occur once more.
pub fn rule_occurrences(rule: &Rule) -> Occurrences {
    let mut count = occurrences(&rule.body);
    for variable in &rule.answer {
        *count.entry(*variable).or_default() += 1;
    }
    count
}

/// Some goals of a clause as a clause of their own, with the variables that stand in them and in its head, in their order.
pub(crate) fn own_clause(
    head: &[Term],
    known: &[Variable],
    goals: &[Goal],
    span: Span,
    text: String,
) -> Clause {
    let own: BTreeSet<VariableId> = occurrences(goals).into_keys().chain(variables(head)).collect();
    let numbers: BTreeMap<VariableId, VariableId> = own.iter().copied().zip((0..).map(VariableId)).collect();
    let head = variables(head).map(|id| Term::Variable(numbers[&id])).collect();
    let mut body = goals.to_vec();
    body.iter_mut().for_each(|goal| goal.replace(&|id| Term::Variable(numbers[&id])));
    let variables = own.iter().map(|id| known[id.index()].clone()).collect();
    Clause { head, variables, body, span, text }
}

/// The variables among some arguments.
pub fn variables(terms: &[Term]) -> impl Iterator<Item = VariableId> + '_ {
    terms.iter().filter_map(|term| match term {
        Term::Variable(id) => Some(*id),
        Term::Constant(_) | Term::Host(..) => None,
    })
}
