//! Reads the cells that a position is made of: lists of points, a colour, a last move. Every mistake is added to
//! the problems, and reading goes on behind it.

use super::position_spec::is_pass;
use super::problem::{Place, ProblemKind, Problems};
use crate::board::{Color, Point};

/// A cell of a line, or the value of an option: its text without blanks around it, and where that begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub(super) file: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) text: &'a str,
}

impl<'a> Cell<'a> {
    /// The cell that begins at this column, without the blanks around its text.
    pub(super) fn new(file: &'a str, line: usize, column: usize, text: &'a str) -> Cell<'a> {
        let blanks = text.chars().take_while(|sign| sign.is_whitespace()).count();
        let text = text.trim();
        Cell { file, line, column: if text.is_empty() { column } else { column + blanks }, text }
    }

    /// The place so many characters into the text.
    pub(super) fn place(&self, characters: usize) -> Place {
        Place { file: self.file.to_owned(), line: self.line, column: self.column + characters }
    }

    /// The pieces between these separators, each with the characters before it.
    fn pieces(&self, separator: char) -> impl Iterator<Item = Cell<'a>> + use<'a> {
        let Cell { file, line, mut column, text } = *self;
        text.split(separator).map(move |piece| {
            let cell = Cell::new(file, line, column, piece);
            column += piece.chars().count() + 1;
            cell
        })
    }
}

/// The stones that have been read for one position, to find a second one on a field.
#[derive(Default)]
pub(super) struct Stones {
    read: Vec<(Point, Place)>,
}

impl Stones {
    /// Reads points with commas or blanks between them, and adds them to the stones. An empty cell has none.
    pub(super) fn read(&mut self, cell: Cell<'_>, problems: &mut Problems) -> Vec<Point> {
        let words = words(cell, problems);
        let mut points = Vec::new();
        for word in words {
            if problems.is_full() {
                break;
            }
            points.extend(self.read_one(word, problems));
        }
        points
    }

    /// Reads moves as [`Stones::read`] reads points; nothing for each that is a pass.
    pub(super) fn read_moves(&mut self, cell: Cell<'_>, problems: &mut Problems) -> Vec<Option<Point>> {
        let mut moves = Vec::new();
        for word in words(cell, problems) {
            if problems.is_full() {
                break;
            }
            match is_pass(word.text) {
                true => moves.push(None),
                false => moves.extend(self.read_one(word, problems).map(Some)),
            }
        }
        moves
    }

    fn read_one(&mut self, cell: Cell<'_>, problems: &mut Problems) -> Option<Point> {
        let point = read_point(cell, problems)?;
        if let Some((_, first)) = self.read.iter().find(|(other, _)| *other == point) {
            problems.add(cell.place(0), ProblemKind::Occupied { point, first: first.clone() });
            return None;
        }
        self.read.push((point, cell.place(0)));
        Some(point)
    }

    /// Reads the last move: one of the stones, or nothing in an empty cell.
    pub(super) fn read_last_move(&self, cell: Cell<'_>, problems: &mut Problems) -> Option<Point> {
        if cell.text.is_empty() {
            return None;
        }
        let point = read_point(cell, problems)?;
        if self.read.iter().all(|(other, _)| *other != point) {
            problems.add(cell.place(0), ProblemKind::LastMoveEmpty(point));
            return None;
        }
        Some(point)
    }
}

/// The words of a cell, between commas or blanks, and of words the points that stand side by side. Where there is none beside a comma is a problem.
fn words<'a>(cell: Cell<'a>, problems: &mut Problems) -> Vec<Cell<'a>> {
    let mut words = Vec::new();
    if cell.text.is_empty() {
        return words;
    }
    for piece in cell.pieces(',') {
        if problems.is_full() {
            break;
        }
        if piece.text.is_empty() {
            problems.add(piece.place(0), ProblemKind::PointMissing);
        }
        for word in piece.pieces(' ').filter(|word| !word.text.is_empty()) {
            words.extend(joined(word.text).into_iter().map(|(at, text)| {
                let column = word.column + word.text[..at].chars().count();
                Cell { column, text, ..word }
            }));
        }
    }
    words
}

/// The points of a word such as `h8i9i8`, each with the bytes before it: one begins where a letter follows a digit. A word that does
/// not begin with a letter is a whole.
pub(super) fn joined(word: &str) -> Vec<(usize, &str)> {
    let bytes = word.as_bytes();
    if !word.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
        return vec![(0, word)];
    }
    let cuts =
        (1..bytes.len()).filter(|&at| bytes[at - 1].is_ascii_digit() && bytes[at].is_ascii_alphabetic());
    let cuts: Vec<usize> = [0].into_iter().chain(cuts).chain([word.len()]).collect();
    cuts.windows(2).map(|ends| (ends[0], &word[ends[0]..ends[1]])).collect()
}

/// Reads the side to move.
pub(super) fn read_color(cell: Cell<'_>, problems: &mut Problems) -> Option<Color> {
    let color = cell.text.parse().ok();
    if color.is_none() {
        problems.add(cell.place(0), ProblemKind::NoColor(cell.text.to_owned()));
    }
    color
}

/// Reads a point.
pub(super) fn read_point(cell: Cell<'_>, problems: &mut Problems) -> Option<Point> {
    match cell.text.parse() {
        Ok(point) => Some(point),
        Err(why) => {
            problems.add(cell.place(0), ProblemKind::NoPoint { found: cell.text.to_owned(), why });
            None
        }
    }
}
