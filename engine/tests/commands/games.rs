//! Tests of games written in BLANCHE on the command line: counts and random games, refusals with their exit status, and
//! games in a user's folder.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::{Ran, noire};

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("games-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

#[test]
fn perft_prints_counts_as_json() {
    let ran = noire(&["perft", "--game", "noughts", "--depth", "5", "--backend", "both", "--format", "json"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let object: Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert_eq!(
        (&object["game"], &object["depth"], &object["leaves"]),
        (&"noughts".into(), &5.into(), &15_120.into())
    );
    assert!(object["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0));
    let divided = noire(&["perft", "--game", "noughts", "--depth", "3", "--divide", "--format", "json"]);
    let object: Value = serde_json::from_str(&divided.out).expect("it is JSON");
    assert_eq!((&object["by_move"]["b2"], &object["leaves"]), (&56.into(), &504.into()));
}

#[test]
fn a_game_that_is_over_counts_as_one_with_and_without_its_moves() {
    for (moves, depth) in [("a1 b1 a2 b2 a3", "2"), ("a1 b1 a2 b2 a3", "0"), ("b2", "0")] {
        let leaves = |more: &[&str]| {
            let words =
                ["perft", "--game", "noughts", "--moves", moves, "--depth", depth, "--format", "json"];
            let ran = noire(&[&words[..], more].concat());
            assert_eq!(ran.status, 0, "{}", ran.err);
            let object: Value = serde_json::from_str(&ran.out).expect("it is JSON");
            object["leaves"].clone()
        };
        assert_eq!((leaves(&[]), leaves(&["--divide"])), (1.into(), 1.into()), "{moves} {depth}");
    }
}

#[test]
fn perft_counts_from_a_given_position() {
    let folder = folder("perft-file");
    let leaves = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).expect("it can be written");
        let file = file.display().to_string();
        noire(&["perft", "--game", "noughts", "--depth", "2", "--format", "json", "--file", &file])
    };
    let of = |ran: super::Ran| -> Value {
        let object: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
        object["leaves"].clone()
    };
    let drawn = "3 . . .\n2 . x .\n1 o . .\n  a b c\nto.move(x)\n";
    assert_eq!(of(leaves("drawn.txt", drawn)), 42);
    assert_eq!(of(leaves("game.txt", "b2 a1\n")), 42);
    let several = leaves("several.txt", &format!("{drawn}\n{drawn}"));
    assert!(several.status == 2 && several.err.contains("has 2 positions"), "{}", several.err);
    let words = ["--depth", "9", "--distinct", "--memory", "1"];
    let full = noire(&[&["perft", "--game", "connect-four"][..], &words].concat());
    assert!(full.status == 1 && full.err.contains("--memory 1 is the limit, in MiB"), "{}", full.err);
    let unused = noire(&["perft", "--game", "noughts", "--memory", "5"]);
    assert!(unused.status == 2 && unused.err.contains("goes with --distinct"), "{}", unused.err);
}

#[test]
fn random_games_report_results_by_player() {
    let words = ["perft", "--game", "connect-four", "--random", "20", "--seed", "3", "--format", "json"];
    let ran = noire(&words);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let object: Value = serde_json::from_str(&ran.out).expect("it is JSON");
    let number = |value: &Value| value.as_u64().unwrap_or(u64::MAX);
    let ended = number(&object["won"]["x"]) + number(&object["won"]["o"]) + number(&object["drawn"]);
    assert_eq!((number(&object["games"]), ended), (20, 20));
    assert!(number(&object["plies"]) >= 20 * 7 && object["per_second"].as_f64().is_some());
    let again: Value = serde_json::from_str(&noire(&words).out).expect("it is JSON");
    assert_eq!((&again["won"], &again["plies"]), (&object["won"], &object["plies"]));
}

#[test]
fn a_new_game_can_be_played_without_compilation() {
    let folder = folder("new");
    let inside = folder.display().to_string();
    assert_eq!(noire(&["new", "men", "--as", "game", "--in", &inside]).status, 0);
    let again = noire(&["new", "men", "--in", &inside]);
    assert!(again.status == 2 && again.err.contains("already exists"), "{}", again.err);
    assert_eq!(noire(&["new", "Men", "--in", &inside]).status, 2);
    let game = folder.join("men").display().to_string();
    let tested = noire(&["test", "--game", &game]);
    assert!(
        tested.status == 0 && tested.out.contains(" hold on the interpreter"),
        "{}{}",
        tested.out,
        tested.err
    );
    let text = fs::read_to_string(folder.join("men/base.blanche")).expect("it is there");
    let mut sources = blanche_compiler::files::Sources::default();
    let file = sources.add("base.blanche", text.as_bytes());
    let parsed = blanche_compiler::syntax::parse(&sources, file);
    assert_eq!(
        blanche_compiler::syntax::print(&parsed.file),
        text,
        "it is written as the formatter writes it"
    );
    let counted = noire(&["perft", "--game", &game, "--depth", "4"]);
    assert!(counted.status == 0 && counted.err.is_empty(), "{}", counted.err);
    let played =
        noire(&["play", "--game", &game, "--player", "computer", "--player", "computer", "--time", "0.02"]);
    assert!(
        played.status == 0 && played.out.contains(" wins, by ") || played.out.contains("cannot move"),
        "{}",
        played.out
    );
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn invalid_games_moves_and_positions_are_rejected() {
    let refused = [
        (&["learn", "--game", "renju", "--games", "1"][..], 2, "the text of renju declares none"),
        (&["perft", "--game", "no-such-game"], 2, "there is no game and no folder"),
        (&["perft", "--game", "nougths"], 2, "did you mean `noughts`?"),
        (&["apply", "--game", "renjo"], 2, "did you mean `renju`?"),
        (&["apply", "--game", "noughts", "--moves", "b2 b2"], 1, "--moves:1:4: o cannot play `b2` here"),
        (&["apply", "--game", "noughts", "--moves", "b2 zz"], 1, "`zz` is not a move of this game"),
        (&["apply", "--game", "noughts", "--black", "h8"], 2, "--black is for stones"),
        (&["apply", "--game", "noughts", "--rule", "tow"], 2, "did you mean `two`?"),
        (&["play", "--game", "noughts", "--player", "y"], 2, "there is no player `y`"),
        (&["play", "--game", "noughts", "--resume", "no-such-file"], 2, "there is no file"),
    ];
    for (words, status, said) in refused {
        let ran = noire(words);
        assert!(ran.status == status && ran.err.contains(said), "{words:?}: {} {}", ran.status, ran.err);
    }
}

#[test]
fn a_game_that_cannot_continue_is_reported_with_its_place_in_the_text() {
    let folder = folder("amiss");
    let begin =
        "base amiss\nsort place = here, there words Place playable\nplayers x, o words Color, Other\n";
    let refused = [
        (
            "state at.place(Place) one Place\nstart at.place(here)\nmove go for Color plays Place if at.place(here), at.place(Place)\n    \
          adds at.place(there)\n",
            "B0806",
        ),
        (
            "state at.place(Place) one Place\nstart at.place(here)\nmove go for Color plays Place if ¬at.place(Place)\n    \
          adds at.place(Place)\n",
            "not over after 10000 moves",
        ),
    ];
    for (text, said) in refused {
        fs::write(folder.join("base.blanche"), format!("{begin}{text}")).expect("it can be written");
        let ran = noire(&["perft", "--game", &folder.display().to_string(), "--random", "3"]);
        assert!(ran.status == 1 && ran.err.contains(said), "{} {}", ran.status, ran.err);
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
}

/// The longest game of noughts and crosses has nine moves, so all deeper counts are the same.
#[test]
fn counts_end_when_all_games_are_over() {
    for (strict, last) in [
        (&[][..], "depth 10:          255168 positions"),
        (&["--strict"], "depth 10:               0 positions"),
    ] {
        let ran = noire(&[&["perft", "noughts", "--depth", "1000"], strict].concat());
        assert!(ran.out.contains(last), "{}", ran.out);
        assert!(!ran.out.contains("depth 11:"), "{}", ran.out);
        assert!(ran.out.contains("every game is over after"), "{}", ran.out);
    }
}

#[test]
fn both_back_ends_give_the_commands_the_same_answers() {
    for words in [&["apply", "--all"][..], &["eval"], &["explain"]] {
        let of = |backend: &str| {
            let rest = ["--game", "noughts", "--moves", "b2 b1 a1", "--backend", backend, "--format", "json"];
            let ran = noire(&[words, &rest].concat());
            assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
            ran.out.replace(backend, "")
        };
        assert_eq!(of("compiled"), of("interpreted"), "{words:?}");
    }
}

#[test]
fn positions_and_random_games_of_stones_are_counted_too() {
    let counted =
        noire(&["perft", "--game", "renju", "--depth", "2", "--backend", "both", "--format", "json"]);
    let object: Value = serde_json::from_str(&counted.out).expect("an object");
    assert_eq!(
        (&object["leaves"], &object["backend"]),
        (&json!(225 * 224), &json!("both")),
        "{}",
        counted.err
    );
    // Up to symmetry, the different places for one stone are the fields of one eighth of the board, including its
    // edges. For two stones, no rotation leaves a position unchanged, since it fixes only one field. Each of the four
    // reflections leaves the positions unchanged in which both stones are on its axis.
    let symmetric = noire(&["perft", "--game", "gomoku", "--depth", "2", "--symmetric", "--format", "json"]);
    let object: Value = serde_json::from_str(&symmetric.out).expect("an object");
    assert_eq!(object["by_ply"], json!([1, 36, (225 * 224 + 4 * 15 * 14) / 8]), "{}", symmetric.err);
    // Black makes five by one of two moves. After all other moves the games continue.
    let five = ["--black", "d8,e8,f8,g8", "--white", "d9,e9,f9", "--to-move", "black", "--depth", "2"];
    let all = noire(&[&["perft", "--game", "gomoku", "--format", "json"][..], &five].concat());
    let strict = noire(&[&["perft", "--game", "gomoku", "--strict", "--format", "json"][..], &five].concat());
    let leaves = |ran: &Ran| serde_json::from_str::<Value>(&ran.out).expect("an object")["leaves"].as_u64();
    assert_eq!(
        leaves(&all).zip(leaves(&strict)),
        Some((216 * 217 + 2, 216 * 217)),
        "{}{}",
        all.err,
        strict.err
    );
    let random =
        noire(&["perft", "--game", "gomoku", "--random", "3", "--backend", "both", "--format", "json"]);
    let object: Value = serde_json::from_str(&random.out).expect("an object");
    let won = object["won"].as_object().expect("players").values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(won + object["drawn"].as_u64().expect("a number"), 3, "{object}");
}
