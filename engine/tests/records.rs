//! Records of games: what is read is what was written, what is malformed is refused with its place, and whatever the bytes,
//! nothing panics and no half of a game comes through.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::slice::from_ref;

use noire::bases::Backend;
use noire::board::{Colour, Point};
use noire::facts::Base;
use noire::games::{Judged, judge};
use noire::record::{
    Format, GameFile, GameRecord, Loss, Move, Outcome, ParseOutcomeError, Place, Problems, RecordNote, Start,
    Unwritable, read_games, write_games,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::rooms;

fn snapshot(name: &str, text: String) {
    rooms::snapshots("records").bind(|| insta::assert_snapshot!(name, text));
}

fn read(text: &str, format: Format) -> GameFile {
    read_games("f", text.as_bytes(), format).unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

fn one(text: &str, format: Format) -> GameRecord {
    let file = read(text, format);
    let [game] = &file.games[..] else { panic!("one game: {text}") };
    game.clone()
}

fn moves(game: &GameRecord) -> String {
    let words = game.moves.iter().map(|made| made.field.map_or("pass".to_owned(), |field| field.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

fn notes(file: &GameFile) -> Vec<String> {
    file.notes.iter().map(ToString::to_string).collect()
}

#[test]
fn sgf_reads_points_in_the_two_styles_that_are_found() {
    let letters = one("(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[ao];W[oa])", Format::Sgf);
    assert_eq!(moves(&letters), "h8 i9 a1 o15");
    let boards = one("(;FF[4]GM[4]SZ[15];B[H8];W[i9];B[a1];W[O15])", Format::Sgf);
    assert_eq!(letters, boards);
}

#[test]
fn sgf_reads_what_there_is_to_know_of_a_game() {
    let text = "(;FF[4]GM[4]CA[UTF-8]SZ[15:15]RU[Renju]PB[N: \\] \\\\]PW[a\r\nb]DT[2001-05-01]EV[E]\r\n\
                RE[W+]BY[forbidden]C[one\\\ntwo\r\nthree]\r\n;B[hh]C[first];W[ig];B[])";
    let game = one(text, Format::Sgf);
    assert_eq!(game.rules.as_deref(), Some("renju"));
    assert_eq!(game.players, [Some("N: ] \\".to_owned()), Some("a b".to_owned())]);
    assert_eq!(game.date.as_deref(), Some("2001-05-01"));
    assert_eq!(game.event.as_deref(), Some("E"));
    assert_eq!(game.remark.as_deref(), Some("onetwo\nthree"));
    assert_eq!(game.result.unwrap().to_string(), "white wins by a forbidden move");
    assert_eq!(game.moves[0].remark.as_deref(), Some("first"));
    assert_eq!(moves(&game), "h8 i9 pass");
    assert_eq!(game.to_move(), Some(Colour::White));
}

#[test]
fn sgf_sets_stones_up_one_by_one_and_by_rectangles() {
    let game = one("(;GM[4]AB[aa:bb][hh]AW[C13]AW[d13]PL[W];W[ii])", Format::Sgf);
    let position = game.position();
    let stones = |colour| position.stones(colour).iter().map(|point| point.to_string()).collect::<Vec<_>>();
    assert_eq!(stones(Colour::Black), ["h8", "a14", "b14", "a15", "b15"]);
    assert_eq!(stones(Colour::White), ["i7", "c13", "d13"]);
    assert_eq!(position.to_move(), Some(Colour::Black));
    let without_turn = one("(;GM[4]AB[hh])", Format::Sgf);
    assert_eq!(without_turn.to_move(), None);
}

#[test]
fn sgf_reads_every_result_that_it_knows() {
    let cases = [
        ("B+", "black wins"),
        ("W+5", "white wins"),
        ("b+R", "black wins by resignation"),
        ("W+Resign", "white wins by resignation"),
        ("B+T", "black wins on time"),
        ("W+Time", "white wins on time"),
        ("B+Forfeit", "black wins by forfeit"),
        ("W+five", "white wins by five"),
        ("0", "draw"),
        ("Draw", "draw"),
        ("Void", "no result"),
    ];
    for (value, words) in cases {
        let game = one(&format!("(;GM[4]RE[{value}])"), Format::Sgf);
        assert_eq!(game.result.map(|result| result.to_string()).as_deref(), Some(words), "{value}");
    }
    assert_eq!(one("(;GM[4]RE[?])", Format::Sgf).result, None);
    let agreed = one("(;GM[4]RE[0]BY[agreement])", Format::Sgf);
    assert_eq!(agreed.result.unwrap().to_string(), "draw by agreement");
}

#[test]
fn of_a_tree_the_main_line_is_read_and_every_variation_is_said() {
    let text = "(;GM[4];B[hh](;W[ig](;B[ii])(;B[gg];W[ff]))(;W[ih];B[ij](;W[aa])(;W[bb])))";
    let file = read(text, Format::Sgf);
    assert_eq!(moves(&file.games[0]), "h8 i9 i7");
    assert_eq!(
        notes(&file),
        [
            "f:1:30: a variation of 2 moves is left out; the main line is read",
            "f:1:45: a variation of 4 moves is left out; the main line is read",
        ]
    );
}

#[test]
fn what_a_game_has_no_room_for_is_said() {
    let file = read("junk (mail) (;AP[x];B[hh]LB[hh:1]TR[hh];W[ig]LB[ig:2])", Format::Sgf);
    assert_eq!(
        notes(&file),
        [
            "f:1:14: no `GM` says which game it is; it is read as five in a row on 15x15 fields",
            "f:1:14: a game has no room for `LB`, `TR`",
        ]
    );
}

#[test]
fn a_file_may_hold_several_games() {
    let file = read("(;GM[4];B[hh])\n(;GM[4];B[gg];W[hh])\n", Format::Sgf);
    let games: Vec<String> = file.games.iter().map(moves).collect();
    assert_eq!(games, ["h8", "g9 h8"]);
}

#[test]
fn psq_is_read_as_managers_write_it() {
    let text =
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,1250\r\nRAPFI.zip\r\nYIXIN.zip\r\n-1\r\n4,Renju_1\r\n";
    let game = one(text, Format::Psq);
    assert_eq!(moves(&game), "h8 i9");
    assert_eq!(game.moves[1].milliseconds, Some(1250));
    assert_eq!(game.players, [Some("RAPFI.zip".to_owned()), Some("YIXIN.zip".to_owned())]);
    assert_eq!((game.rules.as_deref(), game.event.as_deref()), (Some("renju"), Some("Renju_1")));
    assert_eq!(game.result, None);

    let second_began = one("Piskvorky 15x15, 0:3, 1\n8,8,0\nA\nhomo-2\n15\n", Format::Psq);
    assert_eq!(second_began.players, [None, Some("A".to_owned())]);
    assert_eq!(second_began.result.unwrap().to_string(), "black wins on time");

    let bare = one("Piskvorky 15x15, 0:0, 0\n8,8\n", Format::Psq);
    assert_eq!((moves(&bare).as_str(), bare.moves[0].milliseconds), ("h8", None));
}

#[test]
fn plain_moves_are_read_in_every_form_that_people_type() {
    for text in
        ["h8 i9 i8", "h8,i9,i8", "h8i9i8", "1. h8 i9 2. i8", "1.h8 i9 2.I8\n", "# x\nh8\ni9,\r\ni08\n"]
    {
        assert_eq!(moves(&one(text, Format::Moves)), "h8 i9 i8", "{text}");
    }
    let game = one(
        "white: A: b\nto move: white\nblack stones: h8,g7\nresult: draw by agreement\ni9 pass",
        Format::Moves,
    );
    assert_eq!(game.players[1].as_deref(), Some("A: b"));
    assert_eq!(game.begins(), Some(Colour::White));
    assert_eq!(moves(&game), "i9 pass");
}

#[test]
fn lines_hold_results_beside_the_moves() {
    let text =
        "# moves\tresult(B/W/D)\tend\tplayers\nh8,i9\tB\tresignation\tx\nh8\tD\tmax_moves\tx\n\t\t\t\n";
    let file = read(text, Format::Lines);
    let results: Vec<_> =
        file.games.iter().map(|game| game.result.map(|result| result.to_string())).collect();
    assert_eq!(results, [Some("black wins by resignation".to_owned()), Some("draw".to_owned()), None]);
    assert_eq!(notes(&file), ["f:3:6: the reason `max_moves` is not known; the result is kept without one"]);
    let set_ups = read("#black\twhite\tto-move\tresult\nh8\ti9\tb\tW\n", Format::Lines);
    assert_eq!(set_ups.games[0].position().to_move(), Some(Colour::Black));
}

#[test]
fn the_format_shows_in_the_bytes() {
    let cases = [
        ("\u{feff}\n (;GM[4])", Format::Sgf),
        ("Piskvorky 15x15", Format::Psq),
        ("#moves\tresult\n", Format::Lines),
        ("#moves\nh8", Format::Lines),
        ("h8 i9", Format::Moves),
        ("# my game\nh8", Format::Moves),
        ("", Format::Moves),
    ];
    for (text, format) in cases {
        assert_eq!(Format::of_bytes(text.as_bytes()), format, "{text:?}");
    }
}

/// Every text with its message, as they appear in a terminal.
fn refused(format: Format, texts: &[&str]) -> String {
    let mut said = String::new();
    for text in texts {
        let file = format!("game.{format}");
        let problems = match read_games(&file, text.as_bytes(), format) {
            Err(problems) => problems,
            Ok(games) => panic!("{text:?} is read as {games:?}"),
        };
        let shown = text.replace('\r', "\\r").replace('\u{1b}', "\\e");
        let source: String = shown.lines().map(|line| format!("    {line}\n")).collect();
        writeln!(said, "{source}{problems}\n").unwrap();
    }
    said
}

#[test]
fn malformed_sgf_is_refused_with_its_place() {
    let texts = [
        "",
        "h8 i9",
        "(;GM[4];B[hh]",
        "(;GM[4];B[hh](;W[ii]",
        "(;GM[4];B[hh",
        "(;GM[4];B[hh]C[a remark\nwithout an end\\]",
        "(;GM[4];B",
        "(;GM[4];B;W[hh])",
        "(;GM[4];B[hh]))",
        "(;GM[4];B[hh]) and more",
        "(;GM[4];B[hh](W[ii]))",
        "(;GM[4];B[hh]());",
        "(;GM[4];B[hh](;W[ii]);W[jj])",
        "(;GM[4];B[hh]7)",
        "(;GM[4];black[hh])",
        "(;GM[1]SZ[19];B[pd])",
        "(;FF[5]GM[4])",
        "(;GM[4]SZ[20:20])",
        "(;GM[4];B[zz];W[p1];B[h16];W[hhh];B[\u{1b}h])",
        "(;GM[4];B[Hh])",
        "(;GM[4];B[hh];\nW[ig];B[hh])",
        "(;GM[4]AB[aa:cc]AW[bb])",
        "(;GM[4];B[hh];B[ii])",
        "(;GM[4]PL[B];W[hh])",
        "(;GM[4]PL[green];W[hh])",
        "(;GM[4]B[hh]W[ig])",
        "(;GM[4];B[hh][ii])",
        "(;GM[4]PB[a]PB[b])",
        "(;GM[4];B[hh];AW[ii])",
        "(;GM[4];B[hh];AE[hh])",
        "(;GM[4]RE[black])",
        "(;GM[4]RE[B+magic])",
        "(;GM[4]RE[Draw]BY[five])",
        "(;GM[4]BY[five])",
    ];
    snapshot("malformed-sgf", refused(Format::Sgf, &texts));
}

#[test]
fn malformed_psq_is_refused_with_its_place() {
    let texts = [
        "",
        "8,8,0\n",
        "Piskvorky\n",
        "Piskvorky 15x15\n8,8,0\n",
        "Piskvorky 15x15, 11, 0\n",
        "Piskvorky 15x15, 11:11, 2\n",
        "Piskvorky 20x20, 11:11, 0\n8,8,0\n",
        "Piskvorky 15x20, 11:11, 0\n8,8,0\n",
        "Piskvorky big, 11:11, 0\n8,8,0\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n  16,8,0\n0,1,0\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n8,8,0\n",
        "Piskvorky 15x15, 11:11, 0\n8,\n8,8,0,0\n8,,5\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\n0\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n0\n9,9,0\n10,10,0\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n0\n4,x\nresult: black wins by magic\n",
    ];
    snapshot("malformed-psq", refused(Format::Psq, &texts));
}

#[test]
fn malformed_lists_of_moves_are_refused_with_their_place() {
    let texts = [
        "",
        "# nothing but a remark",
        "h8 i9 p7",
        "h8 i9 h8",
        "h8 i16 g7h8",
        "h8 i9 resigns",
        "black: A\nsize: 15\nh8",
        "result: black won\nh8",
        "h8\nblack stones: g7",
        "to move: green",
    ];
    snapshot("malformed-moves", refused(Format::Moves, &texts));
}

#[test]
fn malformed_lines_are_refused_with_their_place() {
    let texts = ["#moves\tresult\nh8,i9\tX\n", "#moves\tresult\nh8,h8\tB\n", "#id\tresult\n1\tB\n"];
    snapshot("malformed-lines", refused(Format::Lines, &texts));
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_place() {
    for format in [Format::Sgf, Format::Psq, Format::Moves] {
        let problems = read_games("f", b"(;GM[4]CA[UTF-8]\n;B[h\xFF])", format).unwrap_err();
        assert_eq!(problems.to_string(), "f:2:5: the byte 0xFF is no UTF-8\n  expected text in UTF-8");
    }
    // Where nothing is said, SGF is Latin-1, in which the byte is a letter.
    let problems = read_games("f", b"(;GM[4]\n;B[h\xFF])", Format::Sgf).unwrap_err();
    assert!(problems.to_string().starts_with("f:2:4: `h\u{ff}` "), "{problems}");
}

#[test]
fn a_game_in_every_format() {
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
fn what_a_format_cannot_hold_is_refused_and_what_it_leaves_out_is_said() {
    let pass = GameRecord { moves: vec![Move::default()], ..GameRecord::default() };
    let set_up = GameRecord {
        start: Some(Start { black: Vec::new(), white: Vec::new(), to_move: Some(Colour::White) }),
        moves: vec![Move::default()],
        ..GameRecord::default()
    };
    let number = GameRecord { players: [Some("12".to_owned()), None], ..GameRecord::default() };
    let write = |games: &[GameRecord], format| write_games(games, format).map(|written| written.losses);
    assert_eq!(write(from_ref(&pass), Format::Psq), Err(Unwritable::Pass { format: ".psq" }));
    assert_eq!(write(from_ref(&set_up), Format::Psq), Err(Unwritable::SetUp { format: ".psq" }));
    assert_eq!(
        write(&[number], Format::Psq).unwrap_err().to_string(),
        "the player's name `12` would be read as something else in a .psq file"
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
fn a_pass_is_read_in_two_spellings_and_written_in_one() {
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
fn rules_tell_how_a_game_ended() {
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
            wanted.map(|(moves, outcome)| Judged { moves, outcome: outcome.parse::<Outcome>().unwrap() });
        assert_eq!(judged, wanted, "{name}: {text}");
    }
}

#[test]
fn why_somebody_has_won_is_said_by_the_base_and_by_nobody_else() {
    // Here whoever has a stone in the corner has won, and no five is known.
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

/// A line of text that every format keeps as it is.
fn name() -> impl Strategy<Value = String> {
    "[A-Za-z][A-Za-z\\]\\[\\\\:;()', é]{0,10}[A-Za-z\\])\\\\]"
}

fn remark() -> impl Strategy<Value = String> {
    "[a-z\\]\\\\:]{1,8}(\n[a-z;(\\]\\\\]{1,8}){0,2}"
}

fn outcome() -> impl Strategy<Value = Option<Outcome>> {
    option::of(proptest::sample::select(Outcome::all().collect::<Vec<_>>()))
}

/// Any game on the empty board, without passes, with what all formats keep.
fn plain_game() -> impl Strategy<Value = GameRecord> {
    let points: Vec<Point> = Point::all().collect();
    let moves = subsequence(points, 0..40).prop_shuffle();
    let names = [option::of(name()), option::of(name())];
    let rules = proptest::sample::select(vec!["renju", "gomoku", "gomoku-standard"]);
    (moves, names, rules, option::of(name()), outcome()).prop_map(|(moves, players, rules, event, result)| {
        GameRecord { rules: Some(rules.to_owned()), players, event, result, ..GameRecord::of_moves(&moves) }
    })
}

/// Any game that there is: with passes, stones that are set up, remarks.
fn any_game() -> impl Strategy<Value = GameRecord> {
    let start = (0..6_usize, 0..6_usize, option::of(proptest::sample::select(Colour::ALL.to_vec())));
    let extras =
        (option::of(remark()), vec(option::of(remark()), 40), vec(any::<bool>(), 40), option::of(name()));
    (plain_game(), option::of(start), extras).prop_map(
        |(mut game, start, (remark, remarks, passes, date))| {
            game.remark = remark;
            game.date = date;
            if let Some((black, white, to_move)) = start
                && (black + white > 0 || to_move == Some(Colour::White))
            {
                let mut fields =
                    game.moves.drain(..(black + white).min(game.moves.len())).filter_map(|made| made.field);
                let mut take = |count| fields.by_ref().take(count).collect::<Vec<_>>();
                let start = Start { black: take(black), white: take(white), to_move };
                drop(fields);
                let is_a_start =
                    !start.black.is_empty() || !start.white.is_empty() || to_move == Some(Colour::White);
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

/// Bytes that come near to a record.
fn nearly(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        9 => proptest::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..4),
    ];
    vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Every game that is read can be asked for its position.
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
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sgf_is_read_as_it_is_written(games in vec(any_game(), 1..3)) {
        let text = write_games(&games, Format::Sgf).unwrap().text;
        prop_assert_eq!(read(&text, Format::Sgf).games, games, "{}", text);
    }

    #[test]
    fn plain_moves_are_read_as_they_are_written(game in any_game()) {
        let written = write_games(from_ref(&game), Format::Moves).unwrap();
        let mut kept = game;
        kept.moves.iter_mut().for_each(|made| made.remark = None);
        prop_assert_eq!(one(&written.text, Format::Moves), kept, "{}", written.text);
    }

    #[test]
    fn psq_is_read_as_it_is_written(game in plain_game(), times in vec(0..100_000_u64, 40)) {
        let mut game = game;
        game.moves.iter_mut().zip(times).for_each(|(made, time)| made.milliseconds = Some(time));
        let written = write_games(from_ref(&game), Format::Psq).unwrap();
        prop_assert!(written.losses.is_empty());
        prop_assert_eq!(one(&written.text, Format::Psq), game, "{}", written.text);
    }

    #[test]
    fn lines_are_read_as_they_are_written(games in vec(plain_game(), 1..4)) {
        let written = write_games(&games, Format::Lines).unwrap();
        prop_assert!(written.losses.is_empty());
        prop_assert_eq!(read(&written.text, Format::Lines).games, games, "{}", written.text);
    }

    #[test]
    fn no_bytes_bring_a_reader_down(bytes in vec(any::<u8>(), 0..60)) {
        Format::ALL.into_iter().for_each(|format| holds(&bytes, format));
    }

    #[test]
    fn no_tree_brings_sgf_down(
        bytes in nearly(&["(", "(;", ";", ")", "B[hh]", "W[ig]", "W[]", "AB[aa:cc]", "AW[h8][i9]", "PL[W]", "C[", "]",
                          "\\", "\n", "RE[B+R]", "BY[five]", "SZ[15]", "GM[4]", "LB[aa:é]", "Bx"]),
    ) {
        holds(&bytes, Format::Sgf);
        holds(&[b"(;GM[4]".to_vec(), bytes].concat(), Format::Sgf);
    }

    #[test]
    fn no_lines_bring_the_other_readers_down(
        bytes in nearly(&["Piskvorky 15x15, 11:11, 0\n", "8,8,0\n", "9,9\n", "0\n", "15\n", "A\n", "4,x\n", "\r", "\t",
                          "h8", "i9", " ", ",", "pass", "black: ", "to move: w\n", "result: draw\n", "1.", ":", "#moves\n"]),
    ) {
        for format in [Format::Psq, Format::Moves, Format::Lines] {
            holds(&bytes, format);
        }
        holds(&[b"Piskvorky 15x15, 0:0, 1\n".to_vec(), bytes].concat(), Format::Psq);
    }
}

#[test]
fn nesting_is_never_too_deep() {
    let deep = |close: &str| "(;B[hh](;W[]".to_owned() + &"(;B[](;W[]".repeat(50_000) + close;
    assert!(read_games("f", deep("").as_bytes(), Format::Sgf).is_err());
    let file = read(&deep(&")".repeat(100_002)), Format::Sgf);
    assert_eq!(file.games[0].moves.len(), 100_002);
}

/// Runs `noire convert` with this text as its input: the exit status, what it writes, what it says.
/// Where the work grew with the square of the text, these would take minutes.
#[test]
fn a_text_of_mistakes_is_given_up_and_one_without_is_read_in_its_length() {
    let header = "Piskvorky 15x15, 11:11, 0\n";
    let bad = format!("{header}{}", "99,99,0\n".repeat(300_000));
    let nowhere = "99,99 ".repeat(300_000);
    let twice = format!("(;GM[4]{})", ";B[hh];W[hh]".repeat(300_000));
    let set_up = format!("(;GM[4]AB{})", "[zz]".repeat(300_000));
    let cases = [
        (bad, Format::Psq),
        (format!("h8 {nowhere}"), Format::Moves),
        (format!("#moves\n{nowhere}"), Format::Lines),
        (format!("#moves\n{}", nowhere.replace(' ', "\n")), Format::Lines),
        (format!("#moves\n{}", ",".repeat(300_000)), Format::Lines),
        (twice, Format::Sgf),
        (set_up, Format::Sgf),
    ];
    for (text, format) in cases {
        let problems = read_games("f", text.as_bytes(), format).expect_err("it is wrong");
        assert_eq!(problems.iter().len() + problems.left_out(), Problems::ENOUGH, "{format}");
        assert!(
            problems.to_string().ends_with("\nand 80 problems more; reading stopped at 100"),
            "{problems}"
        );
    }
    // Every second move is a pass, so that the main line is right, and each has a variation beside it.
    let (moves, variations) = ("(;B[];W[]".repeat(60_000), "(;B[hh]))".repeat(60_000));
    let nested = read(&format!("(;GM[4]{moves}(;B[]){variations})"), Format::Sgf);
    assert_eq!(nested.games[0].moves.len(), 120_001);
    assert_eq!(nested.notes.len(), RecordNote::MOST + 1);
    assert_eq!(nested.notes[RecordNote::MOST].to_string(), "and 59980 notes more");
    let names: Vec<String> = (0..20_000_u32).map(|at| format!("{at:05}")).collect();
    let names: Vec<String> = names
        .iter()
        .map(|name| name.bytes().map(|digit| char::from(digit - b'0' + b'D')).collect())
        .collect();
    let named = read(&format!("(;GM[4]{}[x];B[hh])", names.join("[x]")), Format::Sgf);
    assert!(named.notes[0].to_string().ends_with(" and 19988 more"), "{}", named.notes[0]);
    let reasons: String = (0..50_000).map(|at| format!("h8\tB\tbecause of {at}\n")).collect();
    let unknown = read(&format!("#moves\tresult\tend\n{reasons}"), Format::Lines);
    assert_eq!(unknown.notes[RecordNote::MOST].to_string(), "and 49980 notes more");
}

fn convert(words: &[&str], text: &str) -> (Option<i32>, String, String) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .arg("convert")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may refuse the words before it reads anything.
    let _ = child.stdin.take().expect("it has an input").write_all(text.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_converts_and_adds_the_result_that_the_rules_know() {
    let text = "(;GM[4]RU[renju];B[hh];W[ao];B[ih];W[co];B[jh];W[eo];B[kh];W[go];B[lh](;W[oo]))";
    let (status, out, err) = convert(&["-", "--to", "lines"], text);
    assert_eq!(
        (status, out.lines().nth(1)),
        (Some(0), Some("h8,a1,i8,c1,j8,e1,k8,g1,l8,o1\t\t\t\t\trenju\t\t"))
    );
    assert_eq!(
        err,
        "note: game 1: by the rules of renju it ended after 9 moves already: black wins by five\n"
    );
    let (status, out, err) = convert(&["-", "--to", "lines"], &text.replace("(;W[oo])", ""));
    assert_eq!(
        (status, out.lines().nth(1)),
        (Some(0), Some("h8,a1,i8,c1,j8,e1,k8,g1,l8\tB\tfive\t\t\trenju\t\t"))
    );
    assert_eq!(err, "note: game 1: the result is added by the rules of renju: black wins by five\n");
}

#[test]
fn the_command_refuses_and_writes_nothing() {
    let cases = [
        (&["-", "--to", "psq"][..], "(;GM[4];B[hh]", 1, "standard input:1:14: the file ends inside a game"),
        (
            &["-", "--to", "psq"],
            "(;GM[4])(;GM[4])",
            1,
            "error: a .psq file holds one game, and there are 2\n  choose one",
        ),
        (&["-"], "h8", 2, "error: no format to write is given"),
        (&["-", "--to", "sgf", "--game", "2"], "h8", 2, "error: there is no game 2; the file holds 1 game"),
        (&["-", "--to", "sgf", "--base", "chess"], "h8", 2, "error: there is no base `chess`"),
        (&["nothing.sgf", "--to", "psq"], "", 2, "error: there is no file `nothing.sgf`"),
    ];
    for (words, text, wanted, begins) in cases {
        let (status, out, err) = convert(words, text);
        assert_eq!((status, out.as_str()), (Some(wanted), ""), "{err}");
        assert!(err.starts_with(begins), "{err}");
    }
}

#[test]
fn every_end_is_read_as_it_is_written() {
    for outcome in Outcome::all() {
        assert_eq!(outcome.to_string().parse(), Ok(outcome));
        if let Some(reason) = outcome.reason() {
            assert_eq!(outcome.because(reason), Some(outcome));
        }
    }
    assert_eq!(Outcome::all().count(), 16);
    assert_eq!("black wins by magic".parse::<Outcome>(), Err(ParseOutcomeError));
}

#[test]
fn a_draw_has_no_reason_of_a_win() {
    assert_eq!(Outcome::Draw { by: None }.because("five"), None);
    assert_eq!(Outcome::Void.because("agreement"), None);
}

#[test]
fn places_are_what_counting_from_the_beginning_gives() {
    let fillers =
        ["", "\n", "a\u{e9}\n\u{20ac}b", &"h8 \u{1F600}i9\r\n".repeat(60), &"\u{e9}x".repeat(5_000)];
    for filler in fillers {
        let before = format!("(;FF[4]GM[4]SZ[15]C[{filler}];B[");
        let problems = read_games("f", format!("{before}zz])").as_bytes(), Format::Sgf).unwrap_err();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        assert_eq!(
            problems.iter().next().unwrap().place,
            Place { file: "f".to_owned(), line, column },
            "{problems}"
        );
    }
}

#[test]
fn latin_1_is_read_where_it_is_meant() {
    let black =
        |text: &[u8]| read_games("f", text, Format::Sgf).ok().map(|file| file.games[0].players[0].clone());
    let rene = |charset: &str, name: &[u8]| {
        let text = [b"(;GM[4]SZ[15]CA[", charset.as_bytes(), b"]PB[", name, b"];B[hh])"].concat();
        black(&text)
    };
    let read = Some(Some("Ren\u{e9}".to_owned()));
    assert_eq!(rene("ISO-8859-1", b"Ren\xe9"), read);
    assert_eq!(rene("ISO-8859-1", "Ren\u{e9}".as_bytes()), read);
    assert_eq!(rene("UTF-8", "Ren\u{e9}".as_bytes()), read);
    assert_eq!(rene("UTF-8", b"Ren\xe9"), None);
    assert_eq!(rene("Shift_JIS", b"\x83\x8c"), None);
    assert_eq!(black(b"(;GM[4]SZ[15]PB[Ren\xe9];B[hh])"), read);
}
