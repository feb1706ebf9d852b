//! `B0603`: clauses, rules or scores that are equal up to the names of variables and the order of literals. Clauses are
//! compared if they define the same predicate. Rules are compared if they have the same colour, level and played
//! variables, and scores if they have the same colour. (Duplicate facts are reported by name resolution.)

use blanche_sorted::SortedMap;

use super::Items;
use super::body_equivalence::{Shape, SymmetricPredicates, equal_pairs};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Program, Rule, RuleKind, Term};
use crate::runtime::Value;

/// Reports duplicate clauses, rules and scores.
pub(super) fn check(program: &Program, items: &Items<'_>, alike: &SymmetricPredicates) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, predicate, clauses) in program.derived() {
        let shapes = clauses.iter().map(|clause| Shape {
            key: (0, 0),
            variables: &clause.variables,
            answer: &[],
            head: clause.head.clone(),
            body: &clause.body,
            span: clause.span,
            alike,
        });
        for (first, second, _) in equal_pairs(shapes.collect()) {
            let title = format!("this clause of `{}` is a duplicate", predicate.signature());
            found.push(message(title, items.head(first), items.head(second)).removable());
        }
    }
    found.extend(rules(program, (items, alike), "rules", &|kind| kind == RuleKind::Rule));
    found.extend(rules(program, (items, alike), "scores", &|kind| matches!(kind, RuleKind::Score(_))));
    found
}

/// Reports duplicates among the rules, or among the scores. The weights of scores are ignored.
fn rules(
    program: &Program,
    (items, alike): (&Items<'_>, &SymmetricPredicates),
    noun: &str,
    wanted: &dyn Fn(RuleKind) -> bool,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let rules: Vec<_> = program.rules.iter().filter(|rule| wanted(rule.kind)).collect();
    let shapes = rules.iter().map(|rule| Shape {
        key: (rule.colour.map_or(0, u32::from), rule.level),
        variables: &rule.variables,
        answer: &rule.answer,
        head: rule.played().iter().copied().map(Term::Variable).collect(),
        body: &rule.body,
        span: rule.span,
        alike,
    });
    // An item for several players is compared separately for each of them.
    let mut colours: SortedMap<(Span, Span), Vec<String>> = SortedMap::new();
    for (first, second, (colour, _)) in equal_pairs(shapes.collect()) {
        colours.entry((second, first)).or_default().push(program.player(colour as Value));
    }
    let mut of_text: SortedMap<Span, Vec<&Rule>> = SortedMap::new();
    for rule in &rules {
        of_text.entry(rule.span).or_default().push(rule);
    }
    for ((second, first), colours) in colours {
        let rule = |span: Span| of_text[&span][0];
        let name = |span: Span| rule(span).name.as_str();
        let players = |span: Span| of_text[&span].len();
        let partly = colours.len() < players(first).max(players(second));
        let whose = if partly { format!(" for {}", colours.join(" and ")) } else { String::new() };
        let heads = [items.head(first), items.head(second)];
        let is_named = rule(first).when_named || rule(second).when_named;
        found.push(match (rule(first).kind, rule(second).kind) {
            // Scores that count only when named are alternatives, so their different weights are intended.
            (RuleKind::Score(one), RuleKind::Score(other)) if one != other && is_named => continue,
            (RuleKind::Score(one), RuleKind::Score(other)) if one != other => {
                let names = format!("`{}` and `{}`", name(first), name(second));
                let message =
                    other_weights(format!("only the weights of the scores {names} differ{whose}"), heads);
                match (one.numbers(), other.numbers()) {
                    (Some(one), Some(other)) => message.hint(together(one, other)),
                    _ => message.hint("one score with the sum of the weights is worth as much as both"),
                }
            }
            _ => {
                let title =
                    format!("the {noun} `{}` and `{}` are the same{whose}", name(first), name(second));
                let message = message(title, heads[0], heads[1]);
                // Removing a duplicate score would change the evaluation, since both scores count.
                let is_idle = rule(second).kind == RuleKind::Rule && !partly;
                if is_idle { message.removable() } else { message }
            }
        });
    }
    found
}

/// The message about two scores that differ only in their weights, so that the same solution is counted twice.
fn other_weights(title: String, [first, second]: [Span; 2]) -> Diagnostic {
    Diagnostic::new(Code::Duplicate, title, second, "this counts the same again")
        .and(first, "the same but for names, order and weights")
}

/// A hint that shows the single score that can replace both scores.
fn together(one: [i64; 2], other: [i64; 2]) -> String {
    let [attacking, defending] = [0, 1].map(|at| one[at] + other[at]);
    format!(
        "one score, attacking {attacking} defending {defending}, is worth as much as both; or change what should \
         be different"
    )
}

fn message(title: String, first: Span, second: Span) -> Diagnostic {
    Diagnostic::new(Code::Duplicate, title, second, "repeated here")
        .and(first, "the same but for names and order")
        .hint("remove one of them, or change what should be different")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, problems};
    use crate::diagnostic::Code;

    const FACTS: &str = "players white, black\nfact e(a, b)\nfact v(a)\n";

    fn has_duplicate(clauses: &str) -> bool {
        codes(&format!("{FACTS}{clauses}\n")).contains(&Code::Duplicate)
    }

    #[test]
    fn clauses_that_differ_in_names_and_order_are_duplicates() {
        assert!(has_duplicate("p(X) :- e(X, Y_), v(Y_)\np(Z) :- v(A_), e(Z, A_)"));
        assert!(has_duplicate("p(X) :- v(X), ¬e(X, Y_)\np(Z) :- ¬e(Z, A_), v(Z)"));
        assert!(has_duplicate("p(X) :- v(X), v(Y_), equal(X, Y_)\np(X) :- v(Z_), equal(Z_, X), v(X)"));
        assert!(has_duplicate("p(X) :- v(X), (e(X, a) ; e(a, X))\np(X) :- (e(a, X) ; e(X, a)), v(X)"));
    }

    #[test]
    fn clauses_with_different_joins_are_no_duplicates() {
        assert!(!has_duplicate("p(X) :- e(X, Y_), v(Y_)\np(X) :- e(Y_, X), v(Y_)"));
        assert!(!has_duplicate("p(X) :- e(X, Y_), v(Y_)\np(X) :- e(X, Y_), v(Z_)"));
        assert!(!has_duplicate("p(X) :- e(X, a)\np(X) :- e(X, b)"));
        assert!(!has_duplicate("p(X, Y) :- e(X, Y)\np(X, Y) :- e(Y, X)"));
    }

    /// All variables have the same colour here, so only the search can distinguish two triangles from a hexagon.
    #[test]
    fn a_hexagon_is_not_two_triangles() {
        let hexagon = "p :- e(A_, B_), e(B_, C_), e(C_, D_), e(D_, E_), e(E_, F_), e(F_, A_)";
        let turned = "p :- e(D_, C_), e(C_, B_), e(F_, E_), e(B_, A_), e(A_, F_), e(E_, D_)";
        let triangles = "p :- e(A_, B_), e(B_, C_), e(C_, A_), e(D_, E_), e(E_, F_), e(F_, D_)";
        assert!(!has_duplicate(&format!("{hexagon}\n{triangles}")));
        assert!(has_duplicate(&format!("{hexagon}\n{turned}")));
    }

    #[test]
    fn rules_for_different_players_are_no_duplicates() {
        let rule =
            |name: &str, colour: &str| format!("rule {name} for {colour} at level 0 if e(X, Y), v(Y)\n");
        assert!(has_duplicate(&(rule("one", "white") + &rule("two", "white"))));
        assert!(!has_duplicate(&(rule("one", "white") + &rule("one", "black"))));
    }

    #[test]
    fn clauses_with_variables_of_different_sorts_are_no_duplicates() {
        let sorts = "sort all = a, b words A\nsort some = a part of all words S\n";
        assert!(has_duplicate(&format!("{sorts}p(A) :- v(A)\np(A2) :- v(A2)")));
        assert!(!has_duplicate(&format!("{sorts}p(A) :- v(A)\np(S) :- v(S)")));
    }

    #[test]
    fn a_symmetric_predicate_is_compared_in_either_argument_order() {
        let beside = "beside(X, Y) :- e(X, Y)\nbeside(X, Y) :- e(Y, X)\n";
        assert!(has_duplicate(&format!(
            "{beside}p(X) :- beside(X, Y_), v(Y_)\np(X) :- v(Y_), beside(Y_, X)"
        )));
        assert!(!has_duplicate("p(X) :- e(X, Y_), v(Y_)\np(X) :- v(Y_), e(Y_, X)"));
    }

    #[test]
    fn scores_with_different_answer_variables_are_no_duplicates() {
        let score = |name: &str, variable: &str| {
            format!("score {name} for white attacking 1 defending 1 if e(X, {variable})\n")
        };
        assert!(has_duplicate(&(score("one", "Y") + &score("two", "Z"))));
        assert!(!has_duplicate(&(score("one", "Y") + &score("two", "Y_"))));
    }

    #[test]
    fn scores_with_different_weights_have_their_own_message() {
        let score = |name: &str, weight: u32| {
            format!("score {name} for white attacking {weight} defending 1 if e(X, Y)\n")
        };
        let title =
            |scores: &[String]| problems(&format!("{FACTS}{}", scores.concat())).remove(0).title.clone();
        assert_eq!(title(&[score("s", 1), score("t", 1)]), "the scores `s` and `t` are the same");
        assert_eq!(
            title(&[score("s", 1), score("t", 2)]),
            "only the weights of the scores `s` and `t` differ"
        );
    }

    #[test]
    fn a_clause_that_occurs_three_times_gives_two_messages() {
        let found = problems(&format!("{FACTS}p(X) :- v(X)\np(Y) :- v(Y)\np(Z) :- v(Z)\n"));
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|message| message.others[0].span == found[0].others[0].span));
    }

    #[test]
    fn thousands_of_clauses_are_not_compared_in_quadratic_time() {
        let mut text =
            "sort n = 0 to 2999 words N\nextern e(N1: n, N2: n): (free, bound) gives one\n".to_owned();
        for at in 0..3_000 {
            text += &format!("p(N) :- e(N, {at}), e(N, N_), e(N_, {at})\n");
        }
        assert_eq!(codes(&text), []);
    }
}
