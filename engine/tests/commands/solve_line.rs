//! Tests of `noire solve --line`: the verdict on each move of a line.

use blanche_compiler::random::Random;
use serde_json::Value;

use super::*;
use crate::lots::draws;

const FIELDS: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The board after these moves: who has marked each field, 1 or -1.
fn board(moves: &[usize]) -> [i8; 9] {
    let mut board = [0; 9];
    moves.iter().enumerate().for_each(|(turn, field)| board[*field] = if turn % 2 == 0 { 1 } else { -1 });
    board
}

/// The winner of a board: 1, -1, or 0 if there is none.
fn winner(board: &[i8; 9]) -> i8 {
    let sum = |line: &[usize; 3]| line.iter().map(|field| board[*field]).sum::<i8>();
    LINES.iter().map(sum).find(|sum| sum.abs() == 3).unwrap_or_default().signum()
}

/// The value of a game of noughts and crosses for the first player, with best play after these moves.
fn value(moves: &mut Vec<usize>) -> i8 {
    let board = board(moves);
    if winner(&board) != 0 || moves.len() == 9 {
        return winner(&board);
    }
    let side = if moves.len().is_multiple_of(2) { 1 } else { -1 };
    let mut best = -1;
    for field in (0..9).filter(|field| board[*field] == 0) {
        moves.push(field);
        best = best.max(side * value(moves));
        moves.pop();
    }
    side * best
}

#[test]
fn the_verdicts_on_lines_of_noughts_and_crosses_are_exact() {
    for number in 0..draws(25) as u64 {
        let mut random = Random::of(3, &[number]);
        let mut game: Vec<usize> = Vec::new();
        while winner(&board(&game)) == 0 && game.len() < 9 {
            let free: Vec<usize> = (0..9).filter(|field| !game.contains(field)).collect();
            game.push(free[random.below(free.len())]);
        }
        let begun = random.below(game.len() - 1);
        let names: Vec<&str> = game.iter().map(|field| FIELDS[*field]).collect();
        let [moves, line] = [&names[..begun], &names[begun..]].map(|moves| moves.join(","));
        let mut words = vec!["solve", "--game", "noughts", "--line", &line, "--format", "json"];
        if begun > 0 {
            words.extend(["--moves", &moves]);
        }
        let ran = noire(&words);
        assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
        let told: Value = serde_json::from_str(&ran.out).expect("it is an object");
        let side = if begun.is_multiple_of(2) { 1 } else { -1 };
        let mut worst = 1;
        for (at, one) in told["line"].as_array().expect("it has moves").iter().enumerate() {
            let after = side * value(&mut game[..=begun + at].to_vec());
            if at % 2 == 1 && (after == 1 || one["end"].is_null()) {
                assert!(one["verdict"].is_null(), "{words:?}, move {at}: {one}");
                continue;
            }
            worst = worst.min(after);
            let expected: &[&str] = match after {
                1 => &["wins", "ends"],
                0 => &["draws"],
                _ => &["loses"],
            };
            let verdict = one["verdict"].as_str().unwrap_or_default();
            assert!(expected.contains(&verdict), "{words:?}, move {at}: {one}");
        }
        let whole = if worst == 1 { "wins" } else { "refuted" };
        assert_eq!(told["verdict"], whole, "{words:?}: {told}");
    }
}

#[test]
fn a_line_of_stones_is_proved_or_refuted_move_by_move() {
    let position = ["solve", "--moves", "h8,g9,d8,h10,i8,i11,g7"];
    let checked = |line: &str| noire(&[&position[..], &["--line", line]].concat());
    let ran = checked("f8,e7,j12");
    let said = " 1. f8   white: wins against each of 217 replies, within 2 moves\n 2. e7   black: the reply\n \
                3. j12  white: white wins by five\nthe line wins for white\n";
    assert!(ran.status == 0 && ran.out.ends_with(said), "{}{}", ran.out, ran.err);
    let ran = checked("h6,f8");
    let said = " 1. h6  white: not decided: no win was found after f8\n 2. f8  black: the reply\n\
                not decided at move 1, h6: --nodes and --time set the limits\n";
    assert!(ran.status == 0 && ran.out.ends_with(said), "{}{}", ran.out, ran.err);
    let ran = noire(&["solve", "--moves", "h8,i9,h9,i8,h10,i10,h7", "--line", "i7,h11"]);
    let said = " 1. i7   white: refuted: h6 wins for the other side\n 2. h11  black: black wins by five\n\
                the line fails at move 1, i7: h6\n";
    assert!(ran.status == 0 && ran.out.ends_with(said), "{}{}", ran.out, ran.err);
}

#[test]
fn a_line_that_cannot_be_played_is_refused() {
    for (words, said) in [
        (&["--moves", "h8,i9", "--line", "h8"][..], "there is a stone on h8 already"),
        (&["--moves", "h8,i9", "--line", "q20"], "`q20` is off the board"),
        (&["--moves", "h8,i9", "--line", " , "], "--line has no move"),
        (&["--game", "noughts", "--line", "a1,a1"], "a1"),
        (&["--line", "a1", "--proof"], "cannot be used with"),
    ] {
        let ran = noire(&[&["solve"], words].concat());
        assert!(ran.status != 0 && ran.err.contains(said), "{words:?}: {}{}", ran.out, ran.err);
    }
}
