//! Tests of the naive evaluator, on programs whose answers are known.

use agree::{Naive, NoHost};
use blanche_compiler::files::Sources;
use blanche_compiler::syntax::{ast, parse, parse_query};

const FAMILY: &str = "
    fact parent(jan, piet)
    fact parent(jan, anna)
    fact parent(piet, kees)
    fact parent(anna, lies)
    fact parent(lies, bart)
    fact woman(anna)
    fact woman(lies)
";

/// A program about things that have kinds and numbers.
const THINGS: &str = "
    sort thing = d, c, b, a words T playable
    sort kind = red, green words K
    sort number = 0 to 12 words N
    players white, black
    fact thing(a)
    fact thing(b)
    fact thing(c)
    fact thing(d)
    fact kind(a, red)
    fact kind(b, green)
    fact kind(c, red)
    fact size(a, 10)
    fact size(b, 9)
    fact size(c, 10)
    fact size(d, 2)
    fact beside(a, b)
    fact beside(b, b)
    fact beside(c, d)
";

fn file(text: &str) -> ast::File {
    let mut sources = Sources::default();
    let id = sources.add("test", text.as_bytes());
    parse(&sources, id).file
}

fn parsed(text: &str) -> ast::Body {
    let mut sources = Sources::default();
    let id = sources.add("query", text.as_bytes());
    parse_query(&sources, id).0
}

/// Checks the answers of a query, written on one line, such as `T1 N2: a 3, b 4`.
fn check(facts: &str, clauses: &str, query: &str, expected: &str) {
    let program = Naive::new(&[file(facts), file(clauses)]);
    let answers = program.query(&mut NoHost, &parsed(query));
    assert_eq!(line(&answers.variables, &answers.rows), expected, "{clauses}\n{query}");
}

fn check_rule(clauses: &str, expected: &str) {
    let program = Naive::new(&[file(THINGS), file(clauses)]);
    let rule = &program.rules()[0];
    let rows = program.all(&mut NoHost, rule);
    assert_eq!(line(&rule.variables, &rows), expected, "{clauses}");
    assert_eq!(program.applies(&mut NoHost, rule), !rows.is_empty(), "{clauses}");
}

fn line(variables: &[String], rows: &[Vec<agree::Value>]) -> String {
    let row = |row: &Vec<agree::Value>| {
        row.iter().map(|value| value.to_string()).collect::<Vec<String>>().join(" ")
    };
    format!("{}: {}", variables.join(" "), rows.iter().map(row).collect::<Vec<String>>().join(", "))
}

#[test]
fn a_query_is_answered_from_facts() {
    check(FAMILY, "", "parent(jan, Child)", "Child: anna, piet");
    check(FAMILY, "", "parent(Parent, Child), woman(Parent)", "Child Parent: bart lies, lies anna");
    check(FAMILY, "", "parent(jan, kees)", ": ");
}

#[test]
fn a_body_without_named_variables_has_one_empty_answer_or_none() {
    let program = Naive::new(&[file(FAMILY)]);
    let answers = |query: &str| program.query(&mut NoHost, &parsed(query)).rows.len();
    assert_eq!(answers("parent(jan, Child_)"), 1);
    assert_eq!(answers("parent(bart, Child_)"), 0);
}

#[test]
fn grandparents_are_parents_of_parents() {
    let clauses = "grandparent(Old, Young) :- parent(Old, Between_), parent(Between_, Young)";
    check(FAMILY, clauses, "grandparent(Old, Young)", "Old Young: anna bart, jan kees, jan lies");
    check(FAMILY, clauses, "grandparent(jan, Young)", "Young: kees, lies");
    check(FAMILY, clauses, "grandparent(Old, bart)", "Old: anna");
}

#[test]
fn the_order_of_literals_does_not_change_the_answers() {
    for body in ["¬woman(Child), parent(jan, Child)", "parent(jan, Child), ¬woman(Child)"] {
        check(FAMILY, "", body, "Child: piet");
    }
    for body in
        ["equal(One, Two), parent(One, Three), woman(Two)", "parent(One, Three), equal(Two, One), woman(Two)"]
    {
        check(FAMILY, "", body, "One Three Two: anna lies anna, lies bart lies");
    }
}

#[test]
fn a_negation_quantifies_its_own_variables() {
    let clauses = "childless(Person) :- parent(Parent_, Person), ¬parent(Person, Child_)";
    check(FAMILY, clauses, "childless(Person)", "Person: bart, kees");
    check(FAMILY, "", "woman(Person), ¬parent(kees, Child_)", "Person: anna, lies");
    check(FAMILY, "", "woman(Person), ¬parent(jan, Child_)", "Person: ");
}

#[test]
fn a_negated_body_has_its_own_variables() {
    // A person without a daughter: there is no person who is both a child of this person and a woman.
    let clauses = "sonly(Person) :- parent(Person, Child_), ¬(parent(Person, Girl_), woman(Girl_))";
    check(FAMILY, clauses, "sonly(Person)", "Person: lies, piet");
    // A person whose children are all parents: there is no child that has no child.
    let clauses = "settled(Person) :- parent(Person, C_), ¬(parent(Person, Child_), ¬parent(Child_, Young_))";
    check(FAMILY, clauses, "settled(Person)", "Person: anna, jan");
}

#[test]
fn branches_are_alternatives() {
    let clauses = "near(One, Two) :- (parent(One, Two) ; parent(Two, One)), woman(One)";
    check(FAMILY, clauses, "near(One, Two)", "One Two: anna jan, anna lies, lies anna, lies bart");
    check(FAMILY, "", "woman(One) ; parent(One, kees)", "One: anna, lies, piet");
    // Local variables of the same name in negations of different branches are different variables.
    let clauses =
        "p(One) :- woman(One), (¬parent(One, Child_), woman(One) ; parent(Child_, One), woman(Child_))";
    check(FAMILY, clauses, "p(One)", "One: lies");
}

#[test]
fn heads_have_constants_and_repeated_variables() {
    let clauses = "
        same(Child, Child) :- woman(Child)
        same(piet, kees) :- woman(anna)
        same(piet, jan) :- woman(piet)
    ";
    check(FAMILY, clauses, "same(One, Two)", "One Two: anna anna, lies lies, piet kees");
    check(FAMILY, clauses, "same(anna, Two)", "Two: anna");
    check(FAMILY, clauses, "same(One, kees)", "One: piet");
    check(FAMILY, clauses, "same(One, One)", "One: anna, lies");
}

#[test]
fn a_variable_may_be_bound_only_by_the_caller() {
    let clauses = "
        other(One, Two) :- woman(One), ¬equal(One, Two)
        third(Three) :- other(Two_, Three), parent(jan, Three)
    ";
    check(FAMILY, clauses, "other(One, anna)", "One: lies");
    check(FAMILY, clauses, "parent(jan, Two), ¬other(anna, Two)", "Two: anna");
    check(FAMILY, clauses, "third(Three)", "Three: anna, piet");
}

#[test]
fn numbers_are_ordered_by_size_and_names_by_their_sort() {
    check(THINGS, "", "size(T1, N1)", "N1 T1: 2 d, 9 b, 10 c, 10 a");
    check("fact p(10)\n fact p(9)\n fact p(b)\n fact p(a)", "", "p(X)", "X: 9, 10, a, b");
    check(THINGS, "", "size(T1, 09)", "T1: b");
}

#[test]
fn solutions_of_a_rule_are_ordered_by_the_played_value() {
    check_rule("rule r for white at level 3 plays T2 if beside(T1, T2)", "T2 T1: d c, b b, b a");
    check_rule("rule r for white at level 3 plays T2 if beside(T_1, T2)", "T2: d, b");
    check_rule("rule r for white at level 0 if kind(T1, green)", "T1: b");
    check_rule("rule r for white at level 0 if kind(d, K_)", ": ");
}

#[test]
fn a_negation_may_precede_the_literals_that_bind_its_variables() {
    check_rule(
        "rule r for black at level 1 plays T1 if ¬kind(T1, red), ¬beside(T1, T_2), thing(T1)",
        "T1: d",
    );
    check_rule(
        "rule r for black at level 1 plays T1 if (¬kind(T1, K_) ; equal(T1, T2), kind(T2, red)), thing(T1), thing(T2)",
        "T1 T2: d d, d c, d b, d a, c c, a a",
    );
}
