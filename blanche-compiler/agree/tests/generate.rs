//! The generator produces the programs that it promises. The order of a program's items does not affect answers.

use std::collections::BTreeMap;

use agree::{Naive, NoHost, Value, generate, shuffle};
use blanche_compiler::files::Sources;
use blanche_compiler::syntax::{ast, parse, parse_query, print};

use crate::trials::trials;

const PROGRAMS: usize = 200;

fn read(text: &str) -> ast::File {
    let mut sources = Sources::default();
    let id = sources.add("test", text.as_bytes());
    let parsed = parse(&sources, id);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    parsed.file
}

fn read_query(text: &str) -> ast::Body {
    let mut sources = Sources::default();
    let id = sources.add("query", text.as_bytes());
    let (body, diagnostics) = parse_query(&sources, id);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
    body
}

/// The answers of all rules, by name, and of all queries.
fn answers(file: ast::File, queries: &[String]) -> Vec<(String, Vec<Vec<Value>>)> {
    let naive = Naive::new(&[file]);
    let mut answers: Vec<(String, Vec<Vec<Value>>)> = naive
        .rules()
        .iter()
        .map(|rule| (format!("{} {:?}", rule.name, rule.variables), naive.all(&mut NoHost, rule)))
        .collect();
    for query in queries {
        let found = naive.query(&mut NoHost, &read_query(query));
        answers.push((format!("{query} {:?}", found.variables), found.rows));
    }
    answers.sort();
    answers
}

#[test]
fn a_seed_always_gives_the_same_program() {
    for seed in 0..20 {
        assert_eq!(generate::program(seed), generate::program(seed));
    }
    assert_ne!(generate::program(1), generate::program(2));
}

#[test]
fn shuffling_a_program_does_not_change_its_answers() {
    for seed in 0..trials(PROGRAMS) as u64 {
        let program = generate::program(seed);
        let shuffled = print(&shuffle::shuffled(&read(&program.text), seed + 1));
        assert_ne!(program.text, shuffled);
        assert_eq!(
            answers(read(&program.text), &program.queries),
            answers(read(&shuffled), &program.queries),
            "{seed}\n{}\n{shuffled}",
            program.text
        );
    }
}

#[test]
fn many_generated_queries_have_answers_and_many_have_none() {
    let (mut questions, mut empty, mut several) = (0, 0, 0);
    for seed in 0..trials(PROGRAMS) as u64 {
        let program = generate::program(seed);
        for (_, rows) in answers(read(&program.text), &program.queries) {
            questions += 1;
            empty += u32::from(rows.is_empty());
            several += u32::from(rows.len() > 1);
        }
    }
    assert!(
        empty * 5 > questions && several * 5 > questions,
        "{questions}: {empty} empty, {several} several"
    );
}

/// The features of a random game. A feature is a construct of the language together with the kind of line in which it
/// occurs.
fn features(text: &str) -> Vec<String> {
    const SAID: [(&str, &[&str]); 3] = [
        ("what needs itself", &["joined(", "even(", "odd(", "free("]),
        ("an aggregate", &["count ", "sum ", "min ", "max "]),
        ("a call", &["(step(", "row(Field1) ", "opponent(Color))"]),
    ];
    let mut features = Vec::new();
    let mut goes_to_a_field = false;
    for line in text.lines() {
        let place = match line.split_whitespace().next() {
            Some("move") => "a move",
            Some("adds" | "removes") => "an effect",
            Some("then") => "a continuation",
            Some("rule") if line.contains(" level 0 ") => "an end",
            Some("draw") => "an end",
            Some("margin") => "a margin",
            _ => continue,
        };
        let behind = line.split_once(" counts ").map_or(line, |(_, behind)| behind);
        for (said, words) in SAID {
            if words.iter().any(|word| behind.contains(word)) {
                features.push(format!("{said} in {place}"));
            }
        }
        if place == "a move" {
            goes_to_a_field = line.contains("plays Field1, Field2 ");
        }
        if place == "a continuation" && goes_to_a_field {
            features.push("a move from field to field that goes on".to_owned());
        }
        if place == "a margin" {
            features.push(place.to_owned());
        }
    }
    for function in ["count", "sum", "min", "max"] {
        features.extend(text.contains(&format!(" {function} ")).then(|| function.to_owned()));
    }
    features.extend(text.contains("blocked passes").then(|| "passes".to_owned()));
    features.sort();
    features.dedup();
    features
}

/// Features that some of the random games must have.
const FEATURES: [&str; 22] = [
    "a call in a continuation",
    "a call in a margin",
    "a call in a move",
    "a call in an effect",
    "a call in an end",
    "a margin",
    "a move from field to field that goes on",
    "an aggregate in a continuation",
    "an aggregate in a margin",
    "an aggregate in a move",
    "an aggregate in an effect",
    "an aggregate in an end",
    "count",
    "max",
    "min",
    "passes",
    "sum",
    "what needs itself in a continuation",
    "what needs itself in a margin",
    "what needs itself in a move",
    "what needs itself in an effect",
    "what needs itself in an end",
];

#[test]
fn generated_games_use_every_feature_of_games() {
    let counted = |seeds: std::ops::Range<u64>| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for seed in seeds {
            features(&generate::game(seed).text)
                .into_iter()
                .for_each(|one| *counts.entry(one).or_default() += 1);
        }
        counts
    };
    // First the games that are played, then the games that are compiled.
    let (played, compiled) = (counted(0..300), counted(4000..4024));
    for feature in FEATURES {
        let [all, own] = [&played, &compiled].map(|counts| counts.get(feature).copied().unwrap_or(0));
        println!("{feature}: {all} of 300 games, {own} of 24 that are compiled");
        assert!(all > 2, "{feature}: {all} games");
    }
    for feature in FEATURES.iter().filter(|feature| !feature.contains("continuation")) {
        assert!(compiled.contains_key(*feature), "{feature} is compiled");
    }
}
