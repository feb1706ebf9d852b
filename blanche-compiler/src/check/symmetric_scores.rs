//! `B0611`: a score that is symmetric in two of its variables, so that it counts every pair twice.
//!
//! For rules this is not reported, because it costs nothing to find a pair in both orders, and explanations of a rule
//! show both.

use super::Items;
use super::body_equivalence::{Shape, SymmetricPredicates, equal};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{EQUAL, Goal, Program, Rule, RuleKind, Term, VariableId};

/// Maximum number of variables of a score to check.
const MAX_VARIABLES: usize = 16;

/// Reports scores that count pairs twice.
pub(super) fn check(program: &Program, items: &Items<'_>, alike: &SymmetricPredicates) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for texts in program.rules.chunk_by(|one, next| one.span == next.span) {
        let rule = &texts[0];
        if !matches!(rule.kind, RuleKind::Score(_)) || rule.answer.len() > MAX_VARIABLES {
            continue;
        }
        if let Some((one, other)) =
            pairs(rule).find(|pair| texts.iter().all(|rule| is_symmetric(rule, *pair, alike)))
        {
            found.push(message(rule, (one, other), items));
        }
    }
    found
}

/// Pairs of answer variables that have the same sort and are not played.
fn pairs(rule: &Rule) -> impl Iterator<Item = (VariableId, VariableId)> + '_ {
    let own = |id: &VariableId| !rule.played().contains(id);
    let sort = |id: VariableId| rule.variables[id.index()].sort;
    let answer: Vec<VariableId> = rule.answer.iter().copied().filter(own).collect();
    let later = answer.clone();
    answer.into_iter().enumerate().flat_map(move |(at, one)| {
        let others: Vec<VariableId> = later[at + 1..].to_vec();
        others.into_iter().filter(move |other| sort(*other) == sort(one)).map(move |other| (one, other))
    })
}

/// Whether a premise stays equivalent when two variables are swapped. Always `false` for a premise with an equality.
fn is_symmetric(rule: &Rule, (one, other): (VariableId, VariableId), alike: &SymmetricPredicates) -> bool {
    let shape = |first: VariableId, second: VariableId| {
        let others = rule.answer.iter().copied().filter(|id| ![one, other].contains(id));
        let head = [first, second].into_iter().chain(others).map(Term::Variable).collect();
        let (variables, body, span) = (&rule.variables, &rule.body, rule.span);
        Shape { key: (0, 0), variables, answer: &rule.answer, head, body, span, alike }
    };
    let equated = rule.body.iter().any(|goal| matches!(goal, Goal::Atom(atom) if atom.predicate == EQUAL));
    !equated && equal(&shape(one, other), &shape(other, one))
}

fn message(rule: &Rule, (one, other): (VariableId, VariableId), items: &Items<'_>) -> Diagnostic {
    let (one, other) = (&rule.variables[one.index()], &rule.variables[other.index()]);
    let differ = rule.body.iter().any(|goal| match goal {
        Goal::Not(inner, _) => matches!(inner.as_slice(), [Goal::Atom(atom)] if atom.predicate == EQUAL),
        _ => false,
    });
    let whose = if differ { "" } else { " in which they differ" };
    let (a, b) = (&one.name, &other.name);
    let message = Diagnostic::new(
        Code::InPairs,
        format!("`{a}` and `{b}` are interchangeable"),
        items.head(rule.span),
        format!("every pair{whose} is counted twice"),
    )
    .and(one.span, format!("what holds of `{a}` …"))
    .and(other.span, format!("… holds of `{b}` too"));
    message.hint("halve its weights, or give both an underscore: then two of them are counted once")
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::Code;

    const FACTS: &str = "sort field = a, b, c words Field playable\nplayers white, black\n\
        fact full(a)\nfact next(a, b)\nbeside(Field1, Field2) :- next(Field1, Field2)\n\
        beside(Field1, Field2) :- next(Field2, Field1)\n";

    fn in_pairs(item: &str) -> Vec<String> {
        let found = problems(&format!("{FACTS}{item}\n"));
        let found = found.into_iter().filter(|message| message.code == Code::InPairs);
        found.map(|message| message.label.text).collect()
    }

    fn score(premise: &str) -> Vec<String> {
        in_pairs(&format!("score s for white attacking 2 defending 1 if {premise}"))
    }

    #[test]
    fn interchangeable_variables_count_every_pair_twice() {
        assert_eq!(
            score("full(Field1), full(Field2), ¬equal(Field1, Field2)"),
            ["every pair is counted twice"]
        );
        assert_eq!(score("full(Field1), full(Field2)"), ["every pair in which they differ is counted twice"]);
        assert_eq!(
            score("full(Field1), next(Field1, Field_1), full(Field2), next(Field2, Field_2)").len(),
            1
        );
        assert_eq!(score("full(Field1), next(Field1, Field2)").len(), 0);
        assert_eq!(score("full(Field1), full(Field_2), ¬equal(Field1, Field_2)").len(), 0);
        assert_eq!(score("full(Field1), full(Field2), equal(Field1, Field2)").len(), 0);
    }

    #[test]
    fn a_symmetric_derivation_counts_every_pair_twice() {
        assert_eq!(score("beside(Field1, Field2)").len(), 1);
        assert_eq!(score("next(Field1, Field2)").len(), 0);
    }

    #[test]
    fn a_rule_with_interchangeable_variables_is_not_reported() {
        assert_eq!(in_pairs("rule r for white at level 0 if full(Field1), full(Field2)").len(), 0);
    }
}
