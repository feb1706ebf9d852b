//! Tests of commands about positions: how they are given, whose turn it is, and forbidden moves.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::*;

#[test]
fn options_that_would_be_ignored_are_rejected() {
    let set_up = folder("ignored", &[("f.tsv", "#black\twhite\nh8\ti9\n")]) + "/f.tsv";
    for (words, wanted) in [
        (
            &["--black", "h8", "--every-ply"][..],
            "error: --every-ply walks through games, and there is a set-up\n",
        ),
        (
            &["--file", &set_up, "--every-ply"],
            &format!("error: --every-ply walks through games, and there is a set-up at {set_up}:2\n"),
        ),
        (
            &["--moves", "h8", "--applies", "--format", "counts"],
            "error: --applies does not go with --format counts",
        ),
        (
            &["--moves", "h8", "--first", "--format", "counts"],
            "error: --first does not go with --format counts",
        ),
    ] {
        let ran = noire(&[&["apply"], words].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
        assert!(ran.err.starts_with(wanted), "{}", ran.err);
    }
}

/// The commands whose help lists this option.
fn commands_with(option: &str) -> Vec<String> {
    let all = noire(&["--help"]).out;
    let list = all.split_once("Commands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("a list").0;
    let lines = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands =
        lines.filter_map(|line| line.split_whitespace().next()).filter(|command| *command != "help");
    let has_option = |command: &&str| noire(&[command, "--help"]).out.contains(option);
    commands.filter(has_option).map(str::to_owned).collect()
}

#[test]
fn every_ply_without_a_game_is_rejected() {
    let commands = commands_with("      --every-ply");
    assert!(commands.len() >= 10, "{commands:?}");
    for command in &commands {
        let ran = noire(&[command, "--every-ply"]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}: {}", ran.err);
        let said =
            "error: --every-ply walks through games, and none is given\n  write for instance: --moves ";
        assert!(ran.err.starts_with(said), "{command}: {}", ran.err);
    }
    for command in ["apply", "analyse", "bench", "coverage", "eval", "explain", "repl", "verify"] {
        let ran = noire(&[command, "--game", "noughts", "--every-ply"]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{command}: {}", ran.err);
        assert!(ran.err.contains("none is given\n  write for instance: --moves \"MOVES\"\n"), "{}", ran.err);
    }
}

#[test]
fn the_side_to_move_may_be_unknown() {
    let ran = noire(&["apply", "--black", "h8", "--white", "i9", "--applies"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("the side to move is not given"), "{}", ran.out);
}

#[test]
fn json_has_the_move_and_the_given_position() {
    let words = ["apply", "--rule", "four", "--white", "e8,f8,g8,h8", "--black", "a1", "--format", "json"];
    let last: &[&str] = &["--to-move", "white", "--last", "a1"];
    let first = noire(&[&words, last].concat());
    let all = noire(&[&words, last, &["--all"]].concat());
    for ran in [first, all] {
        let object: Value = serde_json::from_str(&ran.out).expect("an object");
        assert_eq!(object["position"], "a1\te8,f8,g8,h8\twhite\ta1");
        let white = object["rules"].as_array().expect("rules").iter().find(|rule| rule["colour"] == "white");
        assert_eq!(white.expect("a rule for white")["plays"], "d8", "{object}");
    }
    let ran = noire(&["apply", "--rule", "four", "--moves", "h8", "--every-ply"]);
    assert!(ran.out.contains("== position: the start ==\n"), "{}", ran.out);
}

#[test]
fn positions_are_read_from_standard_input_up_to_a_limit() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    command.args(["apply", "--file", "-", "--format", "counts"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("the program starts");
    running.stdin.take().expect("it has an input").write_all(b"#moves\nh8\nh8,i9\n").expect("it reads");
    let ran: Ran = running.wait_with_output().expect("it ends").into();
    assert_eq!((ran.status, ran.out.lines().count()), (0, 3), "{}", ran.err);
    let ran = noire(&["apply", "--file", "nowhere.tsv"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: there is no file `nowhere.tsv`\n"));
    if cfg!(unix) {
        let ran = noire(&["apply", "--file", "/dev/zero"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        assert!(
            ran.err.starts_with("error: /dev/zero: more than 16 MiB; divide it into several files"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn forbidden_points_follow_their_position_on_its_line() {
    let file = "engine/tests/data/forbidden-random.tsv";
    let expected = fs::read_to_string(file).expect("it can be read");
    let expected: Vec<&str> = expected.lines().filter(|line| !line.starts_with('#')).collect();
    let ran = noire(&["forbidden", "--file", file]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_forbidden_point_has_a_reason_and_a_derivation() {
    let stones = ["--black", "h9,h10,i8,j8"];
    let ran = noire(&[&["forbidden", "--format", "text"], &stones[..]].concat());
    assert!(ran.out.contains("1 forbidden point, marked *\n\nh8  makes.two.threes(h8)\n"), "{}", ran.out);
    let ran = noire(&[&["forbidden", "--why"], &stones[..]].concat());
    assert!(ran.out.contains("\n    └─ after place(black, h8)\n       ├─ ¬makes.five(h8)\n"), "{}", ran.out);
    let ran = noire(&[&["forbidden", "--why", "--format", "json"], &stones[..]].concat());
    let object: Value = serde_json::from_str(&ran.out).expect("it writes JSON");
    let point = &object["forbidden"][0];
    assert_eq!((&point["point"], &point["because"]), (&"h8".into(), &"makes.two.threes(h8)".into()));
    assert_eq!((&point["why"]["said"], &point["why"]["kind"]), (&"forbidden(h8)".into(), &"derived".into()));
    let ran = noire(&["forbidden", "--format", "text", "--moves", "h8"]);
    assert!(ran.out.contains("no point is forbidden"), "{}", ran.out);
}

#[test]
fn a_base_that_forbids_nothing_gets_a_hint() {
    let ran = noire(&["forbidden", "--game", "gomoku", "--moves", "h8"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains("export forbidden(Field)")
            && ran.err.ends_with("it exports urgent, won.five, forcing, reply, replied, answer\n"),
        "{}",
        ran.err
    );
    let little = base("exports-little", "");
    let ran = noire(&["forbidden", "--game", &little, "--moves", "h8"]);
    assert!(ran.status == 2 && ran.err.ends_with("it exports urgent\n"), "what the domain does: {}", ran.err);
    let other = base("exports-another", "lone(Field) :- last.move(Field)\nexport lone(Field)");
    let ran = noire(&["forbidden", "--game", &other, "--moves", "h8"]);
    assert!(ran.status == 2 && ran.err.ends_with("it exports urgent, lone\n"), "{}", ran.err);
    // A base in a folder defines which moves are forbidden, either separately for each player or for both players
    // alike.
    let own = "forbidden(Field) :- last.move(Field_), equal(Field, Field_)\nexport forbidden(Field)";
    let own = base("forbids", own);
    let ran = noire(&["forbidden", "--game", &own, "--moves", "h8,i9"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "h8,i9\ti9\n"), "{}", ran.err);
}

#[test]
fn the_turn_passes_after_a_pass() {
    let ran = noire(&["solve", "--moves", "h8,a1,i8,a3,j8,-,k8,-", "--verify"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.contains("black wins"), "{}", ran.out);
}

#[test]
fn the_examples_of_forbidden_show_forbidden_points() {
    let help = noire(&["forbidden", "--help"]).out;
    let examples = help.lines().filter_map(|line| line.trim().strip_prefix("noire forbidden "));
    let examples: Vec<&str> = examples.filter(|example| !example.contains(".tsv")).collect();
    assert!(examples.len() > 1, "{help}");
    for example in examples {
        let ran = noire(&[&["forbidden"][..], &example.split(' ').collect::<Vec<_>>()].concat());
        let is_shown = ran.out.contains("forbidden point, marked *") || ran.out.trim_end().contains('\t');
        assert!(ran.status == 0 && is_shown && !ran.out.trim_end().ends_with('\t'), "{example}: {}", ran.out);
    }
}

#[test]
fn a_picture_shows_the_board_if_no_rule_applies() {
    let ran = noire(&["explain", "--moves", "h8,i9", "--format", "svg"]);
    assert!(ran.status == 0 && ran.out.contains("no rule applies"), "{}{}", ran.out, ran.err);
    assert_eq!(ran.out.matches("<circle").count(), 2, "{}", ran.out);
    assert_eq!(ran.out.matches("class=\"mark\"").count(), 1, "the last move: {}", ran.out);
    assert_eq!(ran.out.matches("class=\"line\"").count(), 225, "{}", ran.out);
}

/// Commands that start from one position ignore the moves after the end of the game, as other commands do.
#[test]
fn moves_after_the_end_are_ignored_by_all_commands() {
    let moves = "h8,h9,i8,i9,j8,j9,k8,k9,l8,l9";
    let note = "the game ended after 9 moves: black wins by five; later moves are left out";
    let played = noire(&["perft", "gomoku", "--moves", moves, "--random", "2"]);
    assert!(played.out.contains("black wins          2 "), "{}", played.out);
    assert!(played.err.contains(note), "{}", played.err);
    let talked = noire(&["repl", "gomoku", "--moves", moves]);
    assert!(talked.err.contains(note), "{}", talked.err);
    let valued = noire(&["eval", "noughts", "--moves", "b2 a1 c2 a3 a2"]);
    assert!(valued.out.contains("the game is over: three for x"), "{}", valued.out);
    assert!(!valued.out.contains("preferred moves"), "{}", valued.out);
}

/// As in play, the score `squares` of Othello counts only if it is named.
#[test]
fn eval_leaves_scores_that_count_when_named_out_of_the_sums() {
    let moves = ["--moves", "e6 f6 f5 f4 e3 d6 g4 h4"];
    let words = [&["eval", "othello"], &moves[..]].concat();
    let told = noire(&words).out;
    for wanted in [
        "370 for black: 521 less 151 for white",
        "1 × Gain =      200\n",
        "`squares` counts only for players that name it: the sums do not include it",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    let row: Value =
        serde_json::from_str(&noire(&[&words[..], &["--format", "json"]].concat()).out).expect("it is JSON");
    assert_eq!(row["value"]["black"], 370);
    let scores = row["scores"].as_array().expect("it is a list");
    let named: Vec<&Value> = scores.iter().filter(|score| score["when_named"] == true).collect();
    assert!(named.len() == 2 && named.iter().all(|score| score["score"] == "squares"), "{row}");
}

#[test]
fn positional_arguments_are_games_or_files() {
    let file = folder("bare", &[("m.tsv", "#moves\nh8,h9,i8\n")]) + "/m.tsv";
    for (words, said) in [
        (
            &["apply", "noughts", "--game", "connect-four"][..],
            "only one game can be given, and there are connect-four and noughts",
        ),
        (
            &["apply", "nought", "--moves", "b2"],
            "there is no file `nought`\n  did you mean the game `noughts`?",
        ),
        (&["perft", "noughts", "--every-ply"], "--every-ply walks through games, and none is given"),
        (&["perft", "--file", &file, "--every-ply"], "has 4 positions, and the command takes one"),
        (&["perft", "noughts", "--depth", "2", "--seed", "9"], "--seed goes with --random"),
    ] {
        let ran = noire(words);
        assert!(ran.status == 2 && ran.err.contains(said), "{words:?}: {}", ran.err);
    }
    let plies = noire(&["apply", &file, "--every-ply", "--format", "counts"]);
    assert_eq!((plies.status, plies.out.lines().count()), (0, 5), "{}{}", plies.out, plies.err);
}
