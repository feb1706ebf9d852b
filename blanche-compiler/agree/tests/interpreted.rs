//! The interpreter returns the same answers as the naive evaluator: all solutions, in order, independent of the order
//! of the text.

use agree::{generate, shuffle};
use blanche_compiler::plan::{Action, Counted, Statistics, literals, plan_with};
use blanche_compiler::random::Random;
use blanche_compiler::syntax::print;

use crate::answers::{interpreted, interpreted_by, interpreted_sums, naive, naive_sums, read};
use crate::trials::trials;

/// Number of random programs in a full test run.
const PROGRAMS: usize = 500;

fn programs() -> u64 {
    trials(PROGRAMS) as u64
}

#[test]
fn the_interpreter_agrees_with_the_definition_on_random_programs() {
    let (mut questions, mut answered, mut rows) = (0, 0, 0);
    for seed in 0..programs() {
        let generate::Program { text, queries } = generate::program(seed);
        for query in &queries {
            let program = read(&text, Some(query));
            let expected = naive(&program);
            assert_eq!(interpreted(&program), expected, "seed {seed}\n{text}\n{query}");
            let shuffled = print(&shuffle::shuffled(program.tree(), seed + 1));
            let shuffled = read(&shuffled, Some(query));
            assert_eq!(interpreted(&shuffled), expected, "seed {seed}, in another order\n{text}\n{query}");
            questions += expected.len();
            answered += expected.iter().filter(|answer| !answer.rows.is_empty()).count();
            rows += expected.iter().map(|answer| answer.rows.len()).sum::<usize>();
        }
    }
    println!("{} programs, {questions} questions, {answered} with answers, {rows} rows", programs());
    assert!(answered * 3 > questions, "most programs should say something");
}

#[test]
fn nested_definitions_agree_with_the_definition() {
    let (mut questions, mut answered) = (0, 0);
    for seed in 0..trials(100) as u64 {
        let depth = 2 + seed as usize % 9;
        let generate::Program { text, queries } = generate::nested(seed, depth);
        let program = read(&text, Some(&queries[0]));
        let expected = naive(&program);
        assert_eq!(interpreted(&program), expected, "seed {seed}\n{text}");
        assert_eq!(interpreted_sums(&program, &program.plan), naive_sums(&program), "seed {seed}\n{text}");
        let shuffled = read(&print(&shuffle::shuffled(program.tree(), seed + 1)), Some(&queries[0]));
        assert_eq!(interpreted(&shuffled), expected, "seed {seed}, in another order\n{text}");
        questions += expected.len();
        answered += expected.iter().filter(|answer| !answer.rows.is_empty()).count();
    }
    assert!(answered * 3 > questions, "most programs should say something: {answered} of {questions}");
}

#[test]
fn answers_do_not_depend_on_the_statistics_of_the_planner() {
    let mut collected = 0;
    for seed in (0..programs()).step_by(2) {
        let generate::Program { text, queries } = generate::program(seed);
        let program = read(&text, queries.first().map(String::as_str));
        let expected = naive(&program);
        let mut random = Random::new(seed);
        for draw in 0..2 {
            let mut statistics = Statistics::default();
            for literal in literals(&program.program) {
                statistics.insert(literal, [0.01, 0.3, 2.0, 20.0][random.below(4)]);
            }
            let plan = plan_with(&program.program, &statistics).expect("it is planned");
            let steps = plan.rules.iter().flat_map(|rule| &rule.body.steps);
            collected += steps.filter(|step| matches!(step.action, Action::Collect { .. })).count();
            assert_eq!(interpreted_by(&program, &plan), expected, "seed {seed}, draw {draw}\n{text}");
        }
    }
    println!("{collected} sets collected");
    assert!(collected > trials(10), "some plans make sets of their own accord: {collected}");
}

#[test]
fn scores_agree_with_the_definition_in_any_order() {
    let (mut players, mut worth, mut shared, mut apart) = (0, 0, 0, 0);
    for seed in 0..programs() {
        let generate::Program { text, .. } = generate::program(seed);
        let program = read(&text, None);
        let expected = naive_sums(&program);
        assert_eq!(interpreted_sums(&program, &program.plan), expected, "seed {seed}\n{text}");
        let shuffled = read(&print(&shuffle::shuffled(program.tree(), seed + 1)), None);
        assert_eq!(
            interpreted_sums(&shuffled, &shuffled.plan),
            expected,
            "seed {seed}, in another order\n{text}"
        );
        let mut random = Random::new(seed);
        let mut statistics = Statistics::default();
        for literal in literals(&program.program) {
            statistics.insert(literal, [0.01, 0.3, 2.0, 20.0][random.below(4)]);
        }
        let plan = plan_with(&program.program, &statistics).expect("it is planned");
        assert_eq!(interpreted_sums(&program, &plan), expected, "seed {seed}, with statistics\n{text}");
        players += expected.len();
        worth += expected.iter().filter(|(_, sums)| sums.iter().any(|sum| *sum > 0)).count();
        let sums = program.plan.sums.iter().chain(&plan.sums);
        shared += sums.clone().filter(|sum| !sum.shared.steps.is_empty()).count();
        let counts = sums.flat_map(|sum| &sum.counts);
        apart += counts.filter(|count| matches!(count.counted, Counted::Separately)).count();
    }
    println!(
        "{players} players, {worth} with a sum above 0; {shared} make sets for all, {apart} scores stand apart"
    );
    assert!(
        worth * 4 > players && shared > trials(20) && apart > trials(20),
        "{players} {worth} {shared} {apart}"
    );
}

/// Checks the answers to a query. `expected` has the answers on one line, and both evaluators must agree.
fn check(text: &str, query: &str, expected: &str) {
    let program = read(text, Some(query));
    let found = interpreted(&program);
    assert_eq!(found, naive(&program), "{text}\n{query}");
    let answer = found.iter().find(|answer| answer.question == query).unwrap();
    let rows: Vec<String> = answer
        .rows
        .iter()
        .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(rows.join(", "), expected, "{text}\n{query}");
}

const PARTS: &str = "
    sort all = d, a, b, c words A
    sort some = b, a part of all words S
    fact thing(a)
    fact thing(b)
    fact thing(c)
    fact thing(d)
    fact liked(a)
    fact liked(c)
    few(S) :- thing(S)
";

#[test]
fn a_variable_ranges_over_the_common_part_of_its_sorts() {
    check(PARTS, "thing(A)", "d, a, b, c");
    check(PARTS, "thing(S)", "a, b");
    check(PARTS, "liked(S1)", "a");
    check(PARTS, "thing(A), equal(A, S)", "a a, b b");
    check(PARTS, "thing(S), equal(A, S), ¬liked(A)", "b b");
    check(PARTS, "thing(A), few(A)", "a, b");
}

#[test]
fn an_argument_of_a_part_of_a_sort_narrows_even_inside_a_negation() {
    check(PARTS, "thing(A), ¬few(A)", "");
    check(PARTS, "thing(A1), ¬(thing(A2_), equal(A1, A2_), few(A2_))", "");
}

#[test]
fn a_constant_outside_the_sort_of_a_variable_is_not_its_value() {
    let text = format!("{PARTS}    last(d) :- thing(a)\n    fact end(d, a)\n");
    check(&text, "last(A)", "d");
    check(&text, "last(S)", "");
    check(&text, "end(A, a)", "d");
    check(&text, "end(S, a)", "");
    check(&text, "thing(S), ¬last(S)", "a, b");
}

#[test]
fn a_column_of_facts_has_the_whole_sort_even_if_its_values_are_a_part() {
    let only_part = PARTS.replace("fact liked(c)", "");
    check(&only_part, "thing(A), ¬liked(A)", "d, b, c");
    check(&only_part, "liked(A)", "a");
}

#[test]
fn clauses_for_different_parts_of_a_sort_define_the_whole_sort() {
    let text = "
        sort all = a, b, c, d words A
        sort left = a, b part of all words L
        sort right = c, d part of all words R
        fact thing(a)
        fact thing(b)
        fact thing(d)
        either(L) :- thing(L)
        either(R) :- thing(R)
    ";
    check(text, "either(A)", "a, b, d");
    check(text, "either(R)", "d");
    check(text, "thing(A), ¬either(A)", "");
}

#[test]
fn a_player_argument_does_not_narrow_a_variable_equal_to_it() {
    let text = "
        sort thing = i, j, k words T playable
        sort some = i, j part of thing words S
        players i, j
        fact given(k)
        few(S) :- some(S)
        rule r1 for Me against Other at level 1 plays T1 if thing(T1), few(Other), equal(Other, T1)
        rule r2 for Me against Other at level 1 plays T1 if thing(T1), few(Other), ¬equal(Other, T1)
    ";
    check(text, "given(T)", "k");
}
