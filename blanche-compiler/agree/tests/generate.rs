//! What the generator promises of its programs.

use agree::{Naive, NoHost, Value, generate};
use blanche_compiler::files::Sources;
use blanche_compiler::syntax::{ast, parse};

const PROGRAMS: u64 = 300;

fn file(text: &str) -> ast::File {
    let mut sources = Sources::default();
    let id = sources.add("test", text.as_bytes());
    let parsed = parse(&sources, id);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    parsed.file
}

/// The answers of all rules by name, and of all queries.
fn answers(program: &generate::Program) -> Vec<(String, Vec<Vec<Value>>)> {
    let naive = Naive::new(&[file(&program.to_string())]);
    let mut answers: Vec<(String, Vec<Vec<Value>>)> = naive
        .rules()
        .iter()
        .map(|rule| (format!("{} {:?}", rule.name, rule.variables), naive.all(&mut NoHost, rule)))
        .collect();
    answers.sort();
    for query in program.queries() {
        let asked = file(&format!("asked :- {query}"));
        let ast::ItemKind::Derivation(asked) = &asked.items[0].kind else {
            panic!("{query} is no sentence");
        };
        let found = naive.query(&mut NoHost, &asked.body);
        answers.push((format!("query {:?}", found.variables), found.rows));
    }
    answers
}

#[test]
fn a_seed_always_gives_the_same_program() {
    for seed in 0..20 {
        assert_eq!(generate::program(seed), generate::program(seed));
    }
    assert_ne!(generate::program(1).to_string(), generate::program(2).to_string());
}

#[test]
fn another_order_means_the_same() {
    for seed in 0..PROGRAMS {
        let program = generate::program(seed);
        let shuffled = program.shuffled(seed + 1);
        assert_eq!(answers(&program), answers(&shuffled), "{seed}\n{program}\n{shuffled}");
    }
}

#[test]
fn many_rules_have_answers_and_many_have_none() {
    let (mut rules, mut empty, mut several) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        for (_, rows) in answers(&generate::program(seed)) {
            rules += 1;
            empty += u32::from(rows.is_empty());
            several += u32::from(rows.len() > 1);
        }
    }
    assert!(empty * 10 > rules && several * 10 > rules, "{rules} rules: {empty} empty, {several} several");
}
