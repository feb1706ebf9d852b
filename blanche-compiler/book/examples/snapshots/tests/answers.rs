//! What the rules in `rules/` answer, on both back ends, as snapshots that somebody has read. `cargo insta review` shows what
//! a change of a rule changes; `INSTA_UPDATE=always cargo test` takes all of it for right.

use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};
use noire::board::Position;
use noire::facts::Base;
use rows::{answers, base, rules};
use serde_json::{Map, Value, json};

// ANCHOR: positions
/// Positions to look at: names, and the moves to them.
const POSITIONS: [(&str, &str); 3] =
    [("two_in_a_row", "b2 a1 b3 d1"), ("many_forks", "a1 b4 c2 d4"), ("no_fork", "a1 b2 c1 d4")];

/// What an interpreted base answers in all positions.
fn interpreted(base: &TextBase) -> Vec<String> {
    let rules = rules(base, Backend::Interpreted);
    POSITIONS.iter().map(|(_, moves)| answers(&rules, moves)).collect()
}

#[test]
fn rules_answer_what_was_reviewed() {
    let base = base();
    let compiled = rules(&base, Backend::Compiled);
    for ((name, moves), interpreted) in POSITIONS.iter().zip(interpreted(&base)) {
        // First that the two agree: then one snapshot is enough for both.
        assert_eq!(interpreted, answers(&compiled, moves), "{name}");
        insta::assert_snapshot!(*name, interpreted);
    }
}
// ANCHOR_END: positions

/// The lines that only one of two texts has.
fn difference(before: &str, after: &str) -> String {
    let only = |sign: char, text: &str, other: &str| -> String {
        let lines = text.lines().filter(|line| !other.lines().any(|known| known == *line));
        lines.map(|line| format!("{sign} {line}\n")).collect()
    };
    only('-', before, after) + &only('+', after, before)
}

/// Somebody finds that `opens` need not look at the second field. What this changes is read before it is taken, and this change
/// is not: a fork of two gaps, of which the other player has one already, is none.
#[test]
fn a_change_of_a_rule_is_reviewed_by_what_it_answers() {
    let base = base();
    let sources = base.texts().sources();
    let says = |id: &&_| sources.file(**id).text().contains("rule fork");
    let file = *base.texts().program().files.iter().find(says).expect("some file has the rule");
    let text = sources.file(file).text().replace("empty(Field1), empty(Field2),", "empty(Field1),");
    let changed = base.edited(file, &text, base.limits()).unwrap_or_else(|error| panic!("{error:?}"));
    let mut review = String::new();
    for ((name, _), (before, after)) in
        POSITIONS.iter().zip(interpreted(&base).iter().zip(interpreted(&changed)))
    {
        let difference = difference(before, &after);
        if !difference.is_empty() {
            review.push_str(&format!("{name}\n{difference}"));
        }
    }
    insta::assert_snapshot!("review_of_gaps_that_are_filled", review);
}

/// What `noire apply --all --format json` says of the rules that apply.
fn object(base: &Base, backend: Backend, position: &mut Position) -> Value {
    let mut rules = Vec::new();
    for (at, rule) in base.contents().rules.iter().enumerate() {
        let solutions = base.on(backend).all(at, position).expect("within its limits");
        let solution = |values: &[u32]| -> Value {
            let pairs = rule.variables.iter().zip(values);
            let pairs = pairs.map(|((name, sort), value)| (name.clone(), json!(base.text(sort, *value))));
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        if !solutions.is_empty() {
            let solutions: Vec<Value> = solutions.iter().map(solution).collect();
            rules.push(json!({ "rule": rule.title(), "level": rule.level, "solutions": solutions }));
        }
    }
    json!({ "base": base.name(), "rules": rules })
}

/// A base on the board of fifteen by fifteen: those that are built in have both back ends, a folder has the interpreter.
#[test]
fn a_base_on_the_board_answers_what_was_reviewed() {
    let base: Base = Base::open("renju", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let moves = ["h8", "h9", "g8", "g9", "f8", "f9", "e8"].map(|point| point.parse().expect("a point"));
    let mut position = Position::after_moves(&moves).expect("they can be made");
    let [compiled, interpreted] =
        [Backend::Compiled, Backend::Interpreted].map(|backend| object(&base, backend, &mut position));
    assert_eq!(compiled, interpreted);
    insta::assert_snapshot!("renju", serde_json::to_string_pretty(&compiled).expect("it is JSON"));
}
