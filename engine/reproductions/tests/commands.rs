//! Tests of `reproduce` as users run it: the output of its commands, and their exit status.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::incomplete_bases::{self, ENDS, FOURS};
use crate::programs::{Ran, folder, told};
use crate::reproduce;

/// Every command, with arguments that finish quickly and print something.
const COMMANDS: [&[&str]; 5] = [
    &["experiment", "--strategy", "threats", "--game", "renju", "--level", "1", "--nodes", "1"],
    &["learning", "--runs", "1"],
    &["tables", "--games", "2"],
    &["matches", "othello-exposed", "--games", "2"],
    &["loops", "cross.2", "--time", "0"],
];

/// The commands that the help lists.
fn listed() -> Vec<String> {
    let all = reproduce(&["--help"]).out;
    let list = all.split_once("Commands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("a list").0;
    let lines = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn help_describes_each_command_and_ends_with_examples() {
    for command in listed() {
        let ran = reproduce(&[&command, "--help"]);
        assert_eq!(ran.status, 0, "{command}");
        let (what, _) = ran.out.split_once("\n\n").expect("what it does stands first");
        assert!(what.len() > 20, "{command}: {what}");
        let examples = ran.out.split_once("\nExample").map_or("", |(_, examples)| examples);
        assert!(examples.contains(&format!("reproduce {command}")), "{command} shows an example");
    }
}

#[test]
fn an_experiment_reports_searches_that_reached_the_limit() {
    let words = ["experiment", "--strategy", "threats", "--game", "renju", "--level", "5", "--nodes", "300"];
    let ran = reproduce(&words);
    assert!(ran.out.contains("none in the first 300 positions"), "{}", ran.out);
    assert!(!ran.out.contains("no win found  no win found"), "{}", ran.out);
    // Closing standard output ends the program.
    let mut child = Command::new(env!("CARGO_BIN_EXE_reproduce"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let ended = Ran::from(child.wait_with_output().expect("it ends"));
    assert!(!ended.err.contains("panicked"), "{}", ended.err);
}

#[test]
fn an_experiment_reports_what_its_base_lacks() {
    for (test, lines, mut missing) in incomplete_bases::bases() {
        missing.retain(|name| *name != "score");
        if missing.contains(&"level 0") {
            continue;
        }
        let base = incomplete_bases::base(&format!("experiment-{test}"), &lines);
        let run = ["experiment", "--game", &base, "--level", "1", "--nodes", "5", "--format", "json"];
        let notes = |err: &str| err.matches("note: the base has no ").count();
        let Ran { out, err, status } = reproduce(&[&run[..], &["--strategy", "threats"]].concat());
        assert_eq!((status, notes(&err)), (0, missing.len()), "{test}: {err}");
        let object: Value = serde_json::from_str(&out).expect("it is an object");
        assert_eq!(object["missing"], Value::from(missing.clone()), "{test}");
        let Ran { err, status, .. } = reproduce(&run);
        assert_eq!((status, notes(&err)), (0, missing.len() + 1), "`answer` too: {test}: {err}");
    }
}

#[test]
fn a_base_without_winning_rules_is_not_searched() {
    for (test, lines, lacks) in [("no-rules", "", "no rules"), ("no-level-0", FOURS, "no rule of level 0")] {
        let base = incomplete_bases::base(&format!("undefined-{test}"), lines);
        let ran = reproduce(&["experiment", "--game", &base]);
        assert_eq!((ran.out.as_str(), ran.status), ("", 0), "{}", ran.err);
        let said =
            format!("note: mine has {lacks}, so neither side can win by it, and nothing is searched\n");
        assert!(ran.err.ends_with(&said), "{}", ran.err);
    }
}

/// An export that does not check whether a field is empty.
const FORCING_ANYWHERE: &str = "export forcing(Color, Field, Moves) for Color\n\
                                forcing(Color, Field, 1) :- group(Group_, Color, 3), in(Field, Group_)\n";

#[test]
fn forcing_fields_without_room_for_a_stone_are_reported_once() {
    let base = incomplete_bases::base("experiment-anywhere", &format!("{ENDS}{FOURS}{FORCING_ANYWHERE}"));
    let ran = reproduce(&["experiment", "--game", &base, "--nodes", "100", "--level", "3"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told = ran.err.lines().filter(|line| line.contains("the export `forcing`")).count();
    assert_eq!(told, 1, "{}", ran.err);
}

#[test]
fn the_compiled_back_end_is_refused_without_compiled_rules() {
    let base = incomplete_bases::base("experiment-compiled", ENDS);
    let ran = reproduce(&["experiment", "--game", &base, "--backend", "compiled"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.ends_with("error: this program does not have the rules of mine compiled in\n"),
        "{}",
        ran.err
    );
}

#[test]
fn an_unknown_experiment_gets_a_suggestion() {
    for command in ["learning", "matches"] {
        let ran = reproduce(&[command, "othello-exposd"]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        let said = "error: there is no experiment `othello-exposd`\n  did you mean `othello-exposed`?\n";
        assert_eq!(ran.err, said, "{command}");
    }
}

#[test]
fn a_number_that_exceeds_all_memory_is_refused() {
    let ran = reproduce(&["tables", "--games", "1000000000000"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
}

#[test]
fn a_long_experiment_shows_its_progress() {
    let words = ["experiment", "--strategy", "threats", "--game", "renju", "--level", "1,3", "--nodes", "1"];
    let output =
        Command::new(env!("CARGO_BIN_EXE_reproduce")).args(words).env("NOIRE_PROGRESS", "0").output();
    let ran = Ran::from(output.expect("the program starts"));
    let lines = told(&ran.err);
    assert!(lines.len() >= 10, "{}", ran.err);
    assert!(lines.is_sorted_by_key(|(_, done, _)| *done), "{}", ran.err);
}

#[test]
fn curves_overwrite_only_older_curves() {
    let place = folder("curves", &[("other.svg", "precious")]);
    let words = |file: &str| ["learning", "--runs", "1", "--svg", file].map(str::to_owned);
    let written = |file: &str| reproduce(&words(file).each_ref().map(String::as_str));
    let file = format!("{place}/curves.svg");
    for time in ["new", "again"] {
        let ran = written(&file);
        assert_eq!(ran.status, 0, "{time}: {}", ran.err);
        assert!(fs::read_to_string(&file).is_ok_and(|text| text.starts_with("<svg ")), "{time}");
    }
    let other = format!("{place}/other.svg");
    let ran = written(&other);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert_eq!(fs::read_to_string(&other).expect("it is there"), "precious");
}

fn run(words: &[&str], out: Stdio) -> Output {
    let mut started = Command::new(env!("CARGO_BIN_EXE_reproduce"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may have ended without reading its input.
    let _ = started.stdin.take().expect("it has an input").write_all(b"\n");
    started.wait_with_output().expect("it ends")
}

#[test]
fn the_panic_tests_cover_every_command() {
    for name in listed() {
        assert!(COMMANDS.iter().any(|words| words[0] == name), "{name} is not tried");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_command_panics_if_standard_output_is_full() {
    for words in COMMANDS {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("there is one");
        let ran = run(words, full.into());
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(
            err.ends_with("error: the output cannot be written: No space left on device (os error 28)\n"),
            "{words:?}: {err}"
        );
        assert_eq!(ran.status.code(), Some(3), "{words:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn no_command_panics_if_its_output_is_closed() {
    for words in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let ran = run(words, writer.into());
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(!err.contains("panicked") && !err.contains("error"), "{words:?}: {err}");
        assert_eq!(ran.status.code(), Some(0), "{words:?}: {err}");
    }
}
