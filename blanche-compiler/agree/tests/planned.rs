//! Every program that the checks accept can be planned and compiled to Rust, and has the right answers. The tests use
//! bodies with very many variables, and programs that were changed so often that no person would have written them.

use agree::generate;
use blanche_compiler::check_text;
use blanche_compiler::diagnostic::Severity;
use blanche_compiler::emit::{Unit, emit};
use blanche_compiler::files::Sources;
use blanche_compiler::random::Random;
use blanche_compiler::syntax::print;

use crate::answers::{Read, interpreted, interpreted_sums, naive, naive_sums, read};
use crate::changes::{MAX_VARIABLES, body_of, changed, tree, variables};
use crate::disturbances::disturbed;
use crate::trials::trials;

/// Number of random programs in a full test run.
const PROGRAMS: usize = 80;

/// The first seed. With smaller seeds, some clauses have more variables than the naive evaluator can try.
const FIRST: u64 = 24;

/// Number of changes that are tried on each program. Changes that the checks reject are undone.
const CHANGES: usize = 12;

fn is_accepted(text: &str) -> bool {
    let (_, messages) = check_text("test", text);
    messages.iter().all(|message| message.severity != Severity::Error)
}

/// Parses and plans a program, and checks that it can be compiled to Rust.
fn planned(text: &str) -> Read {
    let program = read(text, None);
    let mut sources = Sources::default();
    sources.add("program", text.as_bytes());
    let unit = Unit { name: "program", program: &program.program, plan: &program.plan, hash: 0 };
    let modules = emit(&sources, &[unit]).expect("it is short");
    assert_eq!(modules.last().map(|module| module.name.as_str()), Some("program"), "{text}");
    program
}

/// Whether the naive evaluator can evaluate the program quickly.
fn is_small(text: &str) -> bool {
    let mut file = tree(text);
    file.items.iter_mut().filter_map(body_of).all(|body| variables(body) <= MAX_VARIABLES)
}

/// Prints the seed and text of a program if its test panics.
struct Named<'t>(u64, &'t str);

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("seed {}:\n{}", self.0, self.1);
        }
    }
}

#[test]
fn every_accepted_program_is_planned_and_agrees_with_the_definition() {
    let (mut accepted, mut asked, mut answered) = (0, 0, 0);
    for seed in FIRST..FIRST + trials(PROGRAMS) as u64 {
        let generate::Program { mut text, .. } = generate::program(seed);
        let mut random = Random::new(seed);
        for _ in 0..CHANGES {
            let file = tree(&text);
            let other = match random.below(4) {
                0 => changed(&file, &mut random),
                _ => Some(print(&disturbed(&file, &mut random))).filter(|other| is_accepted(other)),
            };
            let Some(other) = other.filter(|other| *other != text) else { continue };
            text = other;
            accepted += 1;
            let named = Named(seed, &text);
            let program = planned(named.1);
            if is_small(&text) {
                let expected = naive(&program);
                assert_eq!(interpreted(&program), expected);
                assert_eq!(interpreted_sums(&program, &program.plan), naive_sums(&program));
                asked += 1;
                answered += usize::from(expected.iter().any(|answer| !answer.rows.is_empty()));
            }
        }
    }
    println!("{accepted} programs, {asked} of them asked, {answered} with answers");
    assert!(
        accepted > trials(300) && asked > trials(20) && answered * 4 > asked,
        "{accepted} {asked} {answered}"
    );
}

/// The literals `relation(X0, X1), relation(X1, X2), …`, in reverse order.
fn chain(relation: &str, count: usize) -> String {
    let literal = |at: usize| format!("{relation}(X{at}, X{})", at + 1);
    (0..count - 1).rev().map(literal).collect::<Vec<_>>().join(", ")
}

/// Facts that form a cycle of three nodes, in which each node has one successor.
const ROUND: &str = "players white, black\nfact next(a, b)\nfact next(b, c)\nfact next(c, a)\n\
    on(X, Y) :- ¬next(X, X), next(X, Y), equal(X, a)\non(X, Y) :- ¬next(X, X), next(X, Y), ¬equal(X, a)\n\
    backwards(X, Y) :- next(Y, X)\n";

#[test]
fn a_body_may_have_many_variables() {
    for count in [12, 13, 32, 33, 40, 70] {
        let around = format!("{}, {}", chain("on", count), "next(X0, X1)");
        let branches = format!("({} ; {}), next(X0, X1)", chain("next", count), chain("backwards", count));
        for premise in [chain("next", count), around, branches] {
            let text = format!("{ROUND}rule long for white at level 0 if {premise}\n");
            let program = planned(&text);
            let rows = &interpreted(&program)[0].rows;
            // Each of the three nodes can be the start, which determines all other nodes.
            assert_eq!(rows.len(), 3, "{text}");
            assert!(rows.iter().all(|row| row.len() == count), "{text}");
        }
    }
}
