//! Counts the occurrences of variables in goals.

use blanche_sorted::{SortedMap, SortedSet};

use super::{Clause, Goal, Rule, Term, Variable, VariableId};
use crate::files::Span;

/// Number of occurrences of each variable in a clause or rule. This includes the head of a clause and the answer of a
/// rule.
pub type Occurrences = SortedMap<VariableId, usize>;

/// Counts the occurrences of variables in some goals.
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

/// Counts the occurrences of variables in a clause, including its head.
pub fn clause_occurrences(clause: &Clause) -> Occurrences {
    let mut count = occurrences(&clause.body);
    for variable in variables(&clause.head) {
        *count.entry(variable).or_default() += 1;
    }
    count
}

/// Counts the occurrences of variables in a rule. A variable of the answer counts as one more occurrence.
pub fn rule_occurrences(rule: &Rule) -> Occurrences {
    let mut count = occurrences(&rule.body);
    for variable in &rule.answer {
        *count.entry(*variable).or_default() += 1;
    }
    count
}

/// Makes a clause of some goals of another clause. The new clause has only the variables of these goals and of the
/// head, in the same order.
pub(crate) fn own_clause(
    head: &[Term],
    known: &[Variable],
    goals: &[Goal],
    span: Span,
    text: String,
) -> Clause {
    let own: SortedSet<VariableId> = occurrences(goals).into_keys().chain(variables(head)).collect();
    let numbers: SortedMap<VariableId, VariableId> = own.iter().copied().zip((0..).map(VariableId)).collect();
    let head = variables(head).map(|id| Term::Variable(numbers[&id])).collect();
    let mut body = goals.to_vec();
    body.iter_mut().for_each(|goal| goal.replace(&|id| Term::Variable(numbers[&id])));
    let variables = own.iter().map(|id| known[id.index()].clone()).collect();
    Clause { head, variables, body, span, text }
}

/// The variables among some arguments, in the order of the arguments.
pub fn variables(terms: &[Term]) -> impl Iterator<Item = VariableId> + '_ {
    terms.iter().filter_map(|term| match term {
        Term::Variable(id) => Some(*id),
        Term::Constant(_) | Term::Host(..) => None,
    })
}
