//! Rectangular boards of any size: how their fields are written, and how positions are drawn on them.
//!
//! ```text
//! 3 . x .     the row is a number, the column a letter: x stands on b3 and c2, o on b2
//! 2 . o x
//! 1 . . .     with row 1 on top the same fields are b1, c2 and b2
//!   a b c
//! ```
//!
//! Some games are played on every other square: on a dark board the others are no fields, and blank in a drawing.
//!
//! ```text
//! 1   b   .     fields by numbers: b stands on 1, w on 3 and 8
//! 2 w   .
//! 3   .   .
//! 4 .   w
//!   a b c d
//! ```
//!
//! Nothing here knows a game: who reads or draws says how large the board is and what letters pieces have.

mod diagram;
mod fault;

use std::fmt;

pub use diagram::{Diagrams, LettersError};
pub use fault::GridFault;

/// On which side of a board its first row lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstRow {
    /// Below, as in most games.
    Bottom,
    /// On top.
    Top,
}

/// A rectangular board and the names of its fields. A field is a number from 0: by rows from row 1, in a row by columns from
/// `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    first_row: FirstRow,
    /// Whether only every other square is a field, the one at the bottom left among them.
    is_dark: bool,
    /// Whether fields are called by their numbers, from 1.
    is_numbered: bool,
}

impl Grid {
    /// A column is one letter.
    pub const MOST_COLUMNS: usize = 26;

    /// A row is a number of two digits.
    pub const MOST_ROWS: usize = 99;

    /// A board with so many columns and rows, if it has a field and not too many.
    pub fn new(width: usize, height: usize, first_row: FirstRow) -> Option<Grid> {
        let fits = (1..=Grid::MOST_COLUMNS).contains(&width) && (1..=Grid::MOST_ROWS).contains(&height);
        fits.then_some(Grid { width, height, first_row, is_dark: false, is_numbered: false })
    }

    /// How many columns there are.
    pub fn width(self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub fn height(self) -> usize {
        self.height
    }

    /// The same board with every other square, the one at the bottom left among them.
    pub fn dark(self) -> Grid {
        Grid { is_dark: true, ..self }
    }

    /// The same board with fields that are called `1`, `2`, `3` in their order.
    pub fn numbered(self) -> Grid {
        Grid { is_numbered: true, ..self }
    }

    /// How many fields there are.
    pub fn size(self) -> usize {
        self.before(self.height)
    }

    /// The field on a square, whose column and row count from 0; nothing off the board, or where a dark board has none.
    pub fn field(self, column: usize, row: usize) -> Option<usize> {
        if column >= self.width || row >= self.height {
            return None;
        }
        if !self.is_dark {
            return Some(self.before(row) + column);
        }
        let step = column.checked_sub(self.first_column(row))?;
        step.is_multiple_of(2).then(|| self.before(row) + step / 2)
    }

    /// How many fields lie in the rows before this one, counted from 0. Two rows of a dark board have as many as one that is
    /// not.
    fn before(self, row: usize) -> usize {
        if !self.is_dark {
            return row * self.width;
        }
        row / 2 * self.width + row % 2 * (self.width - self.first_column(0)).div_ceil(2)
    }

    /// The first column that has a field in this row of a dark board.
    fn first_column(self, row: usize) -> usize {
        match self.first_row {
            FirstRow::Bottom => row % 2,
            FirstRow::Top => (self.height - 1 - row) % 2,
        }
    }

    /// The name of a field: `c4`, or its number.
    ///
    /// # Panics
    /// When the board has no such field.
    pub fn name(self, field: usize) -> String {
        assert!(field < self.size(), "the board has {} fields", self.size());
        if self.is_numbered {
            return (field + 1).to_string();
        }
        let row = (0..self.height).rfind(|row| self.before(*row) <= field).unwrap_or(0);
        let within = field - self.before(row);
        let column = if self.is_dark { self.first_column(row) + 2 * within } else { within };
        format!("{}{}", letter(column), row + 1)
    }

    /// The field with this name; its letter may be a capital one.
    pub fn named(self, name: &str) -> Option<usize> {
        if self.is_numbered {
            return number(name).filter(|field| *field < self.size());
        }
        let first = name.chars().next().filter(char::is_ascii_alphabetic)?;
        let column = usize::from(first.to_ascii_lowercase() as u8 - b'a');
        self.field(column, number(&name[1..])?)
    }

    /// The fields of a row, which count from 0.
    fn fields_of(self, row: usize) -> std::ops::Range<usize> {
        self.before(row)..self.before(row + 1)
    }

    /// The rows as they are drawn from the top, each as a number from 0.
    pub fn rows_from_top(self) -> impl Iterator<Item = usize> {
        (0..self.height).map(move |number| match self.first_row {
            FirstRow::Bottom => self.height - 1 - number,
            FirstRow::Top => number,
        })
    }
}

impl fmt::Display for Grid {
    /// `a field, a1 to g6`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.size() - 1 {
            0 => write!(f, "the field {}", self.name(0)),
            last => write!(f, "a field, {} to {}", self.name(0), self.name(last)),
        }
    }
}

/// What a number from 1 counts from 0; it has no sign and does not begin with 0.
fn number(text: &str) -> Option<usize> {
    let is_number = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<usize>().ok().filter(|_| is_number)?.checked_sub(1)
}

/// The letter of a column.
fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}
