//! Games as lists of moves in the default notation: what is read is what was written, and a mistake has its place.

use std::num::NonZeroUsize;

use blanche_compiler::random::Random;
use noire::record::{FirstRow, Grid, MoveList, MoveWidth, Problems, Words};

fn exactly(width: usize) -> MoveWidth {
    MoveWidth::Exactly(NonZeroUsize::new(width).expect("a move has a field"))
}

fn board() -> Grid {
    Grid::new(8, 8, FirstRow::Bottom).expect("it has fields, and not too many")
}

/// Fields that are numbers, from 1.
struct Numbered(usize);

impl Words for Numbered {
    fn value(&self, _: usize, word: &str) -> Option<usize> {
        word.parse().ok().filter(|number| (1..=self.0).contains(number)).map(|number: usize| number - 1)
    }

    fn word(&self, _: usize, value: usize) -> String {
        (value + 1).to_string()
    }

    fn expected(&self, _: usize) -> String {
        format!("a field, 1 to {}", self.0)
    }
}

/// A field, and then a piece that is set on it.
struct Pieces;

impl Words for Pieces {
    fn value(&self, place: usize, word: &str) -> Option<usize> {
        let pieces = ["queen", "knight"];
        if place == 0 { board().named(word) } else { pieces.iter().position(|piece| *piece == word) }
    }

    fn word(&self, place: usize, value: usize) -> String {
        if place == 0 { board().name(value) } else { ["queen", "knight"][value].to_owned() }
    }

    fn expected(&self, place: usize) -> String {
        if place == 0 { board().expected(0) } else { "`queen` or `knight`".to_owned() }
    }
}

fn read(text: &str, words: &dyn Words, width: MoveWidth) -> Result<MoveList, Problems> {
    MoveList::read("f", text.as_bytes(), words, width)
}

/// The moves that are read, each in brackets.
fn moves(text: &str, words: &dyn Words, width: MoveWidth) -> String {
    let game = read(text, words, width).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    let name = |(place, value): (usize, &usize)| words.word(place, *value);
    let made = game.moves.iter().map(|made| made.iter().enumerate().map(name).collect::<Vec<_>>().join(" "));
    made.map(|made| format!("[{made}]")).collect()
}

#[test]
fn numbers_of_moves_mean_nothing() {
    for text in [
        "c3 d3 c4 e3",
        "1. c3 d3 2. c4 e3",
        "1.c3 d3 2.c4 e3",
        "1. c3 1... d3\n2. c4\n2...e3\n",
        "c3, d3,\tc4\r\n  e3",
        "# a game\nC3 D3 C4\n# its last move\nE3",
    ] {
        assert_eq!(moves(text, &board(), exactly(1)), "[c3][d3][c4][e3]", "{text}");
    }
    // A number without a period is a field, where fields are numbers.
    assert_eq!(moves("1. 9 13 2. 22 18 3.1 5", &Numbered(32), exactly(2)), "[9 13][22 18][1 5]");
}

#[test]
fn moves_of_several_fields_follow_each_other() {
    let width = exactly(2);
    assert_eq!(moves("1. a1 b2 c3 d4 2. e5 f6", &board(), width), "[a1 b2][c3 d4][e5 f6]");
    assert_eq!(moves("a1 b2, c3 d4\ne5 f6", &board(), width), "[a1 b2][c3 d4][e5 f6]");
    assert_eq!(moves("b1 queen b7 knight", &Pieces, width), "[b1 queen][b7 knight]");
    assert_eq!(moves("a1 b2 pass c3 d4", &board(), width), "[a1 b2][][c3 d4]");
}

#[test]
fn where_moves_differ_in_width_commas_lines_and_numbers_end_them() {
    let text = "1. 9 18 27, 22 17\n2. 5 9 3. 30 26\n- , pass";
    assert_eq!(moves(text, &Numbered(32), MoveWidth::Any), "[9 18 27][22 17][5 9][30 26][][]");
}

#[test]
fn what_is_known_of_a_game_stands_in_front_of_its_moves() {
    let text = "event: a friendly game: the first\nresult:\n1. c3 d3\n";
    let game = read(text, &board(), exactly(1)).unwrap();
    let known = [("event", "a friendly game: the first"), ("result", "")];
    assert_eq!(game.known, known.map(|(word, value)| (word.to_owned(), value.to_owned())));
    assert_eq!(game.write(&board(), exactly(1)), "event: a friendly game: the first\nresult: \nc3 d3\n");
    assert_eq!(read("", &board(), exactly(1)), Ok(MoveList::default()));
}

#[test]
fn a_game_is_read_as_it_is_written() {
    let mut random = Random::new(1);
    let vocabularies: [(&dyn Words, usize); 2] = [(&board(), 64), (&Numbered(50), 50)];
    for number in 0..400 {
        let (words, values) = vocabularies[number % 2];
        let width = [exactly(1), exactly(3), MoveWidth::Any][number % 3];
        let mut game = MoveList::default();
        if random.percent(30) {
            game.known.push(("event".to_owned(), "a game: of chance".to_owned()));
        }
        for _ in 0..random.below(40) {
            let fields = match width {
                _ if random.percent(10) => 0,
                MoveWidth::Exactly(width) => width.get(),
                MoveWidth::Any => random.between(1, 5),
            };
            game.moves.push((0..fields).map(|_| random.below(values)).collect());
        }
        let text = game.write(words, width);
        assert_eq!(read(&text, words, width), Ok(game), "{text}");
    }
}

#[test]
fn every_mistake_of_a_list_has_its_place() {
    let no_field = |found: &str| format!("`{found}` is no part of a move\n  expected a field, a1 to h8");
    for (text, width, expected) in [
        ("c3 d9\nc4 i1", exactly(1), format!("f:1:4: {}\nf:2:4: {}", no_field("d9"), no_field("i1"))),
        ("é 1.x9", exactly(1), format!("f:1:1: {}\nf:1:5: {}", no_field("é"), no_field("x9"))),
        (
            "1. c3 d3 c4 2. e3 e4\nf3",
            exactly(2),
            "f:1:10: the move ends behind 1 field\n  expected moves of 2 fields\n\
             f:2:1: the move ends behind 1 field\n  expected moves of 2 fields"
                .to_owned(),
        ),
        (
            "c3 d3, c4 pass e4",
            exactly(2),
            "f:1:8: the move ends behind 1 field\n  expected moves of 2 fields\n\
             f:1:16: the move ends behind 1 field\n  expected moves of 2 fields"
                .to_owned(),
        ),
        ("c3, d3x, 4", MoveWidth::Any, format!("f:1:5: {}\nf:1:10: {}", no_field("d3x"), no_field("4"))),
        (
            "a1: b2\n: c3",
            exactly(1),
            "f:1:1: `a1:` is out of place\n  expected a word in front of the colon that is no move, such as `event:`\n\
             f:2:1: `:` is out of place\n  expected a word in front of the colon that is no move, such as `event:`"
                .to_owned(),
        ),
    ] {
        assert_eq!(read(text, &board(), width).expect_err(text).to_string(), expected, "{text}");
    }
    let problems = read("b1 queen b7 b8", &Pieces, exactly(2)).expect_err("b8 is no piece");
    assert_eq!(problems.to_string(), "f:1:13: `b8` is no part of a move\n  expected `queen` or `knight`");
    let problems = MoveList::read("f", b"c3 \xff", &board(), exactly(1)).expect_err("no UTF-8");
    assert_eq!(problems.to_string(), "f:1:4: the byte 0xFF is no UTF-8\n  expected text in UTF-8");
}

#[test]
fn damaged_lists_are_read_or_refused() {
    let text = "event: a gamé\n1. a1 b2, 2... d4 e5\n# a remark\npass, f6 g7\n";
    let mut random = Random::new(2);
    let mut is_read = [0; 2];
    for number in 0..2_000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..random.between(1, 5) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = random.bits() as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, *random.choose(b"1.,:#- \na\xc3")),
            }
        }
        let width = [exactly(1), exactly(2), MoveWidth::Any][number % 3];
        let game = MoveList::read("f", &bytes, &board(), width);
        is_read[usize::from(game.is_ok())] += 1;
        if let Ok(game) = game {
            assert_eq!(read(&game.write(&board(), width), &board(), width), Ok(game));
        }
    }
    assert!(is_read.iter().all(|number| *number > 200), "{is_read:?}");
}
