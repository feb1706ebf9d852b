//! Tests of `noire explain`: derivations, the reasons why a rule fails, and pictures. The snapshots are in
//! `snapshots/explain/`.

use std::process::Command;

use blanche_compiler::why::Fact;
use noire::presentation::words::fact;
use serde_json::Value;

use crate::commands::{base, noire};
use crate::snapshot_folders;

/// Three white stones in a rising diagonal and two in another: a Z-threat, and nearly a T-threat.
const MOVES: &str = "h8,g9,d8,h10,i8,i11,g7";

fn explain(words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let output = command.arg("explain").args(words).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

fn snapshot(name: &str, text: &str) {
    snapshot_folders::settings("explain").bind(|| insta::assert_snapshot!(name.to_owned(), text));
}

#[test]
fn a_rule_that_applies_is_derived_down_to_the_stones() {
    snapshot("applies", &explain(&["--moves", MOVES, "--game", "renju-2001"]));
}

#[test]
fn the_literals_that_stop_a_rule_are_printed() {
    let mut text = String::new();
    for (base, rule, moves) in [
        ("renju-2001", "t.threat for white", "h8,g8,a1,g9,b3,g10,h9,h11,d3,i10,h3,f10"),
        ("renju-2001", "cross.1", MOVES),
        ("renju", "z.threat for white", "h8,a1,h9,a3"),
        ("renju", "double.three", "h9,a1,h10,a3,i8,a5,j8"),
        ("renju", "five for white", ""),
    ] {
        text.push_str(&format!("$ noire explain --game {base} --rule '{rule}' --moves '{moves}'\n\n"));
        text.push_str(&explain(&["--game", base, "--rule", rule, "--moves", moves]));
        text.push('\n');
    }
    snapshot("does-not-apply", &text);
}

#[test]
fn explanations_are_printed_as_json() {
    let text = explain(&["--moves", MOVES, "--game", "renju-2001", "--rule", "cross.1", "--format", "json"]);
    let object: Value = serde_json::from_str(&text).expect("an object on a line");
    let rules = object["rules"].as_array().expect("rules");
    assert!(!rules.is_empty());
    for rule in rules {
        assert_eq!(rule["applies"], false, "{rule:#}");
        let literals = rule["furthest"][0]["literals"].as_array().expect("literals");
        assert!(literals.iter().any(|literal| literal["holds"] == false), "{rule:#}");
    }
    snapshot("json", &format!("{object:#}\n"));
}

#[test]
fn a_picture_shows_the_board_and_the_tree() {
    let text = explain(&["--moves", MOVES, "--game", "renju-2001", "--rule", "z.threat", "--format", "svg"]);
    assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"));
    assert_eq!(text.matches("<text").count(), text.matches("</text>").count());
    snapshot("picture", &text);
}

/// A base with a rule whose premise has 2^30 proofs.
fn doubling() -> String {
    let link = |at| format!("d{at}(Field, Group) :- d{0}(Field, Group), d{0}(Field, Group)\n", at - 1);
    let chain: String = (1..=30).map(link).collect();
    // Each predicate gets a second clause, so that the explainer must evaluate a query to find out which clause holds.
    let other = |at| format!("d{at}(Field, Group) :- d0(Field, Group), color(Field, black)\n");
    let others: String = (1..=30).map(other).collect();
    let rules = format!(
        "rule five for white at level 0 if white.five(Group1)\n\
         d0(Field, Group) :- white.three(Group), in(Field, Group), empty(Field)\n{chain}{others}\
         rule doubling for white at level 3 plays Field1 if d30(Field1, Group1)\n"
    );
    base("doubling", &rules)
}

#[test]
fn a_shared_subproof_is_printed_once_in_every_format() {
    let base = doubling();
    let of = |words: &[&str]| noire(&[&["explain", "--game", &base, "--moves", MOVES], words].concat());
    let text = of(&["--rule", "doubling"]);
    assert_eq!((text.status, text.out.matches("─ d15(e7, e7.i11)").count()), (0, 2), "{}", text.out);
    assert!(text.out.contains("d15(e7, e7.i11)  % as at 15 above\n"), "{}", text.out);
    let json = of(&["--rule", "doubling", "--format", "json"]);
    let object: Value = serde_json::from_str(&json.out).expect("an object on a line");
    let first = &object["rules"][0]["because"][0]["because"];
    assert_eq!((&first[0]["said"], &first[0]["number"]), (&"d29(e7, e7.i11)".into(), &1.into()), "{first:#}");
    assert_eq!((&first[1]["said"], &first[1]["as"]), (&"d29(e7, e7.i11)".into(), &1.into()), "{first:#}");
    assert_eq!((&first[1]["because"], &object["rules"][0]["left_out"]), (&Value::Null, &Value::Null));
    assert!(json.out.len() < 20_000, "{}", json.out.len());
    let picture = of(&["--rule", "doubling", "--format", "svg"]);
    assert!(picture.status == 0 && picture.out.len() < 20_000, "{}", picture.err);
}

#[test]
fn explanations_found_within_the_limits_are_shown() {
    let base = doubling();
    let of = |words: &[&str]| noire(&[&["explain", "--game", &base, "--moves", MOVES], words].concat());
    let found = of(&["--work", "10000"]);
    assert_eq!(found.status, 1, "{}", found.out);
    assert!(found.out.contains("level 3, doubling for white: plays e7\n"), "{}", found.out);
    assert!(found.out.contains("├─ d29(e7, e7.i11)  % 1: "), "{}", found.out);
    assert!(found.out.contains(" …\n"), "{}", found.out);
    assert!(found.out.contains("\n    … marks what is left out: `:why d"), "{}", found.out);
    assert!(
        found.out.ends_with("    the step limit of 10000 was exceeded; --work N allows more\n"),
        "{}",
        found.out
    );
    let json = of(&["--work", "10000", "--format", "json"]);
    let object: Value = serde_json::from_str(&json.out).expect("an object on a line");
    let rule = &object["rules"][0];
    assert_eq!((&rule["left_out"], &rule["limits"][0]), (&"work".into(), &"work".into()), "{rule:#}");
    let picture = of(&["--work", "10000", "--format", "svg"]);
    assert!(
        picture.out.contains(">the step limit of 10000 was exceeded; --work N allows more</text>"),
        "{}",
        picture.out
    );
    // A rule that exceeds a limit is reported, and the results of the other rules are still shown.
    let nothing = of(&["--work", "5"]);
    let said = "level 3, doubling for white: whether it applies is not known";
    assert!(nothing.status == 1 && nothing.out.contains(said), "{}", nothing.out);
    let late = of(&["--time", "0", "--format", "json"]);
    let object: Value = serde_json::from_str(&late.out).expect("an object on a line");
    assert_eq!(
        (late.status, &object["rules"], &object["unasked"]),
        (1, &Value::Array(Vec::new()), &2.into())
    );
}

#[test]
fn the_position_of_a_field_in_a_group_is_described() {
    let said = |arguments: [&str; 4]| {
        let arguments = arguments.map(str::to_owned).to_vec();
        fact(&Fact { predicate: "in".to_owned(), arguments })
    };
    assert_eq!(said(["f8", "e8.i8", "1", "5"]).as_deref(), Some("f8 lies in e8.i8"));
    assert_eq!(said(["f8", "e8.i8", "0", "3"]).as_deref(), Some("f8 has the position 2 in e8.i8"));
    assert_eq!(said(["d8", "e8.i8", "0", "5"]).as_deref(), Some("d8 borders e8.i8"));
    assert_eq!(said(["j8", "e8.i8", "6", "6"]).as_deref(), Some("j8 borders e8.i8"));
    assert_eq!(said(["a1", "e8.i8", "0", "6"]), None);
}

/// A literal that was not evaluated within the limits is not reported as failing. Here the rule applies, and its first
/// literal holds.
#[test]
fn literals_that_were_not_evaluated_are_marked_as_unknown() {
    let ran = crate::commands::noire(&[
        "explain", "noughts", "--moves", "b2 b1 a1", "--rule", "fork", "--work", "3",
    ]);
    assert!(ran.out.contains("¬gap(Field_, o)            ?\n"), "{}", ran.out);
    assert!(ran.out.contains("? it is unknown whether this holds: ¬gap(Field_, o)\n"), "{}", ran.out);
    assert!(!ran.out.contains('⊥'), "{}", ran.out);
}
