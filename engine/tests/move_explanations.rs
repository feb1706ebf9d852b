//! Tests of explanations of moves in `noire explain --move`, in conversations and in games at the terminal. The
//! snapshots are in `snapshots/explain/`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::commands::{Ran, folder, noire};
use crate::snapshot_folders;

fn snapshot(name: &str, text: &str) {
    snapshot_folders::settings("explain").bind(|| insta::assert_snapshot!(name.to_owned(), text));
}

/// Runs `noire explain` for a move in a game after some moves.
fn explain(game: &str, moves: &str, mv: &str, more: &[&str]) -> Ran {
    noire(&[&["explain", "--game", game, "--moves", moves, "--move", mv], more].concat())
}

/// Runs `noire` with lines of input.
fn converse(words: &[&str], lines: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let command = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends").into()
}

/// Moves in each game: a legal one, and illegal ones of each kind.
const MOVES: [(&str, &str, &str, bool); 15] = [
    ("noughts", "b2 a1", "c3", true),
    ("noughts", "b2 a1", "a1", false),
    ("noughts", "a1 b1 a2 b2 a3", "c3", false),
    ("connect-four", "d d d d d d", "d", false),
    ("othello", "", "c4", true),
    ("othello", "", "a1", false),
    ("draughts", "9-14 24-19", "5-9", true),
    ("draughts", "11-15 22-18", "15x22", true),
    ("draughts", "11-15 22-18", "9-13", false),
    ("draughts", "", "9-18", false),
    ("draughts", "", "21-17", false),
    ("renju", "h8", "h8", false),
    ("renju", "h8,a1", "i9", true),
    ("renju", "h9,a1,h10,a15,i8,o1,j8,o15", "h8", false),
    ("gomoku", "h9,a1,h10,a15,i8,o1,j8,o15", "h8", true),
];

#[test]
fn moves_of_every_game_are_explained() {
    let mut text = String::new();
    for (game, moves, mv, is_legal) in MOVES {
        let ran = explain(game, moves, mv, &[]);
        assert_eq!((ran.status, ran.err.as_str()), (i32::from(!is_legal), ""), "{game} {mv}: {}", ran.out);
        text.push_str(&format!(
            "$ noire explain --game {game} --moves '{moves}' --move {mv}\n\n{}\n",
            ran.out
        ));
    }
    snapshot("moves", &text);
}

#[test]
fn explanations_of_moves_are_printed_as_json_and_drawn() {
    for (game, moves, mv, is_legal) in MOVES {
        let ran = explain(game, moves, mv, &["--format", "json"]);
        let row: Value = serde_json::from_str(&ran.out).expect("an object on a line");
        assert_eq!((&row["is_legal"], &row["move"]), (&is_legal.into(), &mv.into()), "{row:#}");
        for step in row["steps"].as_array().expect("steps") {
            let (kind, key) = (step["kind"].as_str().expect("a word"), |key: &str| step[key].is_array());
            let has = match kind {
                "possible" => key("because") && key("changes"),
                "ruled out" => key("because"),
                "fails" | "not ruled out" => key("furthest"),
                kind => panic!("{kind}: {row:#}"),
            };
            assert!(has && step["place"].is_string(), "{row:#}");
        }
        let drawn = explain(game, moves, mv, &["--format", "svg"]).out;
        assert!(drawn.starts_with("<svg ") && drawn.trim_end().ends_with("</svg>"), "{drawn}");
    }
    let text = explain("draughts", "11-15 22-18", "15x22", &["--format", "json"]).out;
    let row: Value = serde_json::from_str(&text).expect("an object on a line");
    let removed = |change: &&Value| change["adds"] == false;
    let changes = row["steps"][0]["changes"].as_array().expect("changes");
    let removed: Vec<&str> = changes.iter().filter(removed).filter_map(|one| one["tuple"].as_str()).collect();
    assert!(
        removed.contains(&"piece(15, black, man)") && removed.contains(&"piece(18, white, man)"),
        "{row:#}"
    );
}

#[test]
fn the_end_of_a_game_is_explained() {
    let full = "b2 a1 a2 c2 a3 c1 b1 b3 c3";
    let drawn = noire(&["explain", "--game", "noughts", "--moves", full]);
    assert_eq!(drawn.status, 0, "{}", drawn.err);
    assert!(drawn.out.starts_with("the game is over: the draw full\n"), "{}", drawn.out);
    assert!(drawn.out.contains("the draw full: applies\n"), "{}", drawn.out);
    let named = noire(&["explain", "--game", "noughts", "--moves", "b2", "--rule", "draw full"]);
    assert_eq!(named.status, 0, "{}", named.err);
    assert!(named.out.contains("the draw full: does not apply\n"), "{}", named.out);
    assert!(named.out.contains("what is denied holds:"), "{}", named.out);
}

/// A game that ends when all fields are marked, because the player to move is blocked.
const FILLING: &str = "base filling\n\nboard 2 by 2 like b2 words Field\nplayers x, o words Color, Other\n\
    state mark(Field, Color) one Color\nempty(Field) :- ¬mark(Field, Color_)\n\
    move mark for Color plays Field if empty(Field)\n    adds mark(Field, Color)\nblocked loses\n\
    drawn mark(Field, x) as x, mark(Field, o) as o\n";

#[test]
fn a_blocked_player_learns_what_stops_each_kind_of_move() {
    let base = folder("explain-blocked", &[("base.blanche", FILLING)]);
    let words = ["explain", "--game", &base, "--moves", "a1 b1 a2 b2"];
    let ran = noire(&words);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("the game is over: x cannot move\n"), "{}", ran.out);
    assert!(ran.out.contains("the move mark for x  % ") && ran.out.contains("⊥ empty(Field)"), "{}", ran.out);
    let ran = noire(&[&words[..], &["--format", "json"]].concat());
    let row: Value = serde_json::from_str(&ran.out).expect("an object on a line");
    assert_eq!(
        (&row["end"], &row["blocked"][0]["kind"]),
        (&"x cannot move".into(), &"fails".into()),
        "{row:#}"
    );
    let ran = noire(&[&words[..4], &["a1", "--format", "json"]].concat());
    let row: Value = serde_json::from_str(&ran.out).expect("an object on a line");
    assert_eq!((&row["end"], row.get("blocked")), (&Value::Null, None), "{row:#}");
}

#[test]
fn scores_and_preferences_are_explained_by_name() {
    let score =
        noire(&["explain", "--game", "draughts", "--moves", "11-15 22-18", "--rule", "score hanging"]);
    assert_eq!(score.status, 0, "{}", score.err);
    assert!(score.out.contains("the score hanging for black: applies\n"), "{}", score.out);
    let object = noire(&["explain", "--game", "draughts", "--rule", "hanging", "--format", "json"]);
    let row: Value = serde_json::from_str(&object.out).expect("an object on a line");
    let rules = row["rules"].as_array().expect("rules");
    assert!(rules.iter().all(|rule| rule["score"] == "hanging" && rule["applies"] == false), "{row:#}");
    assert_eq!(rules.len(), 2, "{row:#}");
    let unknown = noire(&["explain", "--game", "draughts", "--rule", "hangin"]);
    assert_eq!(unknown.status, 2, "{}", unknown.out);
}

#[test]
fn a_conversation_explains_moves() {
    let lines = ":why slide 9-14\n:whynot 9-14\n:why 9-18\n:whynot 9-18\n:whynot jump\n:whynot mobile for white\n:why draw repeated\n";
    let ran = converse(&["repl", "--game", "draughts"], lines);
    assert_eq!(ran.status, 1, "some lines are mistakes: {}", ran.err);
    snapshot("conversation-about-moves", &format!("{}{}", ran.out, ran.err));
    let renju = ":whynot h8\n:why i9\n:whynot five for black\n";
    let ran = converse(&["repl", "--game", "renju", "--moves", "h9,a1,h10,a15,i8,o1,j8,o15"], renju);
    assert!(ran.out.contains("black loses by playing h8, which is forbidden: "), "{}", ran.out);
    assert!(ran.out.contains("black can play i9: it is empty and not forbidden"), "{}", ran.out);
}

#[test]
fn a_game_at_the_terminal_says_which_condition_an_illegal_move_breaks() {
    let play = |game: &str, language: &str, lines: &str| {
        let words = ["play", "--game", game, "--lang", language, "--player", "human", "--player", "human"];
        converse(&words, lines).out
    };
    let said = play("draughts", "en", "11-15\n22-18\n9-13\nwhy 15x22\nquit\n");
    assert!(said.contains("Black cannot play `9-13` here: expected `15x22`, the only legal move"), "{said}");
    assert!(said.contains("⊥ ¬jump(Field_1, Field_2, Field_3, black)"), "{said}");
    assert!(said.contains("removes piece(18, white, man)"), "{said}");
    let said = play("renju", "nl", "h8\nwaarom h8\nwaarom zz\nstop\n");
    assert!(said.contains("h8 cannot be played: there is a black stone"), "{said}");
    assert!(said.contains("`zz` is not a field; a move is written like h8"), "{said}");
}

#[test]
fn without_a_side_to_move_a_field_is_explained_for_both_players() {
    let words =
        ["explain", "--game", "renju", "--black", "f8,g8,h9,h10", "--white", "d8,h12", "--move", "h8"];
    let ran = noire(&words);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let verdict =
        "black loses by playing h8, which is forbidden: two threes at once; white can play h8: it is empty\n";
    assert!(ran.out.contains(verdict), "{}", ran.out);
}

#[test]
fn a_limit_is_an_error_that_names_its_option() {
    // The move is known to be legal, but its reasons are not.
    let ran = explain("draughts", "11-15 22-18", "15x22", &["--work", "800"]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("black can play `15x22` here\n"), "{}", ran.out);
    assert!(ran.out.contains("the step limit of 800 was exceeded; --work N allows more\n"), "{}", ran.out);
    let ran = explain("renju", "h9,a1,h10,a15,i8,o1,j8,o15", "h8", &["--work", "500"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert_eq!(ran.err, "error: the step limit of 500 was exceeded; --work N allows more\n");
}

#[test]
fn the_name_of_a_kind_of_move_lists_such_moves() {
    for name in ["slide", "slide for black", "SLIDE"] {
        let ran = explain("draughts", "", name, &[]);
        let verdict = "black can play such moves here: 9-13, 9-14, 10-14, 10-15, 11-15\n";
        assert!(ran.status == 0 && ran.out.contains(verdict), "{name}: {}{}", ran.out, ran.err);
    }
    let ran = explain("draughts", "", "jump", &[]);
    assert!(ran.status == 1 && ran.out.contains("black has no such move here\n"), "{}", ran.out);
    let pass = converse(&["repl", "--game", "othello"], ":whynot pass\n").out;
    assert!(pass.starts_with("black cannot play `pass` here; expected one of the moves "), "{pass}");
}
