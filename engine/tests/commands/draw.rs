//! Tests of `noire draw`, which draws a position of any game.

use std::fs;

use super::{folder, noire};

#[test]
fn a_game_is_drawn_with_the_numbers_of_its_moves() {
    let ran = noire(&["draw", "--moves", "h8,i9,g7", "--numbered", "--cropped", "--mark", "h10=a,h8"]);
    let wanted = " 12 .  .  .  .  .  .  .\n";
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("o2") && ran.out.contains("x1"), "{wanted}{}", ran.out);
    assert!(ran.out.contains("X3"), "the last move is still to be seen: {}", ran.out);
    let picture = noire(&["draw", "--moves", "h8,i9,g7", "--numbered", "--format", "svg"]);
    assert_eq!(picture.status, 0, "{}", picture.err);
    for number in ["1", "2", "3"] {
        assert!(picture.out.contains(&format!(">{number}</text>")), "{}", picture.out);
    }
    assert!(picture.out.contains("<title>renju after 3 moves: "), "{}", picture.out);
}

/// A flipped disc keeps the number of the move that placed it. A man that has moved shows the number of its last move.
#[test]
fn pieces_of_games_in_text_are_numbered() {
    let othello = noire(&["draw", "othello", "--moves", "d3 c5", "--numbered"]);
    assert_eq!(othello.status, 0, "{}", othello.err);
    let numbered = |out: &str| {
        let words = out.split_whitespace().filter(|word| word.len() == 2 && word.ends_with(['1', '2', '3']));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(numbered(&othello.out).len(), 2, "{}", othello.out);
    let draughts = noire(&["draw", "draughts", "--moves", "9-14 24-20 14-18", "--numbered"]);
    assert_eq!(draughts.status, 0, "{}", draughts.err);
    assert_eq!(numbered(&draughts.out).len(), 2, "{}", draughts.out);
}

#[test]
fn a_position_of_a_game_is_chosen_and_written_as_a_picture() {
    let folder = folder("draw", &[("games.tsv", "#moves\nh8,i9,g7\nh8,i8\n")]);
    let (games, file) = (format!("{folder}/games.tsv"), format!("{folder}/two.svg"));
    let ran = noire(&["draw", &games, "--record", "2", "--after", "1", "--output", &file]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    let picture = fs::read_to_string(&file).expect("it was written");
    assert!(picture.contains("<title>renju after 1 move: white to move"), "{picture}");
    // The command overwrites only pictures that it has drawn itself.
    assert_eq!(noire(&["draw", &games, "--record", "1", "--output", &file]).status, 0);
    fs::write(&file, "mine").expect("it can be written");
    assert_eq!(noire(&["draw", &games, "--record", "1", "--output", &file]).status, 2);
    let both = noire(&["draw", &games]);
    assert!(both.out.matches("to move").count() == 2, "{}", both.out);
}

#[test]
fn draw_rejects_wrong_options_with_the_reason() {
    let folder = folder("draw-refused", &[("games.tsv", "#moves\nh8,i9,g7\nh8,i8\n")]);
    let games = format!("{folder}/games.tsv");
    for (words, wanted) in [
        (&["--moves", "h8", "--after", "2"][..], "error: --after 2: the game has 1 move\n"),
        (&["--mark", "z9"], "error: --mark: the board has no field `z9`\n"),
        (&["--mark", "h8=a,i9,H8=b"], "error: --mark: `h8` is marked with `a` and with `b`\n"),
        (&["--game", "othello", "--mark", "k3"], "error: --mark: the board has no field `k3`\n"),
        (&[&games, "--format", "svg"], "error: a picture shows one position, and there are 2\n"),
        (&[&games, "--record", "3"], "error: there is no position 3; there are 2 positions\n"),
        (&["--moves", "h8", "--record", "5"], "error: there is no position 5; there is 1 position\n"),
        (&["--black", "h8", "--after", "0"], "error: --after chooses a position of a game"),
    ] {
        let ran = noire(&[&["draw"], words].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{words:?}: {}", ran.err);
        assert!(ran.err.starts_with(wanted), "{words:?}: {}", ran.err);
    }
    let ran = noire(&["draw", "--mark", "h8=x"]);
    assert!(ran.status == 2 && ran.err.contains("a mark is one ASCII character"), "{}", ran.err);
}

#[test]
fn draw_notes_options_without_effect_and_wrong_file_extensions() {
    let numbers = "note: --numbered changes nothing: no piece on the board was brought there by a move\n";
    for (words, said) in [
        (&["--black", "h8", "--numbered"][..], numbers),
        (&["--numbered"], numbers),
        (&["--moves", "h8", "--numbered"], ""),
        (&["--mark", "h8=a,h8=a"], ""),
    ] {
        let ran = noire(&[&["draw"], words].concat());
        assert_eq!((ran.status, ran.err.as_str()), (0, said), "{words:?}");
    }
    let folder = folder("draw-endings", &[]);
    for (name, format, holds) in [
        ("x.png", &[][..], Some("text")),
        ("o.svg", &["--format", "text"], Some("text")),
        ("o.html", &["--format", "svg"], Some("a picture in SVG")),
        ("own.svg", &[], None),
        ("own.txt", &[], None),
    ] {
        let file = format!("{folder}/{name}");
        let ran = noire(&[&["draw", "--moves", "h8", "--output", &file], format].concat());
        let said =
            holds.map(|holds| format!("note: {file} holds {holds}, despite its file name extension\n"));
        assert_eq!((ran.status, ran.err), (0, said.unwrap_or_default()), "{name}");
    }
}

#[test]
fn the_fields_of_a_hexagonal_board_are_hexagons_that_meet() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/engine/tests/large_games/hex");
    let ran = noire(&["draw", "--game", game, "--moves", "f6", "--mark", "a1", "--format", "svg"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let fields: Vec<&str> =
        ran.out.lines().filter_map(|line| line.strip_prefix("<path class=\"square\" d=\"M")).collect();
    assert_eq!(fields.len(), 121);
    assert_eq!(ran.out.matches("<path class=\"shown\"").count(), 0, "the mark is a star");
    // The upper corner of a field is a side corner of the two fields above it.
    let numbers = |field: &str| -> Vec<i32> {
        field.split(|sign: char| !sign.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
    };
    let first = numbers(fields[0]);
    let below = numbers(fields[11]);
    let (lower, left) = (first[4], first[7]);
    assert_eq!((below[0], below[1]), (left, lower), "{} {}", fields[0], fields[11]);
}
