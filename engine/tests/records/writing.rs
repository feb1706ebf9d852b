//! Tests of writing records in each format, and of what each format cannot express. The last tests are about rules that
//! determine the end of a game.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::slice::from_ref;

use noire::bases::Backend;
use noire::board::{Color, Point};
use noire::facts::Base;
use noire::games::{JudgedEnd, judge};
use noire::record::{Format, GameRecord, Loss, Move, Outcome, Start, Unwritable, read_games, write_games};

use super::*;

#[test]
fn a_game_is_written_in_every_format() {
    let game = GameRecord {
        rules: Some("renju".to_owned()),
        players: [Some("Nakamura".to_owned()), Some("Meijin]".to_owned())],
        date: Some("2001-05-01".to_owned()),
        event: Some("Maastricht".to_owned()),
        remark: Some("An indirect opening.\nThe end is near.".to_owned()),
        moves: ["h8", "i9", "i8", "g8", "j7", "k6", "h7", "g7", "i6", "g10", "h9"]
            .map(|text| Move::from(text.parse::<Point>().unwrap()))
            .to_vec(),
        result: "white wins by resignation".parse().ok(),
        start: None,
        marking: None,
    };
    let mut said = String::new();
    for format in Format::ALL {
        let written = write_games(from_ref(&game), format).unwrap();
        writeln!(said, "== {format}\n{}", written.text).unwrap();
        for loss in written.losses {
            writeln!(said, "no room for {loss}").unwrap();
        }
    }
    snapshot("a-game-in-every-format", said);
}

#[test]
fn unsuitable_formats_are_rejected_and_losses_reported() {
    let pass = GameRecord { moves: vec![Move::default()], ..GameRecord::default() };
    let set_up = GameRecord {
        start: Some(Start { black: Vec::new(), white: Vec::new(), to_move: Some(Color::White) }),
        moves: vec![Move::default()],
        ..GameRecord::default()
    };
    let number = GameRecord { players: [Some("12".to_owned()), None], ..GameRecord::default() };
    let write = |games: &[GameRecord], format| write_games(games, format).map(|written| written.losses);
    assert_eq!(write(from_ref(&pass), Format::Psq), Err(Unwritable::Pass { format: ".psq" }));
    assert_eq!(write(from_ref(&set_up), Format::Psq), Err(Unwritable::WhiteFirst { format: ".psq" }));
    assert_eq!(
        write(from_ref(&set_up), Format::Lines).unwrap_err().to_string(),
        "a line in a file begins with a move of Black, and in this game White moves first"
    );
    let with_stone =
        Start { black: vec![Point::new(0, 0).unwrap()], white: Vec::new(), to_move: Some(Color::White) };
    let with_stone = GameRecord { start: Some(with_stone), ..set_up.clone() };
    assert_eq!(write(from_ref(&with_stone), Format::Psq), Err(Unwritable::SetUp { format: ".psq" }));
    assert_eq!(
        write(&[number], Format::Psq).unwrap_err().to_string(),
        "the player's name `12` would be misread in a .psq file"
    );
    assert_eq!(
        write(&[pass.clone(), pass.clone()], Format::Psq).unwrap_err().to_string(),
        "a .psq file holds one game, and there are 2"
    );
    assert_eq!(write(&[pass], Format::Lines), Ok(Vec::new()), "lines have room for a pass");
    assert!(write(from_ref(&set_up), Format::Lines).is_err());
    let bare = GameRecord { start: set_up.start.clone(), ..GameRecord::default() };
    assert_eq!(write(&[bare, GameRecord::default()], Format::Lines), Err(Unwritable::Mixed));
    let timed = GameRecord {
        moves: vec![Move { milliseconds: Some(5), ..Move::from(Point::new(0, 0).unwrap()) }],
        ..GameRecord::default()
    };
    assert_eq!(write(&[timed], Format::Sgf), Ok(vec![Loss::Times]));
}

#[test]
fn a_pass_has_two_spellings_and_is_written_in_one() {
    for (text, format) in [
        ("h8 - i9 PASS", Format::Moves),
        ("1. h8 - 2. i9 -", Format::Moves),
        ("#moves\nh8,-,i9,pass\n", Format::Lines),
        ("h8,-,i9,pass\ng7\n", Format::Lines),
        ("#moves\nh8 Pass i9 -\n", Format::Lines),
    ] {
        let read = read_games("f", text.as_bytes(), format).expect("it can be read");
        let game = &read.games[0];
        assert_eq!(moves(game), "h8 pass i9 pass", "{text}");
        for format in [Format::Sgf, Format::Moves, Format::Lines] {
            let written = write_games(from_ref(game), format).expect("it has room for a pass").text;
            assert_eq!(read_games("f", written.as_bytes(), format).unwrap().games[0].turns(), game.turns());
        }
    }
}

#[test]
fn the_rules_determine_how_a_game_ended() {
    let cases = [
        ("renju", "h8 a1 i8 c1 j8 e1 k8 g1 l8", Some((9, "black wins by five"))),
        ("renju", "h8 a1 i8 c1 j8 e1 k8 g1", None),
        ("renju", "f8 a1 g8 c1 h8 e1 j8 g1 k8 a3 i8", Some((11, "white wins by a forbidden move"))),
        ("gomoku", "f8 a1 g8 c1 h8 e1 j8 g1 k8 a3 i8", Some((11, "black wins by five"))),
        ("gomoku-standard", "f8 a1 g8 c1 h8 e1 j8 g1 k8 a3 i8", None),
        ("gomoku", "h8 a1 i8 c1 j8 e1 k8 g1 l8 a5", Some((9, "black wins by five"))),
    ];
    for (name, text, wanted) in cases {
        let base = Base::open(name, Default::default()).unwrap_or_else(|_| panic!("it is built in"));
        let judged = judge(&one(text, Format::Moves), &base, Backend::Compiled).unwrap();
        let wanted =
            wanted.map(|(moves, outcome)| JudgedEnd { moves, outcome: outcome.parse::<Outcome>().unwrap() });
        assert_eq!(judged, wanted, "{name}: {text}");
    }
}

#[test]
fn the_reason_for_a_win_comes_from_the_base_only() {
    // Under these rules a stone in the corner wins, and a five does not count.
    let rules = "use five-in-a-row/domain\nuse five-in-a-row/shapes\n\n\
        rule corner for Color at level 0 if color(a1, Color)\n";
    let reason = "export won.forbidden(Color, Field) for Color\n\
        won.forbidden(Color, Field) :- color(Field, Color), equal(Field, a1)\n";
    for (name, more, wanted) in
        [("silent", "", "black wins"), ("telling", reason, "black wins by a forbidden move")]
    {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("records/knowledge").join(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        fs::write(folder.join("base.blanche"), format!("base {name}\n{rules}{more}"))
            .expect("it can be written");
        let base = Base::open(&folder.to_string_lossy(), Default::default());
        let base = base.unwrap_or_else(|_| panic!("it is well written"));
        let judged = judge(&one("h8 a2 a1", Format::Moves), &base, Backend::Interpreted).unwrap();
        assert_eq!(judged.map(|judged| judged.outcome.to_string()), Some(wanted.to_owned()));
    }
}

#[test]
fn a_name_that_looks_like_a_remark_is_read_back() {
    for moves in [&[][..], &["h8"]] {
        let moves = moves.iter().map(|text: &&str| Move::from(text.parse::<Point>().unwrap())).collect();
        let players = [Some("#1".to_owned()), Some("# 2".to_owned())];
        let game = GameRecord { players, moves, ..GameRecord::default() };
        let written = write_games(from_ref(&game), Format::Lines).unwrap().text;
        let read = read_games("games.tsv", written.as_bytes(), Format::Lines).expect("it is well formed");
        assert_eq!(read.games, [game], "{written}");
    }
}
