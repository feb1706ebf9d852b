//! Tests of parsing positions: files that are accepted, and the messages about others.

use noire::board::{Color, Point};
use noire::record::{PositionFile, PositionSpec, Problems, SetUpText, moves_text, read_positions};

use blanche_compiler::random::Random;

fn read(text: &str) -> PositionFile {
    read_positions("f.tsv", text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

fn problems(bytes: &[u8]) -> Vec<String> {
    read_positions("f.tsv", bytes).unwrap_err().to_string().lines().map(str::to_owned).collect()
}

fn texts(file: &PositionFile) -> Vec<&str> {
    file.entries.iter().map(|entry| entry.text.as_str()).collect()
}

#[test]
fn moves_are_read_black_first() {
    let file = read("#moves, black first\tw3t\tnote\nh8,i9,g7\t1\ta b\n\n# a remark\nH8 , i09\t2\t\n");
    assert_eq!(file.columns, ["moves, black first", "w3t", "note"]);
    assert_eq!(texts(&file), ["h8,i9,g7", "H8 , i09"]);
    assert_eq!(file.entries[1].line, 5);
    assert_eq!(file.entries[1].spec.to_string(), "h8,i9");
    assert_eq!(file.cell(&file.entries[0], "note"), Some("a b"));
    assert_eq!(file.cell(&file.entries[0], "id"), None);
    let position = file.entries[0].spec.position();
    assert_eq!(position.to_move(), Some(Color::White));
    assert_eq!(position.last_move(), Some("g7".parse().unwrap()));
    assert_eq!(position.stones(Color::Black).len(), 2);
    assert!(file.notes.is_empty());
}

#[test]
fn an_empty_list_of_moves_is_the_empty_board() {
    let file = read("#moves\tforbidden\n\th8\n\t\nh8\t");
    assert_eq!(texts(&file), ["", "", "h8"]);
    let position = file.entries[0].spec.position();
    assert_eq!((position.to_move(), position.last_move()), (Some(Color::Black), None));
}

#[test]
fn a_set_up_keeps_its_cells_as_written() {
    let file = read("#id\tto-move\tblack\twhite\tlast\nA1\tw\tg6, H8\tf5\th8\n\tblack\t\t\t\nA3\tB\ta1\t");
    assert_eq!(texts(&file), ["g6, H8\tf5\tw", "\t\tblack", "a1\t\tB"]);
    let ids: Vec<Option<&str>> = file.entries.iter().map(|entry| entry.id.as_deref()).collect();
    assert_eq!(ids, [Some("A1"), None, Some("A3")]);
    let position = file.entries[0].spec.position();
    assert_eq!(position.to_move(), Some(Color::White));
    assert_eq!(position.last_move(), Some("h8".parse().unwrap()));
    assert_eq!(file.entries[1].spec.position().last_move(), None);
}

#[test]
fn a_set_up_may_omit_the_side_to_move() {
    let file = read("#id\trule\tblack\twhite\tforbidden\nq\trenju\tg8,h7\ti8\th8\n");
    assert_eq!(texts(&file), ["g8,h7\ti8\t"]);
    assert_eq!(file.entries[0].spec.position().to_move(), None);
}

#[test]
fn beside_moves_the_columns_black_and_white_are_player_names() {
    let file = read("#black\twhite\tmoves\nIngo\tWim\th8,i9\n");
    assert_eq!(texts(&file), ["h8,i9"]);
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_change_nothing() {
    let plain = read("#id\tmoves\na\th8,i9\nb\th8\n");
    let windows = read("\u{feff}#id\tmoves\r\na\th8,i9\r\nb\th8\r\n");
    assert_eq!(plain.entries, windows.entries);
    assert_eq!(plain.columns, windows.columns);
}

#[test]
fn the_columns_of_a_file_without_a_header_are_guessed() {
    let file = read("AN01\trenju\tb\tg6,h8\tf5\twin\tsource\nAN02\trenju\tw\th8\ti9\twin\tsource\n");
    assert_eq!(texts(&file), ["g6,h8\tf5\tb", "h8\ti9\tw"]);
    assert_eq!(file.entries[1].id.as_deref(), Some("AN02"));
    let note = "f.tsv: the first line does not name the columns; they are read as `id`, `rule`, `to-move`, `black`, `white`, \
         and what follows them is not read";
    assert_eq!(file.notes[0].to_string(), note);

    let file = read("# white wins in all of them\n# black and white\n#\nh8\n");
    assert_eq!(texts(&file), ["h8"]);

    let file = read("# my games\nh8,i9,g7\tB\nh8\n");
    assert_eq!(texts(&file), ["h8,i9,g7", "h8"]);
    let note = "f.tsv: the first line does not name the columns; the first one is read as `moves`, and what follows it is not read";
    assert_eq!(file.notes[0].to_string(), note);

    // A set-up is accepted as input in the form in which programs print it.
    let file = read("h8,i8\ti9,g9\tb\nh8\t\tw\n");
    assert_eq!(texts(&file), ["h8,i8\ti9,g9\tb", "h8\t\tw"]);
    let note =
        "f.tsv: the first line does not name the columns; they are read as `black`, `white`, `to-move`";
    assert_eq!(file.notes[0].to_string(), note);
}

#[test]
fn a_file_without_positions_is_noted() {
    for text in ["", "\n \n", "#moves\n", "\u{feff}"] {
        let file = read(text);
        assert!(file.entries.is_empty());
        assert_eq!(file.notes[0].to_string(), "f.tsv: no position in this file", "{text:?}");
    }
}

const A_POINT: &str = "  expected a point: a column a to o and a row 1 to 15, such as `h8`";
const ONCE: &str = "  expected every field at most once";
const A_HEADER: &str = "  expected a first line that begins with `#` and names the columns, separated by tabs: \
                        `#moves`, or `#black`, `white` and, if known, `to-move` and `last`";

#[test]
fn a_mistake_in_a_file_is_reported_with_its_place_and_what_was_expected() {
    let a_colour = "  expected `b`, `w`, `black` or `white`";
    let no_white = &[
        "f.tsv:1:1: there is a column `black` and no column `white`",
        "  expected a column `white`, which may be empty in any line",
    ];
    let no_position = &["f.tsv:1:1: no column holds a position", A_HEADER];
    let cases: [(&[u8], &[&str]); 33] = [
        (b"#black\nh8,i9\n", no_white),
        (b"# Black\nh8,i9\n", no_white),
        (b"#move\nh8,i9\n", no_position),
        (b"#id\nh8,i9\n", no_position),
        (b"#black, white, to-move\nh8,i9\n", no_position),
        (b"#moves\nh8,i9,q17\n", &["f.tsv:2:7: `q17` is off the board", A_POINT]),
        (
            b"#moves\nh8,\xC3\xA98,i16\n",
            &["f.tsv:2:4: `\u{e9}8` is not a point", A_POINT, "f.tsv:2:7: `i16` is off the board", A_POINT],
        ),
        (b"#moves\nh8,  h0,g7", &["f.tsv:2:6: `h0` is off the board", A_POINT]),
        (b"#moves\nh8,i9,h08", &["f.tsv:2:7: a second stone on h8; the first is at f.tsv:2:1", ONCE]),
        (
            b"#moves\nh8,,i9",
            &[
                "f.tsv:2:4: a point is missing",
                "  expected points with a comma between them, such as `h8,i9`",
            ],
        ),
        (
            b"#moves\nh8,i9,",
            &[
                "f.tsv:2:7: a point is missing",
                "  expected points with a comma between them, such as `h8,i9`",
            ],
        ),
        (b"#moves\nh8;i9", &["f.tsv:2:1: `h8;i9` is not a point", A_POINT]),
        (b"#moves\nh8,\x1b[31m", &["f.tsv:2:4: `\\u{1b}[31m` is not a point", A_POINT]),
        (
            b"#moves\nthis is a sentence and not a list",
            &[
                "f.tsv:2:1: `this` is not a point",
                A_POINT,
                "f.tsv:2:6: `is` is not a point",
                A_POINT,
                "f.tsv:2:9: `a` is not a point",
                A_POINT,
                "f.tsv:2:11: `sentence` is not a point",
                A_POINT,
                "f.tsv:2:20: `and` is not a point",
                A_POINT,
                "f.tsv:2:24: `not` is not a point",
                A_POINT,
                "f.tsv:2:28: `a` is not a point",
                A_POINT,
                "f.tsv:2:30: `list` is not a point",
                A_POINT,
            ],
        ),
        (
            b"#moves\nabcdefghijklmnopqrstuvwxyz",
            &["f.tsv:2:1: `abcdefghijklmnopqrstuvwx\u{2026}` is not a point", A_POINT],
        ),
        (
            b"#moves\nh8\n\xFFh8\ni9,\xC3(\n",
            &[
                "f.tsv:3:1: the byte 0xFF is not UTF-8",
                "  expected text in UTF-8",
                "f.tsv:4:4: the byte 0xC3 is not UTF-8",
                "  expected text in UTF-8",
            ],
        ),
        (
            b"#moves\nq1\n\xC3\xA9\xFF\nq2",
            &[
                "f.tsv:2:1: `q1` is off the board",
                A_POINT,
                "f.tsv:3:2: the byte 0xFF is not UTF-8",
                "  expected text in UTF-8",
                "f.tsv:4:1: `q2` is off the board",
                A_POINT,
            ],
        ),
        (b"\xFF\xFE#\0m\0", &["f.tsv:1:1: the byte 0xFF is not UTF-8", "  expected text in UTF-8"]),
        (
            b"#black\twhite\nh8,i9\tg7,i9",
            &["f.tsv:2:10: a second stone on i9; the first is at f.tsv:2:4", ONCE],
        ),
        (b"#black\twhite\tto-move\nh8\ti9\tgreen", &["f.tsv:2:7: `green` is not a colour", a_colour]),
        (b"#black\twhite\tto-move\nh8\ti9\t", &["f.tsv:2:7: the side to move is missing", a_colour]),
        (
            b"#black\twhite\tto-move\nh8\ti9",
            &[
                "f.tsv:2:6: the line ends before the column `to-move`",
                "  expected 3 columns with a tab between them, but the line has 2",
            ],
        ),
        (
            b"#black\twhite\tto-move\nh8   i9   w",
            &[
                "f.tsv:2:12: the line ends before the column `white`",
                "  expected 3 columns with a tab between them, but the line has 1",
            ],
        ),
        (
            b"#black\twhite\tlast\nh8\ti9\tj10",
            &[
                "f.tsv:2:7: the last move j10 has no stone",
                "  expected the field of one of the stones, or nothing",
            ],
        ),
        (
            b"#black\tto-move\nh8\tw",
            &[
                "f.tsv:1:1: there is a column `black` and no column `white`",
                "  expected a column `white`, which may be empty in any line",
            ],
        ),
        (
            b"#moves\tto-move\tlast\nh8,i9\twhite\ta1",
            &[
                "f.tsv:2:7: the column `to-move` contradicts the moves",
                "  expected `black`, as follows from the moves, or nothing",
                "f.tsv:2:13: the column `last` contradicts the moves",
                "  expected `i9`, as follows from the moves, or nothing",
            ],
        ),
        (
            b"#moves\tlast\n\ta1",
            &[
                "f.tsv:2:2: the column `last` contradicts the moves",
                "  expected nothing, because there is no move",
            ],
        ),
        (
            b"#moves\tto-move\tlast\tlast\nh8\tgreen\tz9\t",
            &[
                "f.tsv:1:21: a second column `last`",
                "  expected every column once",
                "f.tsv:2:4: `green` is not a colour",
                a_colour,
                "f.tsv:2:10: `z9` is off the board",
                A_POINT,
            ],
        ),
        (
            b"#black\twhite\tblack\nh8\ti9\t",
            &["f.tsv:1:14: a second column `black`", "  expected every column once"],
        ),
        (
            b"#id\ttable\tside\tplies\tline\nJU01\tT5.1\tb\t2\th10,i11\n",
            &["f.tsv:1:1: no column holds a position", A_HEADER],
        ),
        (b"\nJU01 none up to 8\n", &["f.tsv:2:1: the columns have no names", A_HEADER]),
        (
            b"moves\tresult\nh8,i9\tB\nh8\tB\n",
            &[
                "f.tsv:1:1: `moves` is not a position",
                "  expected a position, or `#` before `moves` if the line names the columns",
            ],
        ),
        (
            b"black\twhite\nh8,i9\tj7\n",
            &[
                "f.tsv:1:1: `black` is not a position",
                "  expected a position, or `#` before `black` if the line names the columns",
            ],
        ),
    ];
    for (bytes, messages) in cases {
        assert_eq!(problems(bytes), messages, "{:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn columns_that_follow_from_the_moves_are_allowed() {
    let text = b"#moves\tblack\tto-move\tlast\nh8,i9\tAnna\tb\ti9\nh8,i9,pass\t\twhite\ti9\nh8\t\t\t\nh8\n";
    let file = read_positions("f.tsv", text).unwrap_or_else(|problems| panic!("{problems}"));
    let texts: Vec<&str> = file.entries.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(texts, ["h8,i9", "h8,i9,pass", "h8", "h8"]);
}

#[test]
fn all_problems_of_a_file_are_counted_and_the_first_twenty_listed() {
    let lines: String = (1..=25).map(|number| format!("h8,z{number}\n")).collect();
    let problems = read_positions("f.tsv", format!("#moves\n{lines}").as_bytes()).unwrap_err();
    assert_eq!(problems.iter().len(), Problems::MAX_SHOWN);
    assert_eq!(problems.left_out(), 5);
    assert!(problems.to_string().ends_with("\nand 5 more problems"));
    let found: Vec<usize> = problems.iter().map(|problem| problem.place.line).collect();
    assert_eq!(found, (2..=21).collect::<Vec<_>>());
}

#[test]
fn options_are_read_like_files() {
    let given = PositionSpec::from_moves("--moves", "").unwrap();
    assert_eq!(given.position(), noire::board::Position::empty());
    let text = SetUpText { black: "h8", white: "i9,h8", to_move: Some("x"), last_move: Some("a1") };
    let problems = PositionSpec::from_set_up(text).unwrap_err().to_string();
    let firsts: Vec<&str> = problems.lines().step_by(2).collect();
    assert_eq!(
        firsts,
        [
            "--white:1:4: a second stone on h8; the first is at --black:1:1",
            "--to-move:1:1: `x` is not a colour",
            "--last:1:1: the last move a1 has no stone",
        ]
    );
    let text = SetUpText { black: "h8", white: "i9", to_move: Some("white"), last_move: Some("h8") };
    let given = PositionSpec::from_set_up(text).unwrap();
    assert_eq!(given.to_string(), "h8\ti9\twhite");
    assert_eq!(given.position().last_move(), Some("h8".parse().unwrap()));
}

#[test]
fn a_list_of_moves_may_contain_passes() {
    let given = PositionSpec::from_moves("--moves", "h8,-,i9,pass").unwrap();
    assert_eq!(given.to_string(), "h8,pass,i9,pass");
    let position = given.position();
    assert_eq!((position.to_move(), position.stones(Color::White).len()), (Some(Color::Black), 0));
    let prefixes: Vec<String> = given.prefixes().map(|prefix| prefix.to_string()).collect();
    assert_eq!(prefixes, ["", "h8", "h8,pass", "h8,pass,i9", "h8,pass,i9,pass"]);
    let problems = PositionSpec::from_moves("--moves", "h8,-,h8").unwrap_err().to_string();
    assert!(problems.starts_with("--moves:1:6: a second stone on h8"), "{problems}");
    assert!(PositionSpec::from_set_up(SetUpText { black: "pass", ..SetUpText::default() }).is_err());
}

#[test]
fn a_game_is_divided_into_its_positions() {
    let given = PositionSpec::from_moves("--moves", "h8,i9,g7").unwrap();
    let prefixes: Vec<String> = given.prefixes().map(|prefix| prefix.to_string()).collect();
    assert_eq!(prefixes, ["", "h8", "h8,i9", "h8,i9,g7"]);
    let set_up = PositionSpec::from_set_up(SetUpText { black: "h8", ..SetUpText::default() }).unwrap();
    assert!(set_up.prefixes().eq([set_up.clone()]));
}

#[test]
fn every_game_is_parsed_from_its_text() {
    let mut random = Random::new(7);
    for _ in 0..100 {
        let mut moves: Vec<Point> = Vec::new();
        for _ in 0..random.below(225) {
            let point = Point::from_index(random.below(225)).unwrap();
            if !moves.contains(&point) {
                moves.push(point);
            }
        }
        let given = PositionSpec::from_moves("--moves", &moves_text(&moves)).unwrap();
        let made: Vec<Option<Point>> = moves.iter().copied().map(Some).collect();
        assert_eq!(given.moves(), Some(&made[..]));
        assert!(given.position().made().eq(moves.iter().copied()));
    }
}

#[test]
fn no_bytes_make_the_position_parser_panic() {
    let pieces: [&[u8]; 18] = [
        b"#",
        b"moves",
        b"black",
        b"white",
        b"\t",
        b"\t",
        b"\n",
        b"\r\n",
        b"h8",
        b"i9",
        b",",
        b" ",
        b"b",
        b"z99",
        b"last",
        b"\xFF",
        "\u{feff}é".as_bytes(),
        b"to-move",
    ];
    let mut random = Random::new(8);
    for _ in 0..20_000 {
        let bytes: Vec<u8> =
            (0..random.below(40)).flat_map(|_| pieces[random.below(pieces.len())].to_vec()).collect();
        match read_positions("f.tsv", &bytes) {
            Ok(file) => assert!(file.entries.iter().all(|entry| entry.spec.position().made().len() < 225)),
            Err(problems) => assert!(!problems.is_empty()),
        }
    }
}
