//! Bases of one's own that lack what a search asks: it is said, and every command comes to its end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use blanche_compiler::runtime::Limits;
use noire::bases::Base;
use noire::games::abilities::{Ability, Asker, lacks};
use serde_json::Value;

/// A folder with a base that has these lines.
pub(crate) fn base(test: &str, lines: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("abilities").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let text = format!("base mine\nuse five-in-a-row/domain\nuse five-in-a-row/shapes\n{lines}");
    fs::write(folder.join("base.blanche"), text).expect("it can be written");
    folder.to_string_lossy().into_owned()
}

pub(crate) const ENDS: &str = "rule five for Color at level 0 if group(Group1, Color, 5)\n";
pub(crate) const FOURS: &str = "rule four for Color at level 1 plays Field1 if\n    \
                     group(Group1, Color, 4), in(Field1, Group1), empty(Field1)\n";
pub(crate) const FORCING: &str = "export forcing(Color, Field, Moves) for Color\n\
                       forcing(Color, Field, 1) :- group(Group_, Color, 3), in(Field, Group_), empty(Field)\n";

/// Bases with less and less, and what each lacks.
fn bases() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let reply = "export reply(Color, Other, Field) for Color against Other\n\
                 reply(Color, Other, Field) :- group(Group_, Other, 4), in(Field, Group_), empty(Field), \
                 ¬equal(Color, Other)\n";
    let score = "score two for Color attacking 2 defending 1 if group(Group, Color, 2)\n";
    vec![
        ("all", format!("{ENDS}{FOURS}{FORCING}{reply}{score}"), vec![]),
        ("no-scores", format!("{ENDS}{FOURS}{FORCING}{reply}"), vec!["score"]),
        ("no-reply", format!("{ENDS}{FOURS}{FORCING}"), vec!["reply", "score"]),
        ("rules", format!("{ENDS}{FOURS}"), vec!["forcing", "reply", "score"]),
        ("ends", ENDS.to_owned(), vec!["level 1", "forcing", "reply", "score"]),
        ("nothing", String::new(), vec!["level 0", "level 1", "forcing", "reply", "score"]),
        // An export that says nothing of fields, or not within how many moves, is not what is asked.
        (
            "others",
            format!(
                "{ENDS}{FOURS}export forcing(Color, Field) for Color\nforcing(Color, Field) :- color(Field, Color)\n"
            ),
            vec!["forcing", "reply", "score"],
        ),
    ]
}

/// Three stones in a row with room on both sides: a four, and then a five, for black.
pub(crate) const THREE: &str = "h8,a1,i8,c1,j8,e1";

pub(crate) fn noire(words: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let Output { stdout, stderr, status } =
        command.args(words).stdin(Stdio::null()).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (text(stdout), text(stderr), status.code())
}

#[test]
fn what_a_base_lacks_is_named() {
    for (test, lines, missing) in bases() {
        let base =
            Base::open(&base(&format!("named-{test}"), &lines), Limits::default()).expect("it can be read");
        let found = lacks(&base, Asker::Player("threats"));
        let names: Vec<&str> = found.iter().map(|lack| lack.ability.name()).collect();
        assert_eq!(names, missing, "{test}");
        assert!(found.iter().all(|lack| lack.colours.len() == 2), "{test}");
    }
    let one = base(
        "one",
        &format!(
            "{ENDS}{FOURS}export forcing(Color, Field, Moves) for black\nforcing(black, Field, 1) :- color(Field, none)\n"
        ),
    );
    let one = Base::open(&one, Limits::default()).expect("it can be read");
    let found = lacks(&one, Asker::Solver("classic"));
    let said: Vec<String> =
        found.iter().map(|lack| format!("{:?} {:?}", lack.ability, lack.colours)).collect();
    assert_eq!(said, ["Forcing [White]", "Reply [Black, White]", "Answer [Black, White]"]);
    assert!(
        found[0]
            .to_string()
            .starts_with("the base has no `export forcing(Color, Field, Moves) for Color` for white: ")
    );
}

#[test]
fn the_bases_that_are_built_in_lack_nothing() {
    for built_in in noire::bases::built_in() {
        let name = built_in.name;
        let base = Base::open(name, Limits::default()).expect("it is built in");
        for asker in [Asker::Solver("threats"), Asker::Player("threats"), Asker::Player("classic")] {
            let found: Vec<Ability> = lacks(&base, asker).into_iter().map(|lack| lack.ability).collect();
            assert_eq!(found, [], "{name}");
        }
    }
}

#[test]
fn a_search_says_what_it_lacks_and_comes_to_its_end() {
    for (test, lines, mut missing) in bases() {
        missing.retain(|name| *name != "score");
        let base = base(&format!("solve-{test}"), &lines);
        let (out, err, status) = noire(&["solve", "--base", &base, "--moves", THREE, "--nodes", "3000"]);
        assert_eq!(
            (status, err.matches("note: the base has no ").count()),
            (Some(0), missing.len()),
            "{test}: {err}"
        );
        assert_eq!(
            out.contains("was found: the base has no `export forcing"),
            missing.contains(&"forcing"),
            "{out}"
        );
        let json = ["solve", "--base", &base, "--moves", THREE, "--nodes", "3000", "--format", "json"];
        let object: Value = serde_json::from_str(&noire(&json).0).expect("it is an object");
        assert_eq!(object["missing"], Value::from(missing.clone()), "{test}");
        let wins = !missing.contains(&"forcing") && test != "ends" && test != "nothing";
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
fn experiments_say_what_they_lack() {
    for (test, lines, mut missing) in bases() {
        missing.retain(|name| *name != "score");
        let base = base(&format!("experiment-{test}"), &lines);
        let run = ["experiment", "--base", &base, "--level", "1", "--nodes", "5", "--format", "json"];
        let notes = |err: &str| err.matches("note: the base has no ").count();
        let (out, err, status) = noire(&[&run[..], &["--strategy", "threats"]].concat());
        assert_eq!((status, notes(&err)), (Some(0), missing.len()), "{test}: {err}");
        let object: Value = serde_json::from_str(&out).expect("it is an object");
        assert_eq!(object["missing"], Value::from(missing.clone()), "{test}");
        let (_, err, status) = noire(&run);
        assert_eq!((status, notes(&err)), (Some(0), missing.len() + 1), "`answer` too: {test}: {err}");
    }
}

#[test]
fn games_by_any_base_come_to_their_end() {
    for (test, lines, missing) in bases() {
        let base = base(&format!("play-{test}"), &lines);
        let (_, err, status) = noire(&[
            "contest",
            "--base",
            &base,
            "--games",
            "2",
            "--nodes",
            "20",
            "--first-depth",
            "1",
            "--second-depth",
            "1",
            "--second",
            "threats",
            "--second-level",
            "1",
        ]);
        assert_eq!(
            (status, err.matches("note: the base has no ").count()),
            (Some(0), missing.len()),
            "{test}: {err}"
        );
        let (_, err, status) = noire(&["play", "--base", &base, "--time", "0.01"]);
        assert_eq!(
            (status, err.matches("note: the base has no ").count()),
            (Some(0), missing.len()),
            "{test}: {err}"
        );
    }
}
