//! Checks that exactly the programs accepted by the check can be evaluated, by comparison with the planner's
//! analysis. The programs are random, with derivations that are recursive through branches, negations and counts.

use super::{Bound, Modes, bit, check, rule_occurrences};
use crate::diagnostic::{Code, Severity, has_errors};
use crate::program::PredicateKind;
use crate::project::{Project, SearchPath};
use crate::random::Random;
use crate::{Checked, check_text, load};

const FACTS: &str = "players one, two\nfact f(a, b), f(b, c)\nfact g(c)\n";

fn checked(text: &str) -> Checked {
    let mut project = Project::default();
    let root = project.add("test", text.as_bytes());
    load(&mut project, root, &SearchPath::default())
}

/// A random body over `f/2`, `g/1` and the derived `d/1` and `e/2`.
fn body(random: &mut Random, depth: usize, local: bool) -> String {
    let literal = |random: &mut Random| literal(random, depth, local);
    let literals: Vec<String> = (0..random.between(1, 3)).map(|_| literal(random)).collect();
    literals.join(", ")
}

fn literal(random: &mut Random, depth: usize, local: bool) -> String {
    match random.below(if depth > 0 { 13 } else { 9 }) {
        0..=5 => atom(random, local),
        6 | 7 => format!("¬{}", atom(random, local)),
        8 => format!("{} = {}", variable(random, local), variable(random, local)),
        9 => format!("¬({})", body(random, depth - 1, true)),
        10 => format!("count Y_ ({}, {}) > 1", atom(random, true), body(random, depth - 1, true)),
        _ => format!("({} ; {})", body(random, depth - 1, local), body(random, depth - 1, local)),
    }
}

fn atom(random: &mut Random, local: bool) -> String {
    let mut argument = || variable(random, local);
    let (one, other) = (argument(), argument());
    match random.below(5) {
        0 => format!("g({one})"),
        1 => format!("d({one})"),
        2 => format!("e({one}, {other})"),
        3 => format!("f({one}, b)"),
        _ => format!("f({one}, {other})"),
    }
}

fn variable(random: &mut Random, local: bool) -> &'static str {
    let names = ["X", "Y", "Z", "X_", "Y_"];
    names[random.below(if local { 5 } else { 3 })]
}

#[test]
fn the_check_accepts_exactly_the_programs_that_can_be_evaluated() {
    let (mut passed, mut refused, mut recursive) = (0, 0, 0);
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let mut clauses = String::new();
        for head in ["d(X)", "e(X, Y)", "d(X)"].iter().take(random.between(1, 3)) {
            clauses += &format!("{head} :- g(X), {}\n", body(&mut random, 2, false));
        }
        let rule = format!("rule r for one at level 0 if {}\n", body(&mut random, 2, false));
        let text = format!("{FACTS}d(X) :- g(X)\ne(X, Y) :- f(X, Y)\n{clauses}{rule}");
        let checked = checked(&text);
        let resolved = &checked.resolved;
        if has_errors(&resolved.diagnostics) {
            continue;
        }
        let mut modes = Modes::new(&resolved.program, &resolved.broken);
        let mut can_all = true;
        for (id, predicate) in resolved.program.predicates.iter().enumerate() {
            if let PredicateKind::Derived(_) = predicate.kind {
                let all = (0..predicate.arity()).fold(0, |all, at| all | bit(at));
                can_all &= modes.answerable(crate::program::PredicateId(id as u32), all, predicate.arity());
            }
        }
        for rule in &resolved.program.rules {
            let (bound, stuck) = modes.closure(&rule.body, Bound::new(), &rule_occurrences(rule));
            can_all &= stuck.is_empty() && rule.answer.iter().all(|id| bound.contains(id));
        }
        let found = check(resolved);
        assert_eq!(found.is_empty(), can_all, "seed {seed}:\n{text}{found:#?}");
        (passed, refused) = (passed + usize::from(can_all), refused + usize::from(!can_all));
        recursive += usize::from(!can_all && text.matches("d(").count() > 3);
    }
    assert!(passed > 100 && refused > 100 && recursive > 50, "{passed} {refused} {recursive}");
}

#[test]
fn a_recursive_branch_may_leave_a_variable_unbound_like_any_other() {
    for branch in ["d(X)", "g(X)", "e(X)", "¬g(X), d(X)"] {
        let text =
            format!("{FACTS}d(X) :- g(X), ({branch} ; f(Y, Z_)), ¬f(Y, b)\ne(X) :- g(X), d(X)\n%? d(c)\n");
        let found = check_text("test", &text).1;
        let errors = found.iter().filter(|one| one.severity == Severity::Error);
        let errors: Vec<Code> = errors.map(|one| one.code).collect();
        assert_eq!(errors, [Code::BranchUnbound], "{branch}");
    }
}

#[test]
fn a_caller_is_not_asked_to_bind_what_would_not_help() {
    let text = format!("{FACTS}d(X) :- g(X), (d(X) ; f(Y, Z_)), ¬f(Y, b)\nr(Y) :- g(Y), d(X_), f(X_, Y)\n");
    let found = check_text("test", &text).1;
    assert!(found.iter().all(|message| message.code != Code::CallerMustBind), "{found:#?}");
    assert!(found.iter().any(|message| message.code == Code::BranchUnbound), "{found:#?}");
    // Mutual recursion is reported nevertheless.
    let both = "d(X) :- ¬f(X, b), g(X), e(Y_)\ne(X) :- ¬f(X, b), d(Y_)\n";
    assert!(has_errors(&check_text("test", &format!("{FACTS}{both}")).1));
}
