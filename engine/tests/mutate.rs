//! Tests of `noire mutate` on the command line.

use std::fs;
use std::path::Path;
use std::process::Command;

use noire::facts::Base;
use serde_json::Value;

use crate::commands::base;

fn noire(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_noire")).args(words).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal ends it"), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_says_which_test_notices_and_draws_survivors() {
    let rules = "
rule middle for white at level 1 plays Field1 if
    white.four(Group1), in(Field1, Group1), empty(Field1), ¬in(h8, Group1)
rule five for white at level 0 if white.five(Group1)
";
    let folder = base("mutate/command", rules);
    fs::write(
        Path::new(&folder).join("positions.txt"),
        "rule middle for white\napplies, plays g1: four\n 1 x o o o o .\n   b c d e f g\n\napplies, plays h1: no\n 1 .\n   a\n",
    )
    .unwrap();
    let (status, out, err) = noire(&["mutate", &folder, "--rounds", "1"]);
    assert_eq!(status, 0, "{err}");
    assert!(
        err.contains("note: the answers of the rules of mine are not recorded; `noire answers "),
        "{err}"
    );
    assert!(err.contains("positions.txt:6:1: the unchanged rules fail this example"), "{err}");
    assert!(out.starts_with("mine: "), "{out}");
    assert!(out.contains("middle for white: ¬in(h8, Group1) left out"), "{out}");
    assert!(out.contains("for positions.txt:\n\n    rule middle for white\n\n    misses: …\n"), "{out}");
    let (_, json, _) = noire(&["mutate", &folder, "--rounds", "1", "--format", "json", "--rule", "middle"]);
    let objects: Vec<Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let of = |what: &str| {
        objects.iter().find(|object| object["before"] == what && object["change"] == "left out").unwrap()
    };
    assert_eq!(of("in(Field1, Group1)")["noticed"], "compiler", "what is left has no variable in common");
    assert_eq!(of("empty(Field1)")["noticed"], "positions");
    let survivor = of("¬in(h8, Group1)");
    assert_eq!(survivor["noticed"], Value::Null);
    assert_eq!(survivor["difference"]["before"], Value::Null);
    assert!(survivor["difference"]["after"]["Field1"].is_string());
    let (status, _, err) = noire(&["mutate", &folder, "--rule", "midle"]);
    assert_eq!(status, 2);
    let wanted = "error: mine has no rule, score, preference, export, draw or move `midle`\n  did you mean `middle`?\n";
    assert!(err.ends_with(wanted), "{err}");
}

#[test]
fn the_written_list_of_survivors_is_recognised() {
    let rules = "
rule five for white at level 0 if group(Group1, white, 5)
rule four for white at level 1 plays Field1 if white.four(Group1), in(Field1, Group1), empty(Field1), color(Field1, none)
";
    let folder = base("mutate/list", rules);
    let file = format!("{folder}/survivors.txt");
    let (status, _, err) = noire(&["mutate", &folder, "--rounds", "1", "--output", &file]);
    assert_eq!(status, 0, "{err}");
    let text = fs::read_to_string(&file).expect("it was written");
    let name = "list/base.blanche: four for white: color(Field1, none) left out";
    assert!(
        text.contains(&format!("\n{name}\n    ? the same answers in all positions of the tests ")),
        "{text}"
    );
    let given = text.replace("? the same", "It says what empty says, so there are the same");
    let given = format!("{given}\nlist/base.blanche: gone: it left out\n    Why.\n");
    fs::write(&file, &given).expect("it can be written");
    let line = given.lines().position(|line| line.ends_with("gone: it left out")).expect("it is listed") + 1;
    let (_, out, err) = noire(&["mutate", &folder, "--rounds", "1"]);
    let gone = format!("survivors.txt:{line}:1: there is no mutant `list/base.blanche: gone: it left out`\n");
    assert!(err.contains(&gone), "{err}");
    assert!(!out.contains("four for white: color(Field1, none) left out   "), "{out}");
    assert!(Base::built_in().iter().all(|base| base.name != "mine"));
}
