//! What the generator promises of its programs, and that order means nothing.

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

/// The answers of all rules by their names, and of all queries.
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
fn another_order_means_the_same() {
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
fn many_questions_have_answers_and_many_have_none() {
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
