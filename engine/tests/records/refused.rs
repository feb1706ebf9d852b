//! Malformed records are refused quickly, with the location of every mistake.

use std::fmt::Write;

use noire::record::{Format, Location, MAX_GAMES, MAX_MOVES, Problems, RecordNote, read_games};

use super::*;

/// The messages for texts, as they appear in a terminal.
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
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,1O\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,1O\n10,10,x\n7,l2\n7;7;5\n6,6,0\nA\nB\n0\n4,9th Cup\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\n0\n",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n0\n9,9,0\n10,10,0\n",
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
        "h8\nblack stones: g7",
        "to move: green",
    ];
    snapshot("malformed-moves", refused(Format::Moves, &texts));
}

#[test]
fn malformed_lines_are_refused_with_their_place() {
    let texts = ["#moves\tresult\nh8,h8\tB\n", "#id\tresult\n1\tB\n"];
    snapshot("malformed-lines", refused(Format::Lines, &texts));
}

#[test]
fn invalid_utf_8_is_rejected_with_its_place() {
    for format in [Format::Sgf, Format::Psq, Format::Moves] {
        let problems = read_games("f", b"(;GM[4]CA[UTF-8]\n;B[h\xFF])", format).unwrap_err();
        assert_eq!(problems.to_string(), "f:2:5: the byte 0xFF is not UTF-8\n  expected text in UTF-8");
    }
    // SGF without a stated encoding is Latin-1, and in Latin-1 the byte is a letter.
    let problems = read_games("f", b"(;GM[4]\n;B[h\xFF])", Format::Sgf).unwrap_err();
    assert!(problems.to_string().starts_with("f:2:4: `h\u{ff}` "), "{problems}");
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let deep = |close: &str| "(;B[hh](;W[]".to_owned() + &"(;B[](;W[]".repeat(50_000) + close;
    assert!(read_games("f", deep("").as_bytes(), Format::Sgf).is_err());
    let file = read(&deep(&")".repeat(100_002)), Format::Sgf);
    assert_eq!(file.games[0].moves.len(), 100_002);
}

/// If the time were quadratic in the length of the text, these cases would take minutes.
#[test]
fn long_texts_are_read_or_rejected_in_linear_time() {
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
        assert_eq!(problems.iter().len() + problems.left_out(), Problems::MAX_FOUND, "{format}");
        assert!(
            problems.to_string().ends_with("\nand 80 more problems; reading stopped at 100"),
            "{problems}"
        );
    }
    // Every second move is a pass, so that the main line is valid. Each pass has a variation.
    let (moves, variations) = ("(;B[];W[]".repeat(60_000), "(;B[hh]))".repeat(60_000));
    let nested = read(&format!("(;GM[4]{moves}(;B[]){variations})"), Format::Sgf);
    assert_eq!(nested.games[0].moves.len(), 120_001);
    assert_eq!(nested.notes.len(), RecordNote::MAX_SHOWN + 1);
    assert_eq!(nested.notes[RecordNote::MAX_SHOWN].to_string(), "and 59980 more notes");
    let names: Vec<String> = (0..20_000_u32).map(|at| format!("{at:05}")).collect();
    let names: Vec<String> = names
        .iter()
        .map(|name| name.bytes().map(|digit| char::from(digit - b'0' + b'D')).collect())
        .collect();
    let named = read(&format!("(;GM[4]{}[x];B[hh])", names.join("[x]")), Format::Sgf);
    assert!(named.notes[0].to_string().ends_with(" and 19988 more"), "{}", named.notes[0]);
    let reasons: String = (0..50_000).map(|at| format!("h8\tB\tbecause of {at}\n")).collect();
    let unknown = read(&format!("#moves\tresult\tend\n{reasons}"), Format::Lines);
    assert_eq!(unknown.notes[RecordNote::MAX_SHOWN].to_string(), "and 49980 more notes");
}

/// All games of a file are in memory together, and each takes hundreds of bytes, so that a file of a few megabytes could
/// take gigabytes.
#[test]
fn files_have_at_most_a_stated_number_of_games() {
    let at_most = |text: &dyn Fn(usize) -> String, format| {
        let file = read(&text(MAX_GAMES), format);
        assert_eq!(file.games.len(), MAX_GAMES, "{format}");
        read_games("f", text(MAX_GAMES + 1).as_bytes(), format).expect_err("it is too long").to_string()
    };
    let said = "more than 200000 games or positions in one file\n  expected no more than that; divide it into several \
                files";
    let lines = |games: usize| "#moves\n".to_owned() + &"h8\n\n".repeat(games);
    assert_eq!(at_most(&lines, Format::Lines), format!("f:400002:1: {said}"));
    let moves = |games: usize| "h8\n\n".repeat(games);
    assert_eq!(at_most(&moves, Format::Moves), format!("f:400001:1: {said}"));
    let sgf = |games: usize| "(;GM[4];B[hh](;W[gg])(;W[aa]))\n".repeat(games);
    assert_eq!(at_most(&sgf, Format::Sgf), format!("f:200001:2: {said}"));
    let boards = |games: usize| "1 x\n  a\n\n".repeat(games);
    assert_eq!(at_most(&boards, Format::Diagrams), format!("f:600001:1: {said}"));
}

#[test]
fn games_have_at_most_a_stated_number_of_moves_and_nodes() {
    let nodes = |nodes: usize| format!("(;GM[4];B[hh]{})", ";".repeat(nodes - 2));
    assert_eq!(read(&nodes(MAX_MOVES), Format::Sgf).games[0].moves.len(), 1);
    let refused =
        |text: &str, format| read_games("f", text.as_bytes(), format).expect_err("it is long").to_string();
    let said = |parts: &str| {
        format!("more than 1000000 {parts} in one game\n  expected a game that was played on 15x15 fields")
    };
    assert_eq!(refused(&nodes(MAX_MOVES + 1), Format::Sgf), format!("f:1:1000012: {}", said("nodes")));
    // Only the main line counts.
    let beside = format!("(;GM[4](;B[hh])(;B[gg]{}))", ";".repeat(MAX_MOVES));
    assert_eq!(read(&beside, Format::Sgf).games[0].moves.len(), 1);
    let passes = |moves: usize| "- ".repeat(moves);
    assert_eq!(read(&passes(MAX_MOVES), Format::Moves).games[0].moves.len(), MAX_MOVES);
    assert_eq!(refused(&passes(MAX_MOVES + 1), Format::Moves), format!("f:1:2000001: {}", said("moves")));
    let cell = format!("#moves\n{}\n", passes(MAX_MOVES + 1).trim_end().replace(' ', ","));
    assert_eq!(refused(&cell, Format::Lines), format!("f:2:2000001: {}", said("moves")));
}

#[test]
fn places_agree_with_counting_from_the_beginning() {
    let fillers =
        ["", "\n", "a\u{e9}\n\u{20ac}b", &"h8 \u{1F600}i9\r\n".repeat(60), &"\u{e9}x".repeat(5_000)];
    for filler in fillers {
        let before = format!("(;FF[4]GM[4]SZ[15]C[{filler}];B[");
        let problems = read_games("f", format!("{before}zz])").as_bytes(), Format::Sgf).unwrap_err();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        assert_eq!(
            problems.iter().next().unwrap().place,
            Location { file: "f".to_owned(), line, column },
            "{problems}"
        );
    }
}
