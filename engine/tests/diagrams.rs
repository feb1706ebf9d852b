//! Tests that diagrams are parsed as they are drawn, and that errors name the place and the reason.

use noire::board::{Color, Diagram, Group, Point, PointSet, Position, Region, Style, Symmetry};

use blanche_compiler::random::Random;

fn drawn(text: &str) -> Diagram {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn points(text: &str) -> PointSet {
    text.split_whitespace().map(|word| word.parse::<Point>().unwrap()).collect()
}

/// The lines of a text without the indentation of the test.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_diagram_shows_stones_the_last_move_marks_and_fields_together() {
    let mut position = Position::empty();
    for text in ["h8", "i9", "g7", "j10", "f6"] {
        position.play(text.parse().unwrap()).unwrap();
    }
    let group: Group = "e5.i9".parse().unwrap();
    let diagram = Diagram::of(&position)
        .highlight(group.base())
        .mark("e5".parse().unwrap(), '*')
        .mark("o15".parse().unwrap(), 'a')
        .mark("j10".parse().unwrap(), 'b');
    let expected = [
        "15 . . . . . . . . . . . . . . a",
        "14 . . . . . . . . . . . . . . .",
        "13 . . . . . . . . . . . . . . .",
        "12 . . . . . . . . . . . . . . .",
        "11 . . . . . . . . . . . . . . .",
        "10 . . . . . . . . .[o]. . . . .",
        " 9 . . . . . . . .[o]. . . . . .",
        " 8 . . . . . . .[x]. . . . . . .",
        " 7 . . . . . .[x]. . . . . . . .",
        " 6 . . . . .[X]. . . . . . . . .",
        " 5 . . . .[*]. . . . . . . . . .",
        " 4 . . . . . . . . . . . . . . .",
        " 3 . . . . . . . . . . . . . . .",
        " 2 . . . . . . . . . . . . . . .",
        " 1 . . . . . . . . . . . . . . .",
        "   a b c d e f g h i j k l m n o",
    ];
    assert_eq!(diagram.to_string().lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_partial_diagram_names_its_rows_and_columns() {
    let diagram = Diagram::of(&Position::after_moves(&[]).unwrap())
        .highlight("j3.n3".parse::<Group>().unwrap().base())
        .mark("o4".parse().unwrap(), '1')
        .cropped(1);
    let expected =
        [" 5 . . . . . . .", " 4 . . . . . . 1", " 3 .[. . . . .].", " 2 . . . . . . .", "   i j k l m n o"];
    assert_eq!(diagram.to_string().lines().collect::<Vec<_>>(), expected);
    assert_eq!(diagram.region(), Region::between("i5".parse().unwrap(), "o2".parse().unwrap()));
}

#[test]
fn unicode_is_drawn_if_requested() {
    let diagram = drawn(
        "
        3 . o .
        2 x * O
        1[x x].
          h i j
        ",
    );
    let unicode = diagram.draw(Style::Unicode);
    assert_eq!(lines(&unicode), ["3 · ○ ·", "2 ● * ◇", "1[● ●]·", "h i j"]);
    assert_eq!(drawn(&unicode), diagram);
}

#[test]
fn a_partial_diagram_is_placed_by_its_labels() {
    let diagram = drawn(
        "
           m n o
        15 x . O
        14 .[o *]
           m n o
        ",
    );
    let position = diagram.position(Some(Color::Black));
    assert_eq!(position.stones(Color::Black), points("m15"));
    assert_eq!(position.stones(Color::White), points("o15 n14"));
    assert_eq!(position.last_move(), Some("o15".parse().unwrap()));
    assert_eq!(position.to_move(), Some(Color::Black));
    assert_eq!(diagram.marked('*'), points("o14"));
    assert_eq!(diagram.highlighted(), points("n14 o14"));
}

#[test]
fn a_diagram_of_all_columns_needs_no_letters_and_blanks_may_be_left_out() {
    let diagram = drawn("9 x.o............\r\n8 ..1............");
    assert_eq!(diagram.position(None).stones(Color::Black), points("a9"));
    assert_eq!(diagram.position(None).stones(Color::White), points("c9"));
    assert_eq!(diagram.marks(), [("c8".parse().unwrap(), '1')]);
}

#[test]
fn every_diagram_is_parsed_from_its_drawing() {
    let mut random = Random::new(5);
    for _ in 0..100 {
        let mut position = Position::empty();
        for _ in 0..random.below(100) {
            let _ = position.play(Point::from_index(random.below(225)).unwrap());
        }
        let mut diagram = Diagram::of(&position.transformed(Symmetry::ALL[random.below(8)]));
        for _ in 0..random.below(20) {
            let field = Point::from_index(random.below(225)).unwrap();
            diagram = match random.below(3) {
                0 => diagram.highlight([field]),
                _ => diagram.mark(field, ['*', '1', 'a', 'W', '?', '#'][random.below(6)]),
            };
        }
        diagram = match random.below(2) {
            0 => diagram.cropped(random.below(3) as u8),
            _ => diagram,
        };
        for style in [Style::Ascii, Style::Unicode] {
            assert_eq!(drawn(&diagram.draw(style)), diagram, "{diagram}");
        }
    }
}

#[test]
fn text_that_is_not_a_diagram_is_rejected_with_place_and_reason() {
    let cases = [
        ("", "1:1: the diagram has no row"),
        ("\n  \n", "1:1: the diagram has no row"),
        ("a b c", "1:1: the diagram has no row"),
        ("black to move", "1:1: the columns are neighbouring letters from a to o"),
        ("1 . .\n  a c", "2:3: the columns are neighbouring letters from a to o"),
        ("1 . .\n  o p", "2:3: the columns are neighbouring letters from a to o"),
        ("  a b\n1 . .\n  b c", "3:3: the columns are neighbouring letters from a to o"),
        (". . .", "1:1: a row begins with its number, 1 to 15"),
        ("16 . .", "1:1: a row begins with its number, 1 to 15"),
        ("0 . .", "1:1: a row begins with its number, 1 to 15"),
        ("99999999999999999999 .", "1:1: a row begins with its number, 1 to 15"),
        ("9 . .\n7 . .", "2:1: row 8 was expected here"),
        ("7 . .\n  8 . .", "2:3: row 6 was expected here"),
        ("1 .\n0 .", "2:1: a row begins with its number, 1 to 15"),
        ("9 . .\n8 . . .", "2:1: the row has 3 fields where 2 were expected"),
        ("9 . .\n  a b c", "1:1: the row has 2 fields where 3 were expected"),
        ("9 . .\n8 .", "2:1: the row has 1 field where 2 were expected"),
        ("9", "1:1: the row has 0 fields where 1 was expected"),
        ("9 . . . . . . . . . . . . . . . .", "1:1: the row has 16 fields where 15 were expected"),
        ("9 . é .", "1:5: the sign 'é' has no meaning in a diagram"),
        ("9 . \u{1b} .", "1:5: the sign '\\u{1b}' has no meaning in a diagram"),
        ("9[. .", "1:2: the bracket has no partner in its row"),
        ("9 .].", "1:4: the bracket has no partner in its row"),
        ("9[.[.]]", "1:4: the bracket has no partner in its row"),
        ("9 X . O", "1:7: a diagram can have only one last move"),
        ("8 . x .\n7 o . .", "1:1: the diagram has 3 columns of 15, and no line of letters says which"),
        ("\n  1 x", "2:3: the diagram has 1 column of 15, and no line of letters says which"),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Diagram>().unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn no_text_makes_the_diagram_parser_panic() {
    let signs: Vec<char> = "1239 \n\t[]xoXO.*abcop●·é\u{feff}\r".chars().collect();
    let mut random = Random::new(6);
    for _ in 0..20_000 {
        let text: String = (0..random.below(30)).map(|_| signs[random.below(signs.len())]).collect();
        if let Ok(diagram) = text.parse::<Diagram>() {
            assert_eq!(drawn(&diagram.to_string()), diagram, "{text:?}");
            diagram.position(None);
        }
    }
}
