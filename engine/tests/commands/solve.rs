//! Tests of `noire solve`: the report of wins that were checked, and of positions that were not searched.

use std::collections::HashMap;

use blanche_compiler::game::{Outcome, Rules};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::TextBase;

use std::process::Command;

use serde_json::Value;

use super::*;

#[test]
fn solve_reports_positions_that_it_cannot_search() {
    let (mut full, mut turn) = ([String::new(), String::new()], 0);
    for row in 1..=15 {
        // Pairs of stones, shifted from row to row, so that there is no five.
        for column in 0..15u8 {
            let color = (usize::from(column) / 2 + row) % 2;
            full[color].push_str(&format!("{}{row},", (b'a' + column) as char));
            turn += 1;
        }
    }
    assert_eq!(turn, 225);
    let [black, white] = full.map(|points| points.trim_end_matches(',').to_owned());
    // A game that is over is not an error.
    for (status, words, wanted) in [
        (0, vec!["--moves", "h8,a1,i8,a3,j8,a5,k8,a7,l8"], "black has already won"),
        (
            0,
            vec!["--game", "gomoku", "--black", &black, "--white", &white, "--to-move", "white"],
            "the board is full",
        ),
        (1, vec!["--black", "", "--to-move", "black"], "there is no stone on the board"),
        (
            1,
            vec!["--black", "h8", "--to-move", "black", "--last", "h8"],
            "black made the last move, and cannot be to move",
        ),
        (1, vec!["--black", "h8,i8"], "the position does not say whose turn it is"),
    ] {
        let ran = noire(&[&["solve"], &words[..]].concat());
        assert_eq!(ran.status, status, "{words:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(wanted) || ran.err.contains(wanted), "{words:?}: {}{}", ran.out, ran.err);
    }
    let odd = noire(&["solve", "--black", "h8,i8", "--to-move", "white", "--nodes", "10"]);
    assert_eq!(odd.status, 0);
    assert!(
        odd.err.contains("with 2 black stones and 0 white ones white is to move only after a pass"),
        "{}",
        odd.err
    );
}

#[test]
fn a_win_is_checked_or_reported_as_unchecked() {
    let moves = "h8,g9,d8,h10,i8,i11,g7";
    let checked = noire(&["solve", "--moves", moves]);
    assert!(checked.out.contains(", checked against every reply\n"), "{}", checked.out);
    let believed = noire(&["solve", "--moves", moves, "--unchecked"]);
    let wanted = "moves, according to the search\n  not checked: the win was not played out\n";
    assert!(believed.out.contains(wanted), "{}", believed.out);
    let told = noire(&["solve", "--moves", moves, "--unchecked", "--format", "json"]);
    let object: Value = serde_json::from_str(&told.out).expect("an object");
    assert_eq!((&object["solved"], &object["checked"]), (&Value::Bool(true), &Value::Bool(false)));
    assert!(object["unchecked"].as_str().is_some_and(|why| why.starts_with("not checked: ")), "{object}");
    assert_eq!(noire(&["solve", "--moves", moves, "--unchecked", "--verify"]).status, 2);
}

/// Checks the games that were found and the position of each node of the proof, for positions that are won.
#[test]
fn a_proof_is_printed_as_json() {
    let ran = noire(&[
        "solve",
        "--file",
        "engine/data/nosovsky.tsv",
        "--nodes",
        "10000",
        "--format",
        "json",
        "--proof",
    ]);
    let mut proofs = 0;
    for line in ran.out.lines() {
        let object: Value = serde_json::from_str(line).expect("an object a line");
        let fields = [
            "kind",
            "first",
            "line",
            "rule",
            "plies",
            "proof",
            "class",
            "positions",
            "per_second",
            "ms",
            "checked",
            "unchecked",
            "stopped",
            "error",
            "findings",
            "untried",
        ];
        assert!(fields.iter().all(|field| object.get(field).is_some()), "{line}");
        if object["solved"] == false {
            assert_eq!((&object["kind"], object.get("nodes")), (&Value::Null, None));
            continue;
        }
        proofs += 1;
        assert_eq!((&object["checked"], &object["unchecked"]), (&Value::Bool(true), &Value::Null), "{line}");
        let nodes = object["nodes"].as_array().expect("a list");
        assert_eq!(object["proof"], nodes.len());
        // A node refers only to earlier nodes, and the last node plays the first move.
        assert_eq!(nodes.last().expect("a root")["plays"], object["first"]);
        let number = |value: &Value| value["node"].as_u64().expect("a number") as usize;
        for (at, node) in nodes.iter().enumerate() {
            if let Some(replies) = node["replies"].as_array() {
                assert!(replies.iter().all(|reply| number(reply) < at && reply["reply"].is_string()));
                assert!(node["threat"]["rule"].is_string() || number(&node["threat"]) < at);
            } else {
                assert!(node["rule"].is_string() || node["over"] == true, "{node}");
            }
        }
    }
    assert_eq!(proofs, 10);
    let ran = noire(&["solve", "--moves", "h8,g9,d8,h10,i8,i11,g7", "--proof"]);
    assert!(ran.out.contains("\nthe proof:\n  "), "{}", ran.out);
}

#[test]
fn a_search_without_a_win_lists_the_untried_moves() {
    let ran = noire(&["solve", "--moves", "h8,i9,g7", "--reach", "fours"]);
    assert!(ran.out.contains("\n  not tried: threes\n  not tried: quiet moves\n"), "{}", ran.out);
    let untried = |words: &[&str]| {
        let ran = noire(&[&["solve", "--moves", "h8,i9,g7", "--format", "json"], words].concat());
        let object: Value = serde_json::from_str(&ran.out).expect("an object");
        assert_eq!(object["solved"], false, "{object}");
        (object["stopped"].clone(), object["untried"].clone())
    };
    assert_eq!(untried(&["--reach", "threats"]), (Value::Null, serde_json::json!(["quiet moves"])));
    let (stopped, whole) = untried(&[]);
    assert_eq!((stopped, &whole[0]), (Value::Null, &Value::from("later moves")));
    // If the search was stopped, the output says so, and lists no untried moves.
    let (stopped, none) = untried(&["--nodes", "3"]);
    assert!(stopped.is_string() && none == serde_json::json!([]), "{stopped} {none}");
}

#[test]
fn a_long_search_shows_its_progress_and_speed() {
    // AN02 takes more than ten million positions with rules of level 1 (thesis, table 5.3).
    let words = [
        "solve",
        "--black",
        "h10,i8,i11,j11,j13,k11,k13,l8,l9,l10",
        "--white",
        "h8,i10,j9,j10,j12,k9,k10,k12,k14,l11,m9",
    ];
    let ran = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(words)
        .args(["--to-move", "black", "--level", "1", "--time", "1", "--format", "json"])
        .env("NOIRE_PROGRESS", "0")
        .output()
        .expect("the program starts");
    let ran = Ran::from(ran);
    let lines = told(&ran.err);
    assert!(
        lines.iter().any(|(.., what)| what.contains(" examined, ") && what.ends_with(" a second")),
        "{}",
        ran.err
    );
    assert!(
        lines.iter().any(|(.., what)| what.starts_with("quiet moves, ") || what.starts_with("threes, ")),
        "{}",
        ran.err
    );
    assert!(
        lines.is_sorted_by_key(|(_, done, _)| *done) && lines.last().is_some_and(|(_, done, _)| *done > 50),
        "{}",
        ran.err
    );
    let object: Value = serde_json::from_str(&ran.out).expect("an object");
    assert!(
        object["per_second"].as_u64().is_some_and(|speed| speed > 0) && object["class"].is_string(),
        "{object}"
    );
}

/// Whether the side to move wins, loses or draws, by exhaustive search that caches only results.
fn by_hand(rules: &Rules, position: &mut Position, known: &mut HashMap<Vec<u64>, i8>) -> i8 {
    if let Some(result) = known.get(position.words()) {
        return *result;
    }
    let words = position.words().to_vec();
    let result = match rules.outcome(position).expect("it can be asked") {
        Some(Outcome::Drawn) => 0,
        Some(Outcome::Won(winner)) => {
            if winner == rules.to_move(position) {
                1
            } else {
                -1
            }
        }
        None => {
            let mut moves = Vec::new();
            rules.moves(position, &mut moves).expect("they can be asked");
            let values = moves.iter().map(|mv| {
                rules.play(position, *mv).expect("it can be played");
                let value = -by_hand(rules, position, known);
                position.set_words(&words);
                value
            });
            values.max().expect("somebody can move")
        }
    };
    known.insert(words, result);
    result
}

#[test]
fn positions_of_a_game_in_text_are_won_lost_drawn_or_not_decided() {
    let base = TextBase::open("noughts", Limits::default()).expect("it is built in");
    let rules = base.played_by(base.backend()).expect("it can be planned");
    let (mut known, mut games, mut wanted) = (HashMap::new(), String::new(), Vec::new());
    for number in 0..60_u64 {
        let (mut random, mut position) = (Random::of(7, &[number]), rules.start().expect("it begins"));
        let mut made = Vec::new();
        for _ in 0..number % 8 {
            let mut moves = Vec::new();
            if rules.outcome(&mut position).expect("it can be asked").is_none() {
                rules.moves(&mut position, &mut moves).expect("they can be asked");
                let mv = *random.choose(&moves);
                rules.play(&mut position, mv).expect("it can be played");
                made.push(rules.notation().move_text(mv));
            }
        }
        if !made.is_empty() {
            games.push_str(&format!("{}\n", made.join(" ")));
            wanted.push(["lost", "drawn", "won"][(by_hand(&rules, &mut position, &mut known) + 1) as usize]);
        }
    }
    let file = folder("solve-in-text", &[("games.txt", &games)]) + "/games.txt";
    let ran = noire(&["solve", "noughts", "--file", &file, "--format", "json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let object = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("an object") };
    let outcomes: Vec<String> =
        ran.out.lines().map(|line| object(line)["outcome"].as_str().expect("a word").to_owned()).collect();
    assert_eq!(outcomes, wanted, "{games}");
    assert!(["lost", "drawn", "won"].iter().all(|one| wanted.contains(one)), "{wanted:?}");
    // The initial position is a draw, and a game that is too large for the limits is left undecided.
    let start = noire(&["solve", "noughts"]);
    assert!(start.out.contains("drawn with the best play of both sides: "), "{}", start.out);
    let large = noire(&["solve", "othello", "--nodes", "100"]);
    assert!(large.status == 0 && large.out.contains("\nnot decided\n"), "{}{}", large.out, large.err);
    let refused = noire(&["solve", "noughts", "--proof"]);
    assert!(refused.status == 2 && refused.err.contains("does not go with noughts"), "{}", refused.err);
}
