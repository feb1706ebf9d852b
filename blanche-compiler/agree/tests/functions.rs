//! Tests of functional notation. Random programs have the same answers with calls as without. A predicate that the
//! checker accepts in a call never has two values.

use std::collections::{BTreeMap, BTreeSet};

use agree::sugar::{Sugared, sugared};
use agree::{Naive, NoHost, Value, generate};
use blanche_compiler::check_text;
use blanche_compiler::diagnostic::{Code, Severity};
use blanche_compiler::syntax::{ast, parse_query, print};

use crate::answers::{interpreted, interpreted_sums, naive, naive_sums, read};
use crate::changes::tree;
use crate::trials::{self, trials};

/// Number of random programs in a full test run.
const PROGRAMS: usize = 500;

/// A predicate: its name and arity.
type Predicate = (String, usize);

/// The program rewritten with calls of all predicates that the checker accepts, and the set of predicates that it
/// refuses. `None` if the program is invalid for another reason.
fn with_calls(file: &ast::File) -> Option<(Sugared, BTreeSet<Predicate>)> {
    let mut refused: BTreeSet<Predicate> = BTreeSet::new();
    loop {
        let sugared = sugared(file, &|name, arguments| !refused.contains(&(name.to_owned(), arguments)));
        let (_, said) = check_text("test", &print(&sugared.with_calls));
        let several: BTreeSet<Predicate> = said
            .iter()
            .filter(|message| message.code == Code::SeveralValues)
            .map(|message| {
                let signature = message.title.split('`').nth(1).expect("the title names the predicate");
                let (name, arguments) = signature.rsplit_once('/').expect("with its number of arguments");
                (name.to_owned(), arguments.parse().expect("that is a number"))
            })
            .collect();
        if several.is_empty() {
            let plain = check_text("test", &print(&sugared.plain)).1;
            let is_right = said.iter().chain(&plain).all(|message| message.severity != Severity::Error);
            return is_right.then_some((sugared, refused));
        }
        assert!(several.is_disjoint(&refused), "what is refused is not called any more");
        refused.extend(several);
    }
}

/// Whether the naive evaluator finds two values of a predicate's last argument for the same other arguments.
fn has_two_values(naive: &Naive, (name, arguments): &Predicate) -> bool {
    let variables: Vec<String> = (1..=*arguments).map(|number| format!("Xx{number}")).collect();
    let mut sources = blanche_compiler::files::Sources::default();
    let id = sources.add("query", format!("{name}({})", variables.join(", ")).as_bytes());
    let rows = naive.query(&mut NoHost, &parse_query(&sources, id).0).rows;
    let mut known: BTreeMap<&[Value], &Value> = BTreeMap::new();
    rows.iter().any(|row| {
        let (value, others) = row.split_last().expect("it has arguments");
        *known.entry(others).or_insert(value) != value
    })
}

#[test]
fn functional_notation_does_not_change_answers() {
    let (mut programs, mut calls, mut derived, mut needless) = (0, 0, 0, 0);
    for seed in 0..trials(PROGRAMS) as u64 {
        let generate::Program { text, queries } =
            if seed % 3 == 0 { generate::counting(seed) } else { generate::program(seed) };
        let Some((sugared, refused)) = with_calls(&tree(&text)) else { continue };
        if sugared.called.is_empty() {
            continue;
        }
        let (with_calls, plain) = (print(&sugared.with_calls), print(&sugared.plain));
        let query = queries.first().map(String::as_str);
        let (called, flat) = (read(&with_calls, query), read(&plain, query));
        let expected = naive(&flat);
        assert_eq!(naive(&called), expected, "seed {seed}, by the definition\n{with_calls}");
        assert_eq!(interpreted(&called), expected, "seed {seed}\n{with_calls}");
        assert_eq!(interpreted_sums(&called, &called.plan), naive_sums(&flat), "seed {seed}\n{with_calls}");
        let definition = Naive::new(&flat.trees);
        for predicate in sugared.called.keys() {
            assert!(
                !has_two_values(&definition, predicate),
                "seed {seed}: {predicate:?} is called\n{with_calls}"
            );
            derived += usize::from(predicate.0.starts_with("derived"));
        }
        needless += refused.iter().filter(|predicate| !has_two_values(&definition, predicate)).count();
        programs += 1;
        calls += sugared.called.values().sum::<usize>();
    }
    println!(
        "{programs} programs, {calls} calls, {derived} derived predicates; {needless} refused that have one value"
    );
    assert!(programs > trials(60) && calls > trials(80), "{programs} programs, {calls} calls");
    assert!(derived > 5 || !trials::are_all(), "{derived} derived predicates are called");
}

/// Whether the checker accepts a call of `f`, which has these facts and clauses. Panics if the checker accepts the call
/// although `f` has two values.
fn may_be_called(program: &str) -> bool {
    let text = format!("{program}asked(X, Y) :- p(X), equal(Y, f(X))\n");
    let (_, said) = check_text("test", &text);
    let other = said
        .iter()
        .find(|message| message.severity == Severity::Error && message.code != Code::SeveralValues);
    assert!(other.is_none(), "{other:?}\n{text}");
    let refused = said.iter().any(|message| message.code == Code::SeveralValues);
    let two = has_two_values(&Naive::new(&[tree(program)]), &("f".to_owned(), 2));
    assert!(refused || !two, "two values, and it may be called\n{text}");
    !refused
}

#[test]
fn the_check_finds_which_predicates_have_one_value() {
    const FACTS: &str = "sort number = 0 to 9 words N\nfact p(a), p(b), p(c)\nfact q(a), q(b)\n\
        fact one(a, 1), one(b, 2), one(c, 3)\nfact other(a, 4), other(b, 5)\nfact many(a, 1), many(a, 2), many(b, 3)\n\
        fact next(a, b), next(b, c)\nfact kind(a, small), kind(b, large), kind(c, large)\n";
    for (clauses, wanted) in [
        ("f(X, N) :- one(X, N)", true),
        ("f(X, N) :- many(X, N)", false),
        ("f(X, N) :- many(X, N), N > 1", false),
        ("f(X, 3) :- many(X, N_)", true),
        ("f(X, N) :- next(X, Y_), one(Y_, N)", true),
        ("f(X, N) :- next(Y_, X), one(Y_, N)", true),
        ("f(X, N) :- many(X, N_), N = N_ + 1", false),
        ("f(X, N) :- one(X, N_), N = N_ + 1", true),
        ("f(X, N) :- one(X, N1_), other(X, N2_), N + N1_ = N2_", true),
        ("f(X, N) :- one(X, N), q(X)\nf(X, N) :- other(X, N), ¬q(X)", true),
        ("f(X, N) :- one(X, N)\nf(X, N) :- other(X, N)", false),
        ("f(X, 1) :- kind(X, small)\nf(X, 2) :- kind(X, large)", true),
        ("f(X, 1) :- kind(X, small)\nf(X, 2) :- q(X)", false),
        ("f(X, 1) :- one(X, N_), N_ < 2\nf(X, 2) :- one(X, N_), N_ ≥ 2", true),
        ("f(X, 1) :- one(X, N_), N_ < 3\nf(X, 2) :- one(X, N_), N_ ≥ 2", false),
        ("f(X, 1) :- one(X, N_), N_ = 2\nf(X, 2) :- one(X, N_), N_ ≠ 2", true),
        ("f(X, N) :- p(X), (q(X), N = 1 ; ¬q(X), N = 2)", true),
        ("f(X, N) :- p(X), (q(X), N = 1 ; N = 2)", false),
        ("f(X, N) :- p(X), count N_ (many(X, N_)) = N", true),
        ("f(X, N) :- p(X), max N_ (many(X, N_)) = N", true),
        ("g(X, N) :- one(X, N)\nf(X, N) :- g(X, N)", true),
        ("g(X, N) :- one(X, N)\ng(X, N) :- other(X, N), ¬one(X, N_)\nf(X, N) :- g(X, N)", true),
        ("g(X, N) :- many(X, N)\nf(X, N) :- g(X, N)", false),
        ("f(X, 0) :- p(X), ¬next(X, Y_)\nf(X, N) :- next(X, Y_), f(Y_, N_), N = N_ + 1", true),
        ("f(X, 0) :- p(X)\nf(X, N) :- next(X, Y_), f(Y_, N_), N = N_ + 1", false),
        ("f(X, Y) :- next(X, Y)\nf(X, Y) :- next(Y_, X), f(Y_, Y)", false),
        ("f(X, N) :- one(X, N), ¬(next(X, Y_), q(Y_))\nf(X, N) :- other(X, N), next(X, Y_), q(Y_)", true),
        ("f(X, N) :- p(X), many(X, N), one(X, N)", true),
        ("f(a, 1) :- q(a)\nf(b, 2) :- q(b)\nf(X, 3) :- one(X, 3)", true),
    ] {
        assert_eq!(may_be_called(&format!("{FACTS}{clauses}\n")), wanted, "{clauses}");
    }
}
