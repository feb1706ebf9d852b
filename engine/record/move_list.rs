//! A game as a list of moves in the default notation: the fields of a move in their order, joined by blanks.
//!
//! ```text
//! # a remark
//! event: a friendly game
//! 1. b2 a1 2. c3 a3
//! ```
//!
//! Where all moves have as many fields, they follow each other with blanks, commas or ends of lines between them. Where they
//! have not, a comma or the end of a line ends a move: `c3 e5 g7, f6 e5`. Whoever makes no move writes `pass` or `-`. Numbers
//! of moves (`1.`, `12...`, `1.b2`) mean nothing, but they too end a move; a number without a period is a field. Lines with a
//! word and a colon tell what is known of the game, and a line that begins with `#` is skipped.
//!
//! What fields are called, the game says: [`Words`].

use std::num::NonZeroUsize;

use super::fault::RecordFault;
use super::grid::Grid;
use super::position_spec::{PASS, is_pass};
use super::problem::{ProblemKind, Problems};
use super::source::Source;

/// What the fields of a move are called. It may differ by their place in the move, from 0: a field of the board first,
/// and then a piece.
pub trait Words {
    /// The value with this name.
    fn value(&self, place: usize, word: &str) -> Option<usize>;

    /// The name of a value: one word, without a comma or a colon, and no pass.
    fn word(&self, place: usize, value: usize) -> String;

    /// What stands at this place, to follow the word "expected".
    fn expected(&self, place: usize) -> String;
}

impl Words for Grid {
    fn value(&self, _: usize, word: &str) -> Option<usize> {
        self.named(word)
    }

    fn word(&self, _: usize, value: usize) -> String {
        self.name(value)
    }

    fn expected(&self, _: usize) -> String {
        self.to_string()
    }
}

/// How many fields a move has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveWidth {
    /// So many, but for a pass.
    Exactly(NonZeroUsize),
    /// One or more.
    Any,
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList {
    /// What is known of the game: a word and what is said of it, in the order of the text.
    pub known: Vec<(String, String)>,
    /// The moves, each with its fields; a pass has none.
    pub moves: Vec<Vec<usize>>,
}

impl MoveList {
    /// Reads a game. Places name the text as `file`.
    ///
    /// # Errors
    /// All mistakes of the text, each with its line and column.
    pub fn read(file: &str, bytes: &[u8], words: &dyn Words, width: MoveWidth) -> Result<MoveList, Problems> {
        let mut problems = Problems::default();
        let Some(source) = Source::decoded(file, bytes, &mut problems) else { return Err(problems) };
        let mut reader = Reader { source, problems, words, width, game: MoveList::default() };
        let source = reader.source.clone();
        for (at, line) in source.lines().filter(|(_, line)| !line.starts_with('#')) {
            if reader.problems.is_full() {
                break;
            }
            match line.split_once(':') {
                Some((word, value)) => reader.known(at, word.trim(), value.trim()),
                None => {
                    Source::pieces(at, line, ',').for_each(|(at, piece)| reader.between_commas(at, piece))
                }
            }
        }
        if reader.problems.is_empty() { Ok(reader.game) } else { Err(reader.problems) }
    }

    /// Writes the game; what is read from it is the same. A line break in what is known of it becomes a blank.
    pub fn write(&self, words: &dyn Words, width: MoveWidth) -> String {
        let mut text = String::new();
        for (word, value) in &self.known {
            text.push_str(&format!("{word}: {}\n", value.replace('\n', " ")));
        }
        let is_one = width == MoveWidth::Exactly(NonZeroUsize::MIN);
        for moves in self.moves.chunks(MOVES_A_LINE) {
            let moves: Vec<String> = moves.iter().map(|made| move_text(made, words)).collect();
            text.push_str(&moves.join(if is_one { " " } else { ", " }));
            text.push('\n');
        }
        text
    }
}

/// So many moves stand in a line.
const MOVES_A_LINE: usize = 10;

/// A move as it is written.
fn move_text(fields: &[usize], words: &dyn Words) -> String {
    if fields.is_empty() {
        return PASS.to_owned();
    }
    let texts: Vec<String> =
        fields.iter().enumerate().map(|(place, field)| words.word(place, *field)).collect();
    texts.join(" ")
}

/// A game while it is read.
struct Reader<'a, 'w> {
    source: Source<'a>,
    problems: Problems,
    words: &'w dyn Words,
    width: MoveWidth,
    game: MoveList,
}

impl<'a> Reader<'a, '_> {
    fn fault(&mut self, at: usize, fault: RecordFault) {
        self.problems.add(self.source.place(at), ProblemKind::Record(fault));
    }

    fn known(&mut self, at: usize, word: &str, value: &str) {
        if word.is_empty() || self.words.value(0, word).is_some() {
            let expected = "a word in front of the colon that is no move, such as `event:`".to_owned();
            return self.fault(at, RecordFault::OutOfPlace { found: format!("{word}:"), expected });
        }
        self.game.known.push((word.to_owned(), value.to_owned()));
    }

    /// Reads the moves between two commas, which numbers may stand between.
    fn between_commas(&mut self, at: usize, piece: &'a str) {
        let mut open: Vec<(usize, &str)> = Vec::new();
        let mut start = at;
        for word in piece.split([' ', '\t']) {
            let rest = unnumbered(word);
            if rest.len() < word.len() {
                self.moves(&std::mem::take(&mut open));
            }
            if !rest.is_empty() {
                open.push((start + word.len() - rest.len(), rest));
            }
            start += word.len() + 1;
        }
        self.moves(&open);
    }

    /// Reads words that belong to one move, or to several of one width.
    fn moves(&mut self, words: &[(usize, &str)]) {
        for words in words.chunk_by(|one, other| is_pass(one.1) == is_pass(other.1)) {
            match self.width {
                _ if is_pass(words[0].1) => {
                    self.game.moves.extend(words.iter().map(|_| Vec::new()));
                }
                MoveWidth::Exactly(width) => {
                    for words in words.chunks(width.get()) {
                        self.one(words);
                    }
                }
                MoveWidth::Any => self.one(words),
            }
        }
    }

    fn one(&mut self, words: &[(usize, &str)]) {
        let mut fields = Vec::with_capacity(words.len());
        for (place, (at, word)) in words.iter().enumerate() {
            match self.words.value(place, word) {
                Some(value) => fields.push(value),
                None => {
                    let (found, expected) = ((*word).to_owned(), self.words.expected(place));
                    self.fault(*at, RecordFault::NoMove { found, expected });
                }
            }
        }
        match self.width {
            MoveWidth::Exactly(width) if words.len() != width.get() => {
                let fault = RecordFault::MoveWidth { found: words.len(), expected: width.get() };
                self.fault(words[0].0, fault);
            }
            _ => self.game.moves.push(fields),
        }
    }
}

/// A word without the number of a move in front of it; a number without a period is a field.
fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}
