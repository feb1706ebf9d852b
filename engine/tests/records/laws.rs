//! Properties of generated games and bytes: written games are read back unchanged, and no input causes a panic.

use std::slice::from_ref;

use noire::board::{Color, Point};
use noire::record::{Format, GameRecord, Outcome, Start, read_games, write_games};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::*;
use crate::lots::draws;

/// A line of text that every format preserves.
fn name() -> impl Strategy<Value = String> {
    "[A-Za-z][A-Za-z\\]\\[\\\\:;()', é]{0,10}[A-Za-z\\])\\\\]"
}

fn remark() -> impl Strategy<Value = String> {
    "[a-z\\]\\\\:]{1,8}(\n[a-z;(\\]\\\\]{1,8}){0,2}"
}

fn outcome() -> impl Strategy<Value = Option<Outcome>> {
    option::of(proptest::sample::select(Outcome::all().collect::<Vec<_>>()))
}

/// Games on the empty board without passes, with only what all formats preserve.
fn plain_game() -> impl Strategy<Value = GameRecord> {
    let points: Vec<Point> = Point::all().collect();
    let moves = subsequence(points, 0..40).prop_shuffle();
    let names = [option::of(name()), option::of(name())];
    let rules = proptest::sample::select(vec!["renju", "gomoku", "gomoku-standard"]);
    (moves, names, rules, option::of(name()), outcome()).prop_map(|(moves, players, rules, event, result)| {
        GameRecord { rules: Some(rules.to_owned()), players, event, result, ..GameRecord::of_moves(&moves) }
    })
}

/// Games of any kind: with passes, set-up stones and remarks.
fn any_game() -> impl Strategy<Value = GameRecord> {
    let start = (0..6_usize, 0..6_usize, option::of(proptest::sample::select(Color::ALL.to_vec())));
    let extras =
        (option::of(remark()), vec(option::of(remark()), 40), vec(any::<bool>(), 40), option::of(name()));
    (plain_game(), option::of(start), extras).prop_map(
        |(mut game, start, (remark, remarks, passes, date))| {
            game.remark = remark;
            game.date = date;
            if let Some((black, white, to_move)) = start
                && (black + white > 0 || to_move == Some(Color::White))
            {
                let mut fields =
                    game.moves.drain(..(black + white).min(game.moves.len())).filter_map(|made| made.field);
                let mut take = |count| fields.by_ref().take(count).collect::<Vec<_>>();
                let start = Start { black: take(black), white: take(white), to_move };
                drop(fields);
                let is_a_start =
                    !start.black.is_empty() || !start.white.is_empty() || to_move == Some(Color::White);
                if to_move.is_none() {
                    game.moves.clear();
                }
                game.start = is_a_start.then_some(start);
            }
            for ((made, remark), is_pass) in game.moves.iter_mut().zip(remarks).zip(passes) {
                made.remark = remark;
                made.field = made.field.filter(|_| !is_pass);
            }
            game
        },
    )
}

/// Bytes similar to a record.
fn nearly(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        9 => proptest::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..4),
    ];
    vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Checks that every game that is read has as many stones as it should: those that were set up, and one for each move.
fn holds(bytes: &[u8], format: Format) {
    match read_games("f", bytes, format) {
        Err(problems) => assert!(!problems.is_empty()),
        Ok(file) => {
            for game in &file.games {
                let stones = Point::COUNT - game.position().empty_fields().len();
                let set_up = game.start.as_ref().map_or(0, |start| start.black.len() + start.white.len());
                let made = game.moves.iter().filter(|made| made.field.is_some()).count();
                assert_eq!(stones, set_up + made);
            }
            let text = write_games(&file.games, Format::Sgf).unwrap().text;
            assert!(read_games("f", text.as_bytes(), Format::Sgf).is_ok() || file.games.is_empty(), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: draws(400) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sgf_round_trips(games in vec(any_game(), 1..3)) {
        let text = write_games(&games, Format::Sgf).unwrap().text;
        prop_assert_eq!(read(&text, Format::Sgf).games, games, "{}", text);
    }

    #[test]
    fn plain_moves_round_trip(game in any_game()) {
        let written = write_games(from_ref(&game), Format::Moves).unwrap();
        let mut kept = game;
        kept.moves.iter_mut().for_each(|made| made.remark = None);
        prop_assert_eq!(one(&written.text, Format::Moves), kept, "{}", written.text);
    }

    #[test]
    fn psq_round_trips(game in plain_game(), times in vec(0..100_000_u64, 40)) {
        let mut game = game;
        game.moves.iter_mut().zip(times).for_each(|(made, time)| made.milliseconds = Some(time));
        let written = write_games(from_ref(&game), Format::Psq).unwrap();
        prop_assert!(written.losses.is_empty());
        prop_assert_eq!(one(&written.text, Format::Psq), game, "{}", written.text);
    }

    #[test]
    fn lines_round_trip(games in vec(plain_game(), 1..4)) {
        let written = write_games(&games, Format::Lines).unwrap();
        prop_assert!(written.losses.is_empty());
        prop_assert_eq!(read(&written.text, Format::Lines).games, games, "{}", written.text);
    }

    #[test]
    fn last_positions_are_parsed_from_their_drawings(games in vec(any_game(), 1..3)) {
        let written = write_games(&games, Format::Diagrams).unwrap();
        let again = read(&written.text, Format::Diagrams).games;
        let seen = |games: &[GameRecord]| -> Vec<_> {
            games.iter().map(|game| (game.position().key(), game.to_move(), game.position().last_move())).collect()
        };
        // After a pass there is no last move to show.
        let is_shown = |game: &GameRecord| game.moves.last().is_none_or(|made| made.field.is_some());
        if games.iter().all(is_shown) {
            prop_assert_eq!(seen(&again), seen(&games), "{}", written.text);
        }
        prop_assert_eq!(Format::of_bytes(written.text.as_bytes()), Format::Diagrams);
    }

    #[test]
    fn no_bytes_make_a_record_parser_panic(bytes in vec(any::<u8>(), 0..60)) {
        Format::ALL.into_iter().for_each(|format| holds(&bytes, format));
    }

    #[test]
    fn no_tree_makes_the_sgf_parser_panic(
        bytes in nearly(&["(", "(;", ";", ")", "B[hh]", "W[ig]", "W[]", "AB[aa:cc]", "AW[h8][i9]", "PL[W]", "C[", "]",
                          "\\", "\n", "RE[B+R]", "BY[five]", "SZ[15]", "GM[4]", "LB[aa:é]", "CR[aa:oo]", "AR[aa:hh]", "Bx"]),
    ) {
        holds(&bytes, Format::Sgf);
        holds(&[b"(;GM[4]".to_vec(), bytes].concat(), Format::Sgf);
    }

    #[test]
    fn no_lines_make_the_other_parsers_panic(
        bytes in nearly(&["Piskvorky 15x15, 11:11, 0\n", "8,8,0\n", "9,9\n", "0\n", "15\n", "A\n", "4,x\n", "\r", "\t",
                          "h8", "i9", " ", ",", "pass", "black: ", "to move: w\n", "result: draw\n", "1.", ":", "#moves\n"]),
    ) {
        for format in [Format::Psq, Format::Moves, Format::Lines] {
            holds(&bytes, format);
        }
        holds(&[b"Piskvorky 15x15, 0:0, 1\n".to_vec(), bytes].concat(), Format::Psq);
    }
}
