//! Tests that every command that plans a program reports it when the planner gives up.

use std::fmt::Write;

use super::times;
use crate::folder::Folder;

/// A program in which a rule calls a predicate whose body has too many variables to be planned.
fn too_long() -> String {
    let mut text = "sort thing = a, b words T playable\nplayers white, black\nfact q(a, b)\n".to_owned();
    text.push_str("long(T) :- q(T, T0)");
    for at in 0..50_000 {
        write!(text, ", q(T{at}, T{})", at + 1).expect("a text can be written");
    }
    text.push_str(", q(T50000, T50000)\nrule r for white at level 1 plays T1 if long(T1)\n");
    text.push_str("%? long(T)\n%= no\n");
    text
}

#[test]
fn every_command_that_plans_reports_an_exceeded_limit() {
    let folder = Folder::new("too-long").with("long.blanche", too_long());
    for words in [
        &["plan", "long.blanche"][..],
        &["emit", "long.blanche"],
        &["query", "long.blanche", "long(T)"],
        &["test", "long.blanche"],
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 1, "{words:?}");
        let said = format!("{}{}", ran.out, ran.err);
        assert_eq!(
            times(&said, "error[B0704]: `long` has more variables than can be planned"),
            1,
            "{words:?}: {said}"
        );
    }
}

#[test]
fn a_session_reports_an_exceeded_planner_limit_and_continues() {
    let folder = Folder::new("too-long-to-talk").with("long.blanche", too_long());
    let said = folder.run_with_input(&["repl", "long.blanche"], "long(T)\nq(T1, T2)\n").out;
    assert!(said.contains("error[B0704]: `long` has more variables than can be planned"), "{said}");
    assert!(said.contains("1 answer"), "{said}");
}

#[test]
fn a_build_script_reports_an_exceeded_planner_limit() {
    let folder = Folder::new("too-long-to-compile")
        .with("knowledge/long/base.blanche", format!("base long\n{}", too_long()));
    let compiled = blanche_compiler::compile(&folder.0.join("knowledge")).expect("the folder can be read");
    let found: Vec<&str> = compiled.diagnostics.iter().map(|message| message.code.number()).collect();
    assert!(found.contains(&"B0704"), "{found:?}");
    assert_eq!(compiled.rust(), "");
}
