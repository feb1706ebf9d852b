//! Tests of `noire answers` on the command line.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::commands::{folder, noire};

/// A folder for this test with a copy of a built-in base. In one file, the first occurrence of `old` is replaced by
/// `new`.
fn copied(test: &str, name: &str, (file, old, new): (&str, &str, &str)) -> String {
    // The folder has the name of the base, because other files refer to this base by the name of its folder.
    let to = folder(&format!("{test}/{name}"), &[]);
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge").join(name);
    for entry in fs::read_dir(from).expect("it can be read").flatten() {
        let text = fs::read_to_string(entry.path()).expect("it is a text");
        let is_changed = entry.file_name() == file;
        assert!(!is_changed || text.contains(old), "{file} does not say {old}");
        let text = if is_changed { text.replacen(old, new, 1) } else { text };
        fs::write(Path::new(&to).join(entry.file_name()), text).expect("it can be written");
    }
    to
}

/// A user-defined base whose answers are stored in a file next to it.
const OWN: &str = "\
base own

use five-in-a-row/shapes

%% One stone makes five.
rule four for white at level 1 plays Field1 if
    white.four(Group1), in(Field1, Group1), empty(Field1)

%% One stone inside makes four.
rule three for white at level 3 plays Field1 if
    white.three(Group1), in(Field1, Group1, 2, 4), empty(Field1)
";

/// The base after a change: one rule no longer plays at one end of a group, the other now plays at both ends too.
fn changed() -> String {
    OWN.replace("(Field1, Group1)", "(Field1, Group1, 2, 5)")
        .replace("(Field1, Group1, 2, 4)", "(Field1, Group1)")
}

/// A folder with that base and its stored answers. The rules have been changed since the answers were stored.
fn own(test: &str) -> (String, PathBuf) {
    let to = folder(&format!("{test}/own"), &[("base.blanche", OWN)]);
    let ran = noire(&["answers", "--game", &to, "--update"]);
    assert_eq!((ran.status, &*ran.out), (0, ""), "{}", ran.err);
    let file = Path::new(&to).join("base.blanche");
    fs::write(file, changed()).expect("it can be written");
    let answers = Path::new(&to).join("answers.txt");
    (to, answers)
}

#[test]
fn the_command_draws_a_position_with_a_gained_and_one_with_a_lost_answer() {
    let (folder, _) = own("answers-check");
    let ran = noire(&["answers", "--game", &folder, "--check"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let (four, three) = ran.out.split_once("three for white: ").expect("both are told of");
    assert!(four.starts_with("four for white: ") && four.contains("\n  fewer answers in "), "{four}");
    assert!(four.contains(", 0 answers now\n") && !four.contains("more answers"), "{four}");
    assert!(three.contains("  more answers in ") && three.contains("\n    + Field1 = "), "{three}");
    assert!(!three.contains("fewer answers"), "{three}");
    assert!(three.contains("[*]") || three.contains(" * "), "the move is drawn: {three}");
    assert!(ran.out.contains("\n2 of 4 questions give other answers\n"), "{}", ran.out);
    assert!(
        ran.out.contains("`--against` a folder with the earlier rules shows what they answered before"),
        "{}",
        ran.out
    );
    // The command shown for details can be run as it is.
    let line = three.lines().find(|line| line.contains("noire explain")).expect("a command is shown").trim();
    let (options, title) = line.trim_end_matches('\'').split_once(" --rule '").expect("of a rule");
    let words: Vec<&str> = options.split(' ').skip(1).chain(["--rule", title]).collect();
    let explained = noire(&words);
    assert_eq!(explained.status, 0, "{}", explained.err);
    assert!(explained.out.contains("three for white: plays "), "{}", explained.out);
}

#[test]
fn two_bases_are_compared_answer_by_answer() {
    let before = folder("answers-against/before", &[("base.blanche", OWN)]);
    let now = folder("answers-against/now", &[("base.blanche", &changed())]);
    let ran = noire(&["answers", "--game", &now, "--against", &before]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let (four, three) = ran.out.split_once("three for white: ").expect("both are told of");
    assert!(four.contains("\n  lost in ") && four.contains("\n    - Field1 = "), "{four}");
    assert!(four.contains(&format!("noire explain --game {before} ")) && !four.contains("gained"), "{four}");
    assert!(three.contains("\n  gained in ") && three.contains("\n    + Field1 = "), "{three}");
    assert!(three.contains(&format!("noire explain --game {now} ")) && !three.contains("lost"), "{three}");

    // A rule that only one of the bases has, and variables with other names.
    let text = OWN.replace("rule three", "rule drei").replace("Group1", "Group2");
    let other = folder("answers-against/other", &[("base.blanche", &text)]);
    let ran = noire(&["answers", "--game", &other, "--against", &before]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(!ran.out.contains("four for white"), "by what both have it is the same: {}", ran.out);
    assert!(
        ran.out.contains("drei for white: ") && ran.out.contains("has no such question\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("three for white: no such question; "), "{}", ran.out);

    let ran = noire(&["answers", "--game", &now, "--against", &before, "--format", "json"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let object: Value = serde_json::from_str(&ran.out).expect("an object is printed");
    let changes = object["changes"].as_array().expect("changes are listed");
    let titles: Vec<&str> = changes.iter().filter_map(|change| change["question"].as_str()).collect();
    assert_eq!(titles, ["four for white", "three for white"], "{object:#}");
    assert!(
        changes[0]["lost"]["answer"]["Field1"].is_string() && changes[0]["gained"].is_null(),
        "{object:#}"
    );
    let counted = noire(&["answers", "--game", &now, "--format", "json"]).out;
    let counted: Value = serde_json::from_str(&counted).expect("an object is printed");
    assert_eq!(counted["questions"][0]["positions"], changes[0]["now"]["positions"], "{counted:#}");

    let ran = noire(&["answers", "--game", "gomoku", "--against", "gomoku"]);
    assert_eq!(
        (ran.status, &*ran.out),
        (0, "all 63 rules, scores, exports and preferences give the same answers as those of gomoku\n")
    );
}

#[test]
fn answers_without_marks_are_compared_with_a_note() {
    let (folder, file) = own("answers-old");
    let text = fs::read_to_string(&file).expect("it was written");
    let old = text.split("\n\n").next().expect("the marks stand below").to_owned() + "\n";
    fs::write(&file, old).expect("it can be written");
    let ran = noire(&["answers", "--game", &folder, "--check"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("note: answers.txt has no fingerprints of positions"), "{}", ran.err);
    assert!(ran.out.contains("three for white: ") && !ran.out.contains("such as this one"), "{}", ran.out);

    let ran = noire(&["answers", "--game", &folder, "--update"]);
    assert_eq!((ran.status, &*ran.out), (0, ""), "{}", ran.err);
    let ran = noire(&["answers", "--game", &folder, "--check"]);
    assert_eq!(
        (ran.status, &*ran.out),
        (0, "all 4 rules, scores, exports and preferences give the answers in answers.txt\n"),
        "{}",
        ran.err
    );
    fs::remove_file(file).expect("it was written");
    let ran = noire(&["answers", "--game", &folder, "--check"]);
    assert_eq!(ran.status, 1);
    let hint = format!("beside own\n  `noire answers {folder} --update` writes it\n");
    assert!(ran.err.ends_with(&hint), "{}", ran.err);
    let ran = noire(&["answers", "--game", "gomoku", "--update"]);
    assert_eq!(
        (ran.status, &*ran.err),
        (2, "error: `gomoku` is built in\n  name its folder: knowledge/gomoku\n")
    );
}

#[test]
fn answers_of_a_game_in_text_are_drawn_with_its_own_signs() {
    let folder = copied("answers-noughts", "noughts", ("level-3.blanche", "    ¬gap(Field_, Other),\n", ""));
    let ran = noire(&["answers", "--game", &folder, "--check"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("fork for x: ") && ran.out.contains("  more answers in "), "{}", ran.out);
    assert!(ran.out.contains("\n    3 ") && ran.out.contains("\n      a b c\n"), "{}", ran.out);
    let ran = noire(&["answers", "--game", "noughts", "--against", &folder]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("  lost in ") && ran.out.contains("    - Field1 = "), "{}", ran.out);
    // The command printed below a lost answer explains this answer with the version of the base that still had it.
    let command =
        ran.out.lines().find_map(|line| line.trim().strip_prefix("noire explain ")).expect("one is told");
    let (options, title) = command.split_once(" --rule ").expect("of a rule");
    let (game, moves) = options.split_once(" --moves ").expect("behind some moves");
    let [title, moves] = [title, moves].map(|quoted| quoted.trim_matches('\''));
    assert_eq!(game, format!("--game {folder}"));
    let explained = noire(&["explain", "--game", &folder, "--moves", moves, "--rule", title]);
    assert!(explained.out.contains("fork for "), "{} {}", explained.out, explained.err);
    let object: Value = serde_json::from_str(
        &noire(&["answers", "--game", "noughts", "--against", &folder, "--format", "json"]).out,
    )
    .expect("an object is printed");
    let lost = &object["changes"][0]["lost"];
    assert_eq!(lost["command"], format!("noire explain {command}"), "{object:#}");
    assert!(lost["answer"]["Field1"].is_string() && lost["positions"].as_u64() > Some(0), "{object:#}");
    assert_eq!((&object["exactly"], &object["changes"][0]["gained"]), (&Value::Bool(true), &Value::Null));
    let ran = noire(&["answers", "--game", "noughts", "--against", "othello"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("othello has none of the positions of noughts"), "{}", ran.err);

    // The weight of a score is part of what is compared.
    let folder = copied("answers-worth", "noughts", ("scores.blanche", "worth 2", "worth 5"));
    let ran = noire(&["answers", "--game", &folder, "--check"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.contains("solutions\n  the value of its answers has changed\n"), "{}", ran.out);
    assert!(!ran.out.contains("the marks of"), "{}", ran.out);

    // A different game has different positions.
    let folder = copied("answers-other", "noughts", ("rules.blanche", "players x, o", "players o, x"));
    let ran = noire(&["answers", "--game", &folder, "--check"]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("note: answers.txt is about 1000 other positions"), "{}{}", ran.out, ran.err);
}
