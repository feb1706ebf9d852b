//! Parses the cells that make up a position: lists of points, a colour, a last move. Mistakes are added to the
//! problems, and parsing continues after them.

use super::MAX_MOVES;
use super::fault::RecordFault;
use super::position_spec::is_pass;
use super::problem::{Location, ProblemKind, Problems};
use crate::board::{Color, Point};

/// A text without surrounding blanks, and its location. The text is a cell of a file or the value of an option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub(super) file: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) text: &'a str,
}

impl<'a> Cell<'a> {
    /// Creates a cell from the text at this column, without the surrounding blanks.
    pub(super) fn new(file: &'a str, line: usize, column: usize, text: &'a str) -> Cell<'a> {
        let blanks = text.chars().take_while(|sign| sign.is_whitespace()).count();
        let text = text.trim();
        Cell { file, line, column: if text.is_empty() { column } else { column + blanks }, text }
    }

    /// The location of the character with this index in the text.
    pub(super) fn place(&self, characters: usize) -> Location {
        Location { file: self.file.to_owned(), line: self.line, column: self.column + characters }
    }

    /// Splits the cell at a separator into smaller cells, each with its own column.
    fn pieces(&self, separator: char) -> impl Iterator<Item = Cell<'a>> + use<'a> {
        let Cell { file, line, mut column, text } = *self;
        text.split(separator).map(move |piece| {
            let cell = Cell::new(file, line, column, piece);
            column += piece.chars().count() + 1;
            cell
        })
    }
}

/// The stones of one position that were read so far, for detecting a second stone on the same field.
#[derive(Default)]
pub(super) struct Stones {
    read: Vec<(Point, Location)>,
}

impl Stones {
    /// Reads points separated by commas or blanks, and adds them to the stones. An empty cell has no points.
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

    /// Reads moves in the same form as the points of [`Stones::read`]. Each pass yields `None`.
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

    /// Reads the last move, which must be one of the stones; `None` for an empty cell.
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

/// Splits a cell into words at commas and blanks, and splits words such as `h8i9` into their points. A comma without a
/// point next to it adds a problem.
fn words<'a>(cell: Cell<'a>, problems: &mut Problems) -> Vec<Cell<'a>> {
    let mut words = Vec::new();
    if cell.text.is_empty() {
        return words;
    }
    for piece in cell.pieces(',') {
        if problems.is_full() {
            break;
        }
        if words.len() >= MAX_MOVES {
            let fault = RecordFault::TooLong { parts: "moves", most: MAX_MOVES };
            problems.add(piece.place(0), ProblemKind::Record(fault));
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

/// Splits a word such as `h8i9i8` into its points, each with its byte offset. A new point begins at each letter that
/// follows a digit. A word that does not begin with a letter is returned whole.
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
