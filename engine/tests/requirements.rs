//! Tests of user-defined bases that lack exports or rules that a search needs: every command reports this and finishes.

use std::process::{Command, Output, Stdio};

use blanche_compiler::runtime::Limits;
use noire::facts::Base;
use noire::games::requirements::{Requirement, SearchKind, missing_requirements};
use serde_json::Value;

pub(crate) use crate::incomplete_bases::{ENDS, FORCING, FOURS, base, bases};

/// Three black stones in a row with room on both sides, so that Black can make a four and then a five.
pub(crate) const THREE: &str = "h8,a1,i8,c1,j8,e1";

pub(crate) fn noire(words: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let Output { stdout, stderr, status } =
        command.args(words).stdin(Stdio::null()).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (text(stdout), text(stderr), status.code())
}

#[test]
fn missing_requirements_of_a_base_are_named() {
    for (test, lines, missing) in bases() {
        let base =
            Base::open(&base(&format!("named-{test}"), &lines), Limits::default()).expect("it can be read");
        let found = missing_requirements(&base, SearchKind::Player("threats"));
        let names: Vec<&str> = found.iter().map(|missing| missing.requirement.name()).collect();
        assert_eq!(names, missing, "{test}");
        assert!(found.iter().all(|missing| missing.colors.len() == 2), "{test}");
    }
    let one = base(
        "one",
        &format!(
            "{ENDS}{FOURS}export forcing(Color, Field, Moves) for black\nforcing(black, Field, 1) :- color(Field, none)\n"
        ),
    );
    let one = Base::open(&one, Limits::default()).expect("it can be read");
    let found = missing_requirements(&one, SearchKind::Solver("classic"));
    let said: Vec<String> =
        found.iter().map(|missing| format!("{:?} {:?}", missing.requirement, missing.colors)).collect();
    assert_eq!(said, ["Forcing [White]", "Reply [Black, White]", "Answer [Black, White]"]);
    assert!(
        found[0]
            .to_string()
            .starts_with("the base has no `export forcing(Color, Field, Moves) for Color` for white: ")
    );
}

#[test]
fn the_built_in_bases_lack_nothing() {
    for built_in in noire::facts::Base::built_in() {
        let name = built_in.name;
        let base = Base::open(name, Limits::default()).expect("it is built in");
        for kind in
            [SearchKind::Solver("threats"), SearchKind::Player("threats"), SearchKind::Player("classic")]
        {
            let found: Vec<Requirement> =
                missing_requirements(&base, kind).into_iter().map(|missing| missing.requirement).collect();
            assert_eq!(found, [], "{name}");
        }
    }
}

#[test]
fn a_search_notes_missing_requirements_and_ends() {
    for (test, lines, mut missing) in bases() {
        missing.retain(|name| *name != "score");
        let base = base(&format!("solve-{test}"), &lines);
        let (out, err, status) = noire(&["solve", "--game", &base, "--moves", THREE, "--nodes", "3000"]);
        assert_eq!(
            (status, err.matches("note: the base has no ").count()),
            (Some(0), missing.len()),
            "{test}: {err}"
        );
        let why = missing.iter().find_map(|name| match *name {
            "level 0" => Some("was found: the base has no rule of level 0, so neither side can win by it"),
            "forcing" => Some("was found: the base has no `export forcing"),
            _ => None,
        });
        assert!(out.contains(why.unwrap_or(" wins by ")) || test == "ends", "{test}: {out}");
        // Without rules of level 0, or without those of level 1, there are no wins.
        let may_win = !missing.contains(&"level 0") && !missing.contains(&"level 1");
        assert_eq!(err.contains("still wins"), may_win && missing.contains(&"forcing"), "{test}: {err}");
        let json = ["solve", "--game", &base, "--moves", THREE, "--nodes", "3000", "--format", "json"];
        let object: Value = serde_json::from_str(&noire(&json).0).expect("it is an object");
        assert_eq!(object["missing"], Value::from(missing.clone()), "{test}");
        let wins = !missing.contains(&"forcing") && !missing.contains(&"level 0") && test != "ends";
        assert_eq!(object["solved"], Value::from(wins), "{test}: {object}");
        let classic = [&json[..], &["--strategy", "classic"]].concat();
        let object: Value = serde_json::from_str(&noire(&classic).0).expect("it is an object");
        assert_eq!(
            object["missing"].as_array().map(Vec::len),
            Some(missing.len() + 1),
            "`answer` too: {object}"
        );
    }
}

#[test]
fn a_colour_without_a_winning_rule_is_reported() {
    let lines = format!("rule five for white at level 0 if group(Group1, white, 5)\n{FOURS}{FORCING}");
    let base = base("white-wins", &lines);
    let (out, err, _) = noire(&["solve", "--game", &base, "--moves", THREE, "--unchecked"]);
    let said = "the base has no rule of level 0 for black, so black cannot win by it";
    assert!(out.contains(&format!("no win for black was found: {said}")), "{out}");
    assert!(err.contains(&format!("note: {said}: ")), "{err}");
    let (out, _, _) = noire(&["solve", "--game", &base, "--moves", "a1,h8,c1,i8,e1,j8,g1"]);
    assert!(out.contains("white wins by fours within 3 moves, checked"), "{out}");
}

#[test]
fn a_base_without_winning_rules_is_not_run() {
    let free = "export free(Field)\nfree(Field) :- color(Field, none)\n";
    let bases = [
        ("no-rules", free.to_owned(), "no rules"),
        ("no-level-0", format!("{FOURS}{free}"), "no rule of level 0"),
    ];
    for (test, lines, missing) in bases {
        let base = base(&format!("undefined-{test}"), &lines);
        let runs: [&[&str]; 7] = [
            &["verify"],
            &["verify", "--format", "json"],
            &["coverage"],
            &["coverage", "--random", "10", "--format", "json"],
            &["coverage", "--game", "renju", "--against"],
            &["mutate"],
            &["mutate", "--format", "json"],
        ];
        for run in runs {
            let run = match run.last() {
                Some(&"--against") => [run, &[&base]].concat(),

                _ => [run, &["--game", &base]].concat(),
            };
            let (out, err, status) = noire(&run);
            assert_eq!((out.as_str(), status), ("", Some(0)), "{run:?}: {err}");
            let notes: Vec<&str> = err.lines().filter(|line| !line.contains("built-in")).collect();
            let said = format!("note: mine has {missing}, so neither side can win by it, and n");
            assert!(matches!(notes[..], [note] if note.starts_with(&said)), "{run:?}: {err}");
        }
        let (out, err, status) = noire(&["answers", "--game", &base]);
        assert_eq!(status, Some(0), "{err}");
        assert!(
            err.contains(&format!("note: mine has {missing}, so neither side can win by it, and ")),
            "{err}"
        );
        assert!(out.contains("\tthe export free\n"), "{out}");
    }
}

#[test]
fn verify_ends_at_once_if_there_are_only_rules_of_level_0() {
    let (out, err, status) = noire(&["verify", "--game", &base("definitions", ENDS)]);
    assert!(out.contains("mine, seed 1, 0 rounds: distinct matches"), "{out}");
    assert_eq!((out.matches("the definition of a won game").count(), status), (2, Some(0)), "{out}{err}");
}

#[test]
fn games_by_any_base_end() {
    for (test, lines, missing) in bases() {
        let base = base(&format!("play-{test}"), &lines);
        let (_, err, status) = noire(&[
            "contest",
            &base,
            "--games",
            "2",
            "--nodes",
            "20",
            "--player",
            "search:depth=1",
            "--player",
            "random",
        ]);
        assert_eq!(
            (status, err.matches("note: the base has no ").count()),
            (Some(0), missing.len()),
            "{test}: {err}"
        );
        let (_, err, status) = noire(&["play", "--game", &base, "--time", "0.01"]);
        assert_eq!(
            (status, err.matches("note: the base has no ").count()),
            (Some(0), missing.len()),
            "{test}: {err}"
        );
    }
}
