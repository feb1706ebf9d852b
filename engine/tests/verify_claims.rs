//! Tests of `noire verify` on the command line.

use std::process::Command;

use noire::board::{Color, Diagram, Point};
use serde_json::Value;

fn noire(arguments: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["verify", "--game", "renju-2001"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn json_has_an_object_for_every_rule() {
    let (out, err) = noire(&["--rounds", "1", "--format", "json", "--rule", "five"]);
    assert_eq!((out.lines().count(), err.as_str()), (2, ""));
    let five: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&five["level"], &five["definition"], &five["bound"]),
        (&0.into(), &true.into(), &Value::Null)
    );
    let (out, _) = noire(&["--rounds", "1", "--format", "json", "--rule", "z.threat"]);
    let object: Value = serde_json::from_str(out.trim()).unwrap();
    assert_eq!(object["rule"], "z.threat");
    assert_eq!((&object["colour"], &object["level"]), (&"white".into(), &5.into()));
    let [held, refuted] = ["held", "refuted"].map(|name| object[name].as_u64().unwrap());
    assert!(held > 100 && refuted > 100 && object["undecided"].is_u64());
    assert!(object["bound"].as_f64().unwrap() > refuted as f64 / (held + refuted) as f64);
    // The output is enough to reconstruct the counterexample. Its move is also one of its bindings.
    let found = &object["counterexample"];
    let play: Point = found["play"].as_str().unwrap().parse().unwrap();
    assert_eq!(found["bindings"]["Field1"], found["play"]);
    assert_eq!((found["line"].as_array().unwrap().len(), &found["confirmed"]), (2, &true.into()));
    assert_eq!((&found["moves"], &found["to_move"]), (&Value::Null, &"white".into()));
    let position = found["position"].as_str().unwrap().parse::<Diagram>().unwrap().position(None);
    // The claim needs three stones, and there are no other stones: those that could be left out were removed.
    let stones = Color::ALL.map(|color| position.stones(color).len());
    assert!(stones == [0, 3] && position.is_empty(play), "{position:?}");
}

#[test]
fn the_text_report_draws_the_counterexample_and_counts_claims() {
    let (out, err) = noire(&["--rounds", "1", "--rule", "t.threat", "--shard", "2/3", "--threads", "1"]);
    assert_eq!(err, "", "no progress where nobody looks");
    assert!(out.starts_with("renju-2001, seed 1, part 2 of 3, 1 round: distinct matches\n"), "{out}");
    assert!(out.contains("t.threat for black: not refuted in "), "{out}");
    assert!(
        out.contains("\nt.threat for white, level 3, plays ") && out.contains("* the play, ! the reply"),
        "{out}"
    );
    assert!(!out.contains("proved"));
}

#[test]
fn wrong_use_is_refused() {
    for (arguments, wanted) in [
        (&["--shard", "3/2"][..], "expected a part such as 2/5"),
        (&["--time=-1"], "expected a number of seconds that is not negative, such as 2.5"),
        (&["--rule", "z.thread"], "did you mean `z.threat`?"),
        (&["--file", "nowhere.tsv", "--rounds", "0"], "there is no file `nowhere.tsv`"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_noire"))
            .args(["verify", "--game", "renju-2001"])
            .args(arguments)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(wanted), "{text}");
    }
}
