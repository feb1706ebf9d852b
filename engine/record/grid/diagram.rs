//! Positions of a game drawn on a rectangular board, with a letter for each piece.
//!
//! The whole board is drawn: its rows from the top, each with its number, and the letters of the columns below. They are
//! read above the rows too, or not at all; blanks between fields mean nothing, nor do blank lines.

use std::fmt;

use super::{Grid, GridFault, letter};
use crate::record::problem::{ProblemKind, Problems};
use crate::record::source::Source;

/// An empty field.
const EMPTY: char = '.';

/// How the positions of a game are drawn. A piece is a number: its place among the letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagrams {
    grid: Grid,
    letters: Vec<char>,
}

/// Why pieces cannot have such letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LettersError {
    /// This is no letter.
    NoLetter(char),
    /// Two pieces have this letter.
    Twice(char),
}

impl fmt::Display for LettersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LettersError::NoLetter(sign) => write!(f, "a piece is drawn as a letter, and {sign:?} is none"),
            LettersError::Twice(letter) => write!(f, "two pieces are drawn as `{letter}`"),
        }
    }
}

impl std::error::Error for LettersError {}

impl Diagrams {
    /// Diagrams of a board with pieces of these letters; a small letter and its capital are two.
    ///
    /// # Errors
    /// When something is no letter, or two pieces have the same.
    pub fn new(grid: Grid, letters: &[char]) -> Result<Diagrams, LettersError> {
        for (number, letter) in letters.iter().enumerate() {
            if !letter.is_alphabetic() {
                return Err(LettersError::NoLetter(*letter));
            }
            if letters[..number].contains(letter) {
                return Err(LettersError::Twice(*letter));
            }
        }
        Ok(Diagrams { grid, letters: letters.to_vec() })
    }

    /// The board.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Draws a position: for every field the piece that stands on it. Every line ends.
    ///
    /// # Panics
    /// When there are not as many fields as the board has, or when a piece has no letter.
    pub fn draw(&self, fields: &[Option<usize>]) -> String {
        assert_eq!(fields.len(), self.grid.size(), "every field of the board has its place");
        let wide = self.grid.height().to_string().len();
        let mut text = String::new();
        for row in self.grid.rows_from_top() {
            let signs = (0..self.grid.width()).map(|column| {
                let field = self.grid.field(column, row);
                field.map_or(' ', |field| fields[field].map_or(EMPTY, |piece| self.letters[piece]))
            });
            let signs: String = signs.flat_map(|sign| [' ', sign]).collect();
            text.push_str(&format!("{:wide$}{}\n", row + 1, signs.trim_end()));
        }
        text.push_str(&format!("{:wide$} {}\n", "", self.columns()));
        text
    }

    /// The letters of the columns: `a b c`.
    fn columns(&self) -> String {
        let letters: Vec<String> = (0..self.grid.width()).map(|column| letter(column).to_string()).collect();
        letters.join(" ")
    }

    /// Reads a position: for every field the piece that stands on it. Places name the text as `file`.
    ///
    /// # Errors
    /// All mistakes of the text, each with its line and column.
    pub fn read(&self, file: &str, bytes: &[u8]) -> Result<Vec<Option<usize>>, Problems> {
        let mut problems = Problems::default();
        let Some(source) = Source::decoded(file, bytes, &mut problems) else { return Err(problems) };
        let rows: Vec<usize> = self.grid.rows_from_top().collect();
        let mut fields = vec![None; self.grid.size()];
        // How many rows are behind, and where the text ends.
        let (mut number, mut end) = (0, 0);
        for (at, line) in source.lines() {
            if problems.is_full() {
                break;
            }
            end = at + line.len();
            let digits = line.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(line.len());
            if digits == 0 {
                if !self.is_columns(line) {
                    let fault = GridFault::NoLine { found: line.to_owned(), letters: self.columns() };
                    problems.add(source.place(at), ProblemKind::Grid(fault));
                }
                continue;
            }
            // After a row that does not come next, the one behind it does.
            let found = &line[..digits];
            let expected = rows.get(number).map(|row| row + 1);
            let is_found = |row: &usize| (row + 1).to_string() == found;
            let place = rows.iter().position(is_found);
            if place != Some(number) {
                let fault = GridFault::RowOrder { found: found.to_owned(), expected };
                problems.add(source.place(at), ProblemKind::Grid(fault));
            }
            number = place.unwrap_or(number) + 1;
            // A row that the board does not have is taken for the one that comes next.
            let Some(row) = place.map(|place| rows[place]).or(expected.map(|row| row - 1)) else { continue };
            let wanted = self.grid.fields_of(row);
            let read = self.row(at + digits, &line[digits..], wanted.len(), &source, &mut problems);
            if read.len() == wanted.len() {
                fields[wanted].copy_from_slice(&read);
            }
        }
        if let Some(row) = rows.get(number).filter(|_| !problems.is_full()) {
            problems.add(source.place(end), ProblemKind::Grid(GridFault::RowMissing(row + 1)));
        }
        if problems.is_empty() { Ok(fields) } else { Err(problems) }
    }

    /// Whether a line is the letters of the columns, small or capital.
    fn is_columns(&self, line: &str) -> bool {
        let letters = line.chars().filter(|sign| !sign.is_whitespace());
        letters.map(|letter| letter.to_ascii_lowercase()).eq((0..self.grid.width()).map(letter))
    }

    /// The fields of a row, which begin at this byte of the text; so many are wanted.
    fn row(
        &self,
        at: usize,
        row: &str,
        wanted: usize,
        source: &Source<'_>,
        problems: &mut Problems,
    ) -> Vec<Option<usize>> {
        let mut read = Vec::new();
        let mut surplus = None;
        for (offset, sign) in row.char_indices().filter(|(_, sign)| !sign.is_whitespace()) {
            let piece = self.letters.iter().position(|letter| *letter == sign);
            let is_field = read.len() < wanted;
            if !is_field {
                surplus = surplus.or(Some(offset));
            } else if piece.is_none() && sign != EMPTY {
                let fault = GridFault::Sign { found: sign, letters: self.letters.clone() };
                problems.add(source.place(at + offset), ProblemKind::Grid(fault));
            }
            read.push(piece);
        }
        if read.len() != wanted {
            // At the first field that is too many, or behind the last one.
            let place = source.place(at + surplus.unwrap_or(row.len()));
            let fault = GridFault::Width { found: read.len(), expected: wanted };
            problems.add(place, ProblemKind::Grid(fault));
        }
        read
    }
}
