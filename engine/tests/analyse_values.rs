//! Tests of `noire analyse` and `noire play` on positions with known values.

use noire::search::evaluation::Evaluation;

use crate::commands::{folder, noire};
use crate::connect_four::connect_four;

/// CITE: Tromp, John's Connect Four Playground: values of boards of other sizes.
#[test]
fn a_solved_board_ends_the_search_and_is_a_draw() {
    let name = folder("analyse-connect-4-4", &[("base.blanche", &connect_four(4, 4))]);
    let json = ["analyse", "--game", &name, "--nodes", "10000000", "--format", "json"];
    let ran = noire(&json);
    let ply: serde_json::Value = serde_json::from_str(ran.out.trim()).expect("an object");
    let best = &ply["best"][0];
    assert_eq!(best["worth"], serde_json::json!({ "value": 0, "win": null, "loss": null, "draw": true }));
    assert!(best["depth"].as_u64().is_some_and(|depth| depth <= 16), "the board has 16 fields: {best}");
    assert!(ply["positions"].as_u64().is_some_and(|positions| positions < 1_000_000), "{ply}");
    let text = noire(&json[..5]).out;
    assert!(text.contains("\na     draw   16 "), "{text}");
}

#[test]
fn play_reports_a_known_draw() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let words = ["play", "--game", "noughts", "--analysis"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let started = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut started = started.expect("the program starts");
    started.stdin.take().expect("it is piped").write_all(b"a1\nquit\n").expect("it reads");
    let out = String::from_utf8(started.wait_with_output().expect("it ends").stdout).expect("it is text");
    let last = out.lines().rfind(|line| line.trim_start().starts_with("depth ")).expect("it thinks");
    assert!(last.starts_with("  depth 8: draw, "), "{out}");
}

#[test]
fn analyse_searches_the_only_legal_move_too() {
    let value = |moves: &str, depth: &str| {
        let words =
            ["analyse", "--game", "draughts", "--moves", moves, "--depth", depth, "--nodes", "100000"];
        let ran = noire(&[&words[..], &["--format", "json"]].concat());
        let ply: serde_json::Value = serde_json::from_str(ran.out.trim()).expect("an object");
        let best = ply["best"][0].clone();
        (
            best["worth"]["value"].as_i64().expect("nobody wins yet"),
            best["depth"].as_u64(),
            best["move"].clone(),
        )
    };
    // White is forced to capture, so the value is that of the position after the capture, at a depth of one less.
    let (forced, depth, mv) = value("11-15 22-18", "6");
    assert_eq!((depth, mv), (Some(6), "15x22".into()));
    assert_eq!(forced, -value("11-15 22-18 15x22", "5").0);
}

/// A board of five in a row that is full except for some empty fields. Its indices are the column and the row.
type Full = [[Option<bool>; 15]; 15];

/// Whether the stone on a field is part of a row of five or more.
fn makes_five(board: &Full, (column, row): (usize, usize)) -> bool {
    let at = |column: i32, row: i32| {
        let place = usize::try_from(column).ok().zip(usize::try_from(row).ok());
        place.and_then(|(column, row)| *board.get(column)?.get(row)?)
    };
    let (column, row) = (column as i32, row as i32);
    let own = at(column, row);
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
        let side = |sign: i32| {
            let same = |steps: &i32| at(column + sign * steps * right, row + sign * steps * up) == own;
            (1..15).take_while(same).count()
        };
        side(1) + side(-1) >= 4
    })
}

/// The value for the side to move by exhaustive search, including the number of moves until a win or loss. `is_black`
/// is whether the side to move is Black.
fn tried(board: &mut Full, is_black: bool, empty: &[(usize, usize)]) -> Evaluation {
    let after = |board: &mut Full, field: (usize, usize)| {
        board[field.0][field.1] = Some(is_black);
        let evaluation = match makes_five(board, field) {
            true => Evaluation::Loses(0),
            false => {
                let left: Vec<_> = empty.iter().copied().filter(|other| *other != field).collect();
                tried(board, !is_black, &left)
            }
        };
        board[field.0][field.1] = None;
        evaluation.before_the_move()
    };
    let evaluations = empty.iter().map(|field| after(board, *field));
    evaluations.max_by_key(|evaluation| evaluation.value()).unwrap_or(Evaluation::Drawn)
}

/// A position: its board, whether black is to move, and its empty fields.
type NearlyFull = (Full, bool, Vec<(usize, usize)>);

/// Returns boards without a five that are full except for some fields of a small square. A board is returned only if
/// its numbers of black and white stones can occur in a game. These numbers determine the side to move.
fn nearly_full(side: usize) -> Vec<NearlyFull> {
    let full: Full =
        std::array::from_fn(|column| std::array::from_fn(|row| Some((column / 4 + row).is_multiple_of(2))));
    let mut all = Vec::new();
    for (left, low) in (0..13).flat_map(|left| (0..13).map(move |low| (left, low))) {
        let (mut board, mut empty) = (full, Vec::new());
        for at in 0..side {
            // Some fields keep their stones, so that the remaining rows vary.
            let field = (left + at % 3, low + at / 3);
            if (left + low + at) % 5 != 0 {
                board[field.0][field.1] = None;
                empty.push(field);
            }
        }
        let stones = |color| board.iter().flatten().filter(|stone| **stone == Some(color)).count();
        match stones(true) as i32 - stones(false) as i32 {
            0 => all.push((board, true, empty)),
            1 => all.push((board, false, empty)),
            _ => {}
        }
    }
    all
}

#[test]
fn near_a_full_board_every_line_is_searched_to_its_end() {
    let positions: Vec<_> = nearly_full(9).into_iter().step_by(9).collect();
    let name = |(column, row): (usize, usize)| format!("{}{}", (b'a' + column as u8) as char, row + 1);
    let mut lines = "#black\twhite\tto-move\n".to_owned();
    for (board, is_black, _) in &positions {
        let fields = (0..15).flat_map(|column| (0..15).map(move |row| (column, row)));
        let of = |color| fields.clone().filter(move |(column, row)| board[*column][*row] == Some(color));
        let [black, white] = [true, false].map(|color| of(color).map(name).collect::<Vec<_>>().join(","));
        lines += &format!("{black}\t{white}\t{}\n", if *is_black { "black" } else { "white" });
    }
    let file = folder("nearly-full", &[("p.tsv", &lines)]) + "/p.tsv";
    let words = ["analyse", "--game", "gomoku", "--file", &file, "--format", "json", "--nodes", "200000"];
    let ran = noire(&words);
    assert_eq!(ran.out.lines().count(), positions.len(), "{}", ran.err);
    let mut kinds = std::collections::BTreeSet::new();
    for ((mut board, is_black, empty), line) in positions.into_iter().zip(ran.out.lines()) {
        let ply: serde_json::Value = serde_json::from_str(line).expect("an object");
        let (best, said) = (&ply["best"][0], &ply["best"][0]["worth"]);
        let number = |name: &str| said[name].as_u64().map(|moves| moves as u32);
        let evaluation = match (number("win"), number("loss"), said["draw"].as_bool()) {
            (Some(moves), None, _) => Evaluation::Wins(moves),
            (None, Some(moves), _) => Evaluation::Loses(moves),
            (_, _, Some(true)) => Evaluation::Drawn,
            _ => panic!("every line can be followed: {line}"),
        };
        assert_eq!(evaluation, tried(&mut board, is_black, &empty), "{line}");
        assert!(best["depth"].as_u64() <= Some(empty.len() as u64), "{line}");
        kinds.insert(evaluation.word().chars().take(2).collect::<String>());
    }
    assert!(kinds.len() > 1, "{kinds:?}");
}
