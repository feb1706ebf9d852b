//! The messages of the checks about the meaning of bodies are true, according to the naive evaluator. A redundant
//! clause adds no answers, and a redundant literal can be left out. A body that is reported to never hold has no
//! answers.
//!
//! Random programs rarely cause such messages, so the tests change programs for this purpose: clauses with a literal
//! removed, duplicated or implied literals, and contradictions.

use std::collections::BTreeMap;

use agree::{Naive, NoHost, Value, generate};
use blanche_compiler::check_text;
use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::files::{Sources, Span};
use blanche_compiler::random::Random;
use blanche_compiler::syntax::ast::{self, Body, Item, ItemKind, Literal};
use blanche_compiler::syntax::{parse_query, print};

use crate::changes::{MAX_VARIABLES, body_of, changed, tree, variables};
use crate::trials::{self, trials};

const PROGRAMS: usize = 300;

/// Maximum number of changes to each program, as long as it remains valid.
const CHANGES: usize = 4;

/// The program without the literal at `place`. `None` if the literal is the only one of its branch.
fn without_literal(file: &ast::File, place: Span) -> Option<String> {
    fn take_out(body: &mut Body, place: Span) -> bool {
        for branch in &mut body.branches {
            let before = branch.len();
            if before > 1 {
                branch.retain(|literal| literal.span != place);
            }
            if branch.len() < before {
                return true;
            }
            for literal in branch {
                if let Some(inner) = literal.kind.inner_mut()
                    && take_out(inner, place)
                {
                    return true;
                }
            }
        }
        false
    }
    let mut file = file.clone();
    let item = file.items.iter_mut().find(|item| contains(item, place))?;
    take_out(body_of(item)?, place).then(|| print(&file))
}

fn contains(item: &Item, place: Span) -> bool {
    item.span.start <= place.start && place.end <= item.span.end
}

fn without_item(file: &ast::File, place: Span) -> String {
    let mut file = file.clone();
    file.items.retain(|item| !contains(item, place));
    print(&file)
}

/// The answers to all queries, each with the text of the query.
type Answers = Vec<(String, Vec<Vec<Value>>)>;

/// The answers of the naive evaluator.
fn answers(text: &str, queries: &[String]) -> Answers {
    let naive = Naive::new(&[tree(text)]);
    let scores = naive.scores().iter().map(|score| &score.rule);
    let rules = naive.rules().iter().chain(naive.exports()).chain(scores);
    let ask = |rule: &agree::Rule| {
        (format!("{} {} {:?}", rule.name, rule.colour, rule.variables), naive.all(&mut NoHost, rule))
    };
    let mut all: Answers = rules.map(ask).collect();
    for query in queries {
        let mut sources = Sources::default();
        let id = sources.add("query", query.as_bytes());
        let found = naive.query(&mut NoHost, &parse_query(&sources, id).0);
        all.push((format!("{query} {:?}", found.variables), found.rows));
    }
    all
}

/// Whether a shortened program is valid and has the same answers.
fn answers_the_same(shorter: &str, expected: &Answers, queries: &[String]) -> bool {
    let (_, messages) = check_text("test", shorter);
    let wrong = messages.iter().find(|message| message.severity == Severity::Error);
    assert!(wrong.is_none(), "{wrong:?}\n{shorter}");
    *expected == answers(shorter, queries)
}

/// Whether a message is true according to the naive evaluator; `None` if this test cannot decide messages of its kind.
fn holds(text: &str, expected: &Answers, queries: &[String], message: &Diagnostic) -> Option<bool> {
    let file = tree(text);
    let place = message.label.span;
    let at = file.items.iter().position(|item| contains(item, place))?;
    match (message.code, &file.items[at].kind) {
        (Code::Implied, _) => {
            let shorter = without_literal(&file, place)?;
            Some(answers_the_same(&shorter, expected, queries))
        }
        (Code::Contained, _) | (Code::Duplicate, ItemKind::Derivation(_)) => {
            Some(answers_the_same(&without_item(&file, place), expected, queries))
        }
        (Code::Shadowed, ItemKind::Rule(rule)) => {
            let other = file.items.iter().find(|item| contains(item, message.others[0].span))?;
            let ItemKind::Rule(other) = &other.kind else { return Some(false) };
            let naive = Naive::new(std::slice::from_ref(&file));
            let fewer = other.level.value < rule.level.value;
            let plays = |name: &str, colour: &str| {
                let rule = naive.rules().iter().find(|known| known.name == name && known.colour == colour)?;
                let rows = naive.all(&mut NoHost, rule);
                let played = usize::from(rule.level > 0 && !fewer);
                let played = rows.iter().map(|row| row[..played].to_vec());
                Some(played.collect::<std::collections::BTreeSet<_>>())
            };
            let mut colours = naive.rules().iter().filter(|known| known.name == rule.name.text);
            Some(colours.all(|known| {
                let (less, more) =
                    (plays(&rule.name.text, &known.colour), plays(&other.name.text, &known.colour));
                match (less, more) {
                    (Some(less), Some(more)) if fewer => less.is_empty() || !more.is_empty(),
                    (Some(less), Some(more)) => less.is_subset(&more),
                    _ => false,
                }
            }))
        }
        (Code::NeverHolds, kind) => {
            let mut item = file.items[at].clone();
            let plain = body_of(&mut item)?.branches.len() == 1
                && !body_of(&mut item)?.branches[0].iter().any(|literal| literal.kind.inner().is_some());
            if !plain || message.title.contains(" for ") {
                return None;
            }
            // A negation always holds if its body never does, so check a clause with the negation's body instead.
            let mut said = file.clone();
            let negation = message.others.iter().find(|label| label.text == "so this negation always holds");
            if let Some(negation) = negation {
                let literals = &mut body_of(&mut said.items[at])?.branches[0];
                literals.iter_mut().find(|literal| literal.span == negation.span)?.negations += 1;
            }
            match kind {
                ItemKind::Derivation(_) => {
                    // Without any clauses the predicate would be undefined, so add a contradiction to the clause's body
                    // instead.
                    let mut denied = said.clone();
                    let first = body_of(&mut denied.items[at])?.branches[0][0].clone();
                    let no = Literal { negations: first.negations + 1, ..first };
                    body_of(&mut denied.items[at])?.branches[0].push(no);
                    Some(answers(&print(&said), queries) == answers(&print(&denied), queries))
                }
                ItemKind::Rule(rule) => {
                    let naive = Naive::new(std::slice::from_ref(&said));
                    let mut own = naive.rules().iter().filter(|known| known.name == rule.name.text);
                    Some(own.all(|rule| !naive.applies(&mut NoHost, rule)))
                }
                _ => None,
            }
        }
        (Code::InPairs, _) => {
            let names: Vec<&str> = message.title.split('`').skip(1).step_by(2).collect();
            let naive = Naive::new(std::slice::from_ref(&file));
            let scores = naive.scores().iter().map(|score| &score.rule);
            let name = match &file.items[at].kind {
                ItemKind::Rule(rule) => &rule.name.text,
                ItemKind::Score(score) => &score.name.text,
                _ => return Some(false),
            };
            let mut own = naive.rules().iter().chain(scores).filter(|rule| rule.name == *name);
            Some(own.all(|rule| {
                let place = |name: &str| rule.variables.iter().position(|known| known == name);
                let (Some(one), Some(other)) = (place(names[0]), place(names[1])) else { return false };
                let rows = naive.all(&mut NoHost, rule);
                rows.iter().all(|row| {
                    let mut turned = row.clone();
                    turned.swap(one, other);
                    rows.contains(&turned)
                })
            }))
        }
        _ => None,
    }
}

#[test]
fn messages_about_the_meaning_of_random_programs_are_true() {
    let mut held: BTreeMap<Code, usize> = BTreeMap::new();
    let mut programs = 0;
    for seed in 0..trials(PROGRAMS) as u64 {
        let generate::Program { mut text, queries } = generate::program(seed);
        if tree(&text).items.iter_mut().filter_map(body_of).any(|body| variables(body) > MAX_VARIABLES) {
            continue;
        }
        programs += 1;
        let mut random = Random::new(seed);
        for _ in 0..CHANGES {
            if let Some(changed) = changed(&tree(&text), &mut random) {
                text = changed;
            }
        }
        let (_, messages) = check_text("test", &text);
        let expected = answers(&text, &queries);
        for message in &messages {
            if let Some(so) = holds(&text, &expected, &queries, message) {
                assert!(so, "seed {seed}: {message:?}\n{text}");
                *held.entry(message.code).or_default() += 1;
            }
        }
    }
    println!("{programs} programs: {held:?}");
    for (code, least) in [
        (Code::Duplicate, 3),
        (Code::NeverHolds, 20),
        (Code::Contained, 10),
        (Code::Shadowed, 2),
        (Code::Implied, 100),
    ] {
        let count = held.get(&code).copied().unwrap_or(0);
        assert!(count >= least || !trials::are_all(), "{code} was said {count} times");
    }
}
