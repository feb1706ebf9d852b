//! Diagrams of rectangular boards are read as they are drawn, and a text that is none says where and why.

use blanche_compiler::random::Random;
use noire::record::{Diagrams, FirstRow, Grid, LettersError};

fn grid(width: usize, height: usize, first_row: FirstRow) -> Grid {
    Grid::new(width, height, first_row).expect("it has fields, and not too many")
}

fn diagrams(width: usize, height: usize, first_row: FirstRow, letters: &str) -> Diagrams {
    let letters: Vec<char> = letters.chars().collect();
    Diagrams::new(grid(width, height, first_row), &letters).expect("these are letters")
}

/// Where pieces stand: `x on b3`.
fn standing(fields: &[Option<usize>], grid: Grid, letters: &str) -> Vec<String> {
    let letters: Vec<char> = letters.chars().collect();
    let taken = fields.iter().enumerate().filter_map(|(field, piece)| Some((field, (*piece)?)));
    taken.map(|(field, piece)| format!("{} on {}", letters[piece], grid.name(field))).collect()
}

#[test]
fn fields_are_ordered_by_rows_and_then_by_columns() {
    for first_row in [FirstRow::Bottom, FirstRow::Top] {
        let grid = grid(7, 6, first_row);
        assert_eq!((grid.width(), grid.height(), grid.size()), (7, 6, 42));
        assert_eq!([0, 1, 6, 7, 41].map(|field| grid.name(field)), ["a1", "b1", "g1", "a2", "g6"]);
        assert!((0..42).all(|field| grid.named(&grid.name(field)) == Some(field)));
        assert_eq!((grid.named("G6"), grid.field(6, 5), grid.field(7, 0)), (Some(41), Some(41), None));
        for text in
            ["", "a", "1", "1a", "h1", "a7", "a0", "a01", "a+1", "a1 ", "é1", "a１", "a99999999999999999999"]
        {
            assert_eq!(grid.named(text), None, "{text:?}");
        }
    }
    assert_eq!(grid(10, 12, FirstRow::Top).name(119), "j12");
    for (width, height) in [(0, 3), (3, 0), (27, 3), (3, 100)] {
        assert_eq!(Grid::new(width, height, FirstRow::Bottom), None);
    }
}

#[test]
fn a_diagram_has_its_first_row_at_the_bottom_or_on_top() {
    let bottom = "3 . x .\n2 . o x\n1 . . .\n  a b c\n";
    let below = diagrams(3, 3, FirstRow::Bottom, "xo");
    let fields = below.read("f", bottom.as_bytes()).unwrap();
    assert_eq!(standing(&fields, below.grid(), "xo"), ["o on b2", "x on c2", "x on b3"]);
    assert_eq!(below.draw(&fields), bottom);

    let top = "1 . . .\n2 . o x\n3 . x .\n  a b c\n";
    let above = diagrams(3, 3, FirstRow::Top, "xo");
    assert_eq!(above.read("f", top.as_bytes()).unwrap(), fields);
    assert_eq!(above.draw(&fields), top);
}

#[test]
fn a_dark_board_has_every_other_square() {
    let board = grid(4, 4, FirstRow::Top).dark().numbered();
    assert_eq!((board.size(), board.to_string()), (8, "a field, 1 to 8".to_owned()));
    let text = "1   b   .\n2 w   .\n3   .   .\n4 .   w\n  a b c d\n";
    let diagrams = Diagrams::new(board, &['b', 'w']).unwrap();
    let fields = diagrams.read("f", text.as_bytes()).unwrap();
    assert_eq!(standing(&fields, board, "bw"), ["b on 1", "w on 3", "w on 8"]);
    assert_eq!(diagrams.draw(&fields), text);
    let problems = diagrams.read("f", b"1 b .\n2 w . .\n3 . .\n4 . w\n").expect_err("a field too many");
    assert_eq!(problems.to_string(), "f:2:7: the row has 3 fields\n  expected 2 fields");
    for text in ["", "0", "01", "9", "a", "+1", "b1"] {
        assert_eq!(board.named(text), None, "{text:?}");
    }
    assert_eq!(grid(1, 2, FirstRow::Top).dark().to_string(), "the field a2");
}

#[test]
fn names_and_places_of_fields_agree_on_every_board() {
    for (width, height) in
        [(1, 1), (1, 2), (2, 1), (3, 3), (3, 4), (4, 3), (8, 8), (10, 10), (7, 6), (26, 99)]
    {
        for first_row in [FirstRow::Bottom, FirstRow::Top] {
            let whole = grid(width, height, first_row);
            for board in [whole, whole.dark(), whole.numbered(), whole.dark().numbered()] {
                let squares = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
                let fields: Vec<usize> =
                    squares.filter_map(|(column, row)| board.field(column, row)).collect();
                assert!(fields.iter().copied().eq(0..board.size()), "{board:?}");
                assert!(
                    fields.iter().all(|field| board.named(&board.name(*field)) == Some(*field)),
                    "{board:?}"
                );
            }
            let corner = if first_row == FirstRow::Bottom { 0 } else { height - 1 };
            assert!(whole.dark().field(0, corner).is_some());
        }
    }
}

#[test]
fn row_numbers_of_two_digits_stand_below_each_other() {
    let diagrams = diagrams(2, 10, FirstRow::Bottom, "bB");
    let mut fields = vec![None; 20];
    (fields[18], fields[1]) = (Some(1), Some(0));
    let text = diagrams.draw(&fields);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["10 B .", " 9 . ."]);
    assert_eq!(lines[9..], [" 1 . b", "   a b"]);
}

#[test]
fn blanks_and_letters_of_columns_may_stand_elsewhere_or_be_missing() {
    let diagrams = diagrams(3, 2, FirstRow::Bottom, "wé");
    let expected = vec![Some(0), None, None, None, None, Some(1)];
    for text in [
        "2 . . é\n1 w . .\n  a b c\n",
        "2..é\n1w..",
        "\n   A B C\n\n 2  . .\té  \r\n 1  w . .\n   a b c\n\n",
        "\u{feff}2 . . é\n1 w . .",
    ] {
        assert_eq!(diagrams.read("f", text.as_bytes()).as_ref(), Ok(&expected), "{text:?}");
    }
}

#[test]
fn a_position_is_read_as_it_is_drawn() {
    let mut random = Random::new(1);
    let letters = "xobwBWKqé";
    for _ in 0..300 {
        let first_row = *random.choose(&[FirstRow::Bottom, FirstRow::Top]);
        let (width, height) = (random.between(1, Grid::MOST_COLUMNS), random.between(1, 30));
        let whole = grid(width, height, first_row);
        let board = *random.choose(&[whole, whole.dark().numbered()]);
        let letters: Vec<char> = letters.chars().collect();
        let diagrams = Diagrams::new(board, &letters).expect("these are letters");
        let mut piece = || random.percent(50).then(|| random.below(letters.len()));
        let fields: Vec<Option<usize>> = (0..board.size()).map(|_| piece()).collect();
        let text = diagrams.draw(&fields);
        assert_eq!(diagrams.read("f", text.as_bytes()), Ok(fields), "{text}");
    }
}

#[test]
fn every_mistake_of_a_diagram_has_its_place() {
    let diagrams = diagrams(3, 3, FirstRow::Bottom, "xo");
    for (text, expected) in [
        ("", "f:1:1: row 3 is missing\n  expected all rows of the board, from the top"),
        (
            "3 . . .\n2 . x .\n  a b c\n",
            "f:3:8: row 1 is missing\n  expected all rows of the board, from the top",
        ),
        ("3 . . .\n1 . x .\n", "f:2:1: row `1` does not come next\n  expected row 2"),
        (
            "3 . . .\n2 . . .\n1 . . .\n 0 . . .\n",
            "f:4:2: row `0` does not come next\n  expected nothing below the last row",
        ),
        ("3 . . .\n2 . .\n1 . . .\n", "f:2:6: the row has 2 fields\n  expected 3 fields"),
        ("3 . . .\n2 .\n1 . . .\n", "f:2:4: the row has 1 field\n  expected 3 fields"),
        ("3 . . .\n2 . . . x o\n1 . . .\n", "f:2:9: the row has 5 fields\n  expected 3 fields"),
        (
            "3 . X .\n2 . . .\n1 . ? .\n",
            "f:1:5: no piece is drawn as `X`\n  expected `.` for an empty field, or a piece: `x`, `o`\n\
             f:3:5: no piece is drawn as `?`\n  expected `.` for an empty field, or a piece: `x`, `o`",
        ),
        (
            "3 . . .\n. . .\n1 . . .\n  a b d\n",
            "f:2:1: `. . .` is no row of the board\n  expected a row that begins with its number, or the letters of the \
             columns, `a b c`\n\
             f:3:1: row `1` does not come next\n  expected row 2\n\
             f:4:3: `a b d` is no row of the board\n  expected a row that begins with its number, or the letters of the \
             columns, `a b c`",
        ),
    ] {
        let problems = diagrams.read("f", text.as_bytes()).expect_err(text);
        assert_eq!(problems.to_string(), expected, "{text}");
    }
    let problems = diagrams.read("f", b"3 . . .\n2 \xff . .\n").expect_err("no UTF-8");
    assert_eq!(problems.to_string(), "f:2:3: the byte 0xFF is no UTF-8\n  expected text in UTF-8");
}

#[test]
fn pieces_have_letters_of_their_own() {
    let letters = |letters: &[char]| Diagrams::new(grid(3, 3, FirstRow::Bottom), letters).map(|_| ());
    assert_eq!(letters(&['b', 'B', 'é']), Ok(()));
    for sign in ['.', '1', ' ', '\n', '#'] {
        assert_eq!(letters(&['x', sign]), Err(LettersError::NoLetter(sign)));
    }
    assert_eq!(letters(&['x', 'o', 'x']), Err(LettersError::Twice('x')));
}

#[test]
fn damaged_diagrams_are_read_or_refused() {
    let diagrams = diagrams(4, 11, FirstRow::Top, "xoé");
    let text = diagrams.draw(&[Some(0), None, Some(2), None].repeat(11));
    let mut random = Random::new(2);
    let mut refused = 0;
    for _ in 0..2_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..random.between(1, 4) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.bits() as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, *random.choose(b"1 .xo\nA\xc3")),
            }
        }
        match diagrams.read("f", &bytes) {
            Ok(fields) => assert_eq!(fields.len(), 44),
            Err(problems) => {
                refused += 1;
                assert!(!problems.is_empty() && problems.iter().all(|problem| problem.place.line <= 17));
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}
