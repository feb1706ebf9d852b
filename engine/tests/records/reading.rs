//! Tests of reading well-formed records in every format.

use noire::board::Color;
use noire::record::{Format, Outcome, ParseOutcomeError, read_any_format, read_games};

use super::*;

#[test]
fn sgf_reads_points_in_both_notations() {
    let letters = one("(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[ao];W[oa])", Format::Sgf);
    assert_eq!(moves(&letters), "h8 i9 a1 o15");
    let boards = one("(;FF[4]GM[4]SZ[15];B[H8];W[i9];B[a1];W[O15])", Format::Sgf);
    assert_eq!(letters, boards);
}

#[test]
fn sgf_reads_all_properties_of_a_game() {
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
    assert_eq!(game.to_move(), Some(Color::White));
}

#[test]
fn sgf_sets_stones_up_one_by_one_and_by_rectangles() {
    let game = one("(;GM[4]AB[aa:bb][hh]AW[C13]AW[d13]PL[W];W[ii])", Format::Sgf);
    let position = game.position();
    let stones = |color| position.stones(color).iter().map(|point| point.to_string()).collect::<Vec<_>>();
    assert_eq!(stones(Color::Black), ["h8", "a14", "b14", "a15", "b15"]);
    assert_eq!(stones(Color::White), ["i7", "c13", "d13"]);
    assert_eq!(position.to_move(), Some(Color::Black));
    let without_turn = one("(;GM[4]AB[hh])", Format::Sgf);
    assert_eq!(without_turn.to_move(), None);
}

#[test]
fn sgf_reads_every_known_result() {
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
fn the_main_line_of_a_tree_is_read_and_variations_are_noted() {
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
fn properties_that_a_game_cannot_hold_are_noted() {
    let file = read("junk (mail) (;AP[x];B[hh]DD[hh][gg]VW[hh];W[ig]DD[ig])", Format::Sgf);
    assert_eq!(
        notes(&file),
        [
            "f:1:14: no `GM` names the game; it is read as five in a row on 15x15 fields",
            "f:1:14: a game has no room for `DD`, `VW`",
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

    let cup = one("Piskvorky 15x15, 0:0, 0\n8,8,0\n4,9th Cup\n", Format::Psq);
    assert_eq!((cup.rules.as_deref(), cup.event.as_deref()), (Some("renju"), Some("9th Cup")));

    let set_back = read("Piskvorky 15x15, 0:0, 0\n8,8,-10\n9,9,20\n", Format::Psq);
    assert_eq!(notes(&set_back), ["f:2:5: `-10` is not a time; the move is read without one"]);
    let times: Vec<_> = set_back.games[0].moves.iter().map(|made| made.milliseconds).collect();
    assert_eq!(times, [None, Some(20)]);

    let bare = one("Piskvorky 15x15, 0:0, 0\n8,8\n", Format::Psq);
    assert_eq!((moves(&bare).as_str(), bare.moves[0].milliseconds), ("h8", None));
}

#[test]
fn plain_moves_are_read_in_every_usual_form() {
    for text in [
        "h8 i9 i8",
        "h8,i9,i8",
        "h8i9i8",
        "1. h8 i9 2. i8",
        "1.h8 i9 2.I8\n",
        "# x\n1. h8\ni9,\r\n2. i08\n",
        "rules: renju\nh8\ni9,\r\ni08\n",
    ] {
        assert_eq!(moves(&one(text, Format::Moves)), "h8 i9 i8", "{text}");
    }
    let game = one(
        "white: A: b\nto move: white\nblack stones: h8,g7\nresult: draw by agreement\ni9 pass",
        Format::Moves,
    );
    assert_eq!(game.players[1].as_deref(), Some("A: b"));
    assert_eq!(game.begins(), Some(Color::White));
    assert_eq!(moves(&game), "i9 pass");
}

/// In every command, each line of a file with lists of moves is a game of its own.
#[test]
fn without_numbers_and_names_every_line_of_moves_is_a_game() {
    for (text, lines) in [("h8 i9\n# x\n\nh8 g7", [1, 4]), ("1. h8 i9\n2. g7\n1. h8 g7", [1, 3])] {
        let file = read(text, Format::Moves);
        assert_eq!((file.games.len(), file.lines.as_slice()), (2, &lines[..]), "{text}");
        assert_eq!(moves(&file.games[1]), "h8 g7");
        let given: Vec<_> = read_any_format("f", text.as_bytes()).unwrap().entries;
        let given: Vec<_> = given.iter().map(|entry| (entry.line, entry.text.as_str())).collect();
        assert_eq!(given[1], (lines[1], "h8,g7"), "{text}");
    }
}

#[test]
fn every_game_has_its_line_number() {
    for (text, format, lines) in [
        ("\n(;GM[4];B[hh])\n\n (;GM[4];B[hh])", Format::Sgf, &[2, 4][..]),
        ("\nPiskvorky 15x15, 0:0, 0\n8,8\n", Format::Psq, &[2]),
        ("black: A\nh8\ni9", Format::Moves, &[1]),
        ("#moves\n\nh8\ni9", Format::Lines, &[3, 4]),
    ] {
        assert_eq!(read(text, format).lines, lines, "{text}");
    }
}

#[test]
fn an_invalid_result_is_noted_and_the_game_is_read() {
    for (text, format, said) in [
        ("(;GM[4]RE[black won];B[hh])", Format::Sgf, "f:1:11: `black won` is not a result"),
        ("(;GM[4]RE[B+magic];B[hh])", Format::Sgf, "f:1:11: `B+magic` is not a result"),
        ("(;GM[4]RE[Draw]BY[five];B[hh])", Format::Sgf, "f:1:19: the reason `five` is unknown"),
        ("(;GM[4]BY[five];B[hh])", Format::Sgf, "f:1:11: the reason `five` is unknown"),
        ("Piskvorky 15x15, 0:0, 0\n8,8\nresult: won\n", Format::Psq, "f:3:1: `won` is not a result"),
        ("result: black won\nh8", Format::Moves, "f:1:9: `black won` is not a result"),
        ("#moves\tresult\nh8\tX\n", Format::Lines, "f:2:4: `X` is not a result"),
    ] {
        let file = read(text, format);
        assert_eq!(moves(&file.games[0]), "h8", "{text}");
        assert!(notes(&file)[0].starts_with(said), "{text}: {:?}", notes(&file));
    }
}

#[test]
fn all_line_endings_are_equal_and_tabs_are_spaces() {
    let game = one("(;GM[4]PB[a\tb\x0Bc]C[1\r\n2\n\r3\n4\r5\n\n6\\\n\r7\\\t8];B[hh])", Format::Sgf);
    assert_eq!(game.players[0].as_deref(), Some("a b c"));
    assert_eq!(game.remark.as_deref(), Some("1\n2\n3\n4\n5\n\n67 8"));
}

/// Programs that do not know the number of five in a row in the SGF property `GM` write that of Go.
#[test]
fn a_go_record_on_15x15_is_read_with_a_note() {
    let file = read("(;GM[1]SZ[15];B[hh];W[ig])", Format::Sgf);
    assert_eq!(moves(&file.games[0]), "h8 i9");
    assert_eq!(notes(&file), ["f:1:6: `GM[1]` is another game; it is read as five in a row on 15x15 fields"]);
    for text in ["(;GM[1];B[hh])", "(;GM[1]SZ[19];B[pd])", "(;GM[2]SZ[15];B[hh])"] {
        assert!(read_games("f", text.as_bytes(), Format::Sgf).is_err(), "{text}");
    }
}

#[test]
fn lines_may_have_results_beside_the_moves() {
    let text =
        "# moves\tresult(B/W/D)\tend\tplayers\nh8,i9\tB\tresignation\tx\nh8\tD\tmax_moves\tx\n\t\t\t\n";
    let file = read(text, Format::Lines);
    let results: Vec<_> =
        file.games.iter().map(|game| game.result.map(|result| result.to_string())).collect();
    assert_eq!(results, [Some("black wins by resignation".to_owned()), Some("draw".to_owned()), None]);
    let unread = "f:1: the column `players` is not read";
    assert_eq!(
        notes(&file),
        [unread, "f:3:6: the reason `max_moves` is unknown; the result is kept without one"]
    );
    let set_ups = read("#black\twhite\tto-move\tresult\nh8\ti9\tb\tW\n", Format::Lines);
    assert_eq!(set_ups.games[0].position().to_move(), Some(Color::Black));
}

#[test]
fn the_names_of_columns_may_have_capital_letters() {
    let file = read("#Moves\tRESULT\tEnd\tBlack\tWHITE\nh8,i9\tB\tfive\tAnn\tBob\n", Format::Lines);
    let game = &file.games[0];
    assert_eq!(game.result.map(|result| result.to_string()), Some("black wins by five".to_owned()));
    assert_eq!(game.players, ["Ann", "Bob"].map(|name| Some(name.to_owned())));
    assert_eq!(notes(&file), [""; 0]);
    let file = read("#moves\tresult\tResult\nh8,i9\tB\tW\n", Format::Lines);
    assert_eq!(notes(&file), ["f:1:15: a second column `result`; the first one counts"]);
}

#[test]
fn the_format_is_recognised_from_the_bytes() {
    let cases = [
        ("\u{feff}\n (;GM[4])", Format::Sgf),
        ("Piskvorky 15x15", Format::Psq),
        ("#moves\tresult\n", Format::Lines),
        ("#moves\nh8", Format::Lines),
        ("h8 i9", Format::Moves),
        ("# my game\nh8", Format::Moves),
        ("# my games\n#id\tmoves\n", Format::Lines),
        ("# my games\n\th8\n", Format::Lines),
        ("black: A\nh8", Format::Moves),
        ("", Format::Moves),
    ];
    for (text, format) in cases {
        assert_eq!(Format::of_bytes(text.as_bytes()), format, "{text:?}");
    }
}

#[test]
fn every_outcome_is_parsed_from_its_text() {
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
fn a_draw_cannot_have_a_reason_for_a_win() {
    assert_eq!(Outcome::Draw { by: None }.because("five"), None);
    assert_eq!(Outcome::Void.because("agreement"), None);
}

#[test]
fn latin_1_is_read_if_declared_or_by_default() {
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
