//! The 225 fields of the board, as points.
//!
//! ```text
//! 15 . . . . . . . . . . . . . . .     210 … 224
//!    …
//!  2 . . . . . . . . . . . . . . .      15 …  29
//!  1 . . . . . . . . . . . . . . .       0 …  14
//!    a b c d e f g h i j k l m n o
//! ```
//!
//! A point is its number, and the number is the order in which rules hand out fields: a1, b1, …, o1, a2, ….
//! Nothing here knows what stands on a field.

use std::fmt;
use std::str::FromStr;

use super::bitboard::Numbered;
use super::direction::Direction;

/// The board has this many columns and as many rows.
pub const BOARD_SIZE: u8 = 15;

/// A field of the board.
///
/// ```
/// use noire::board::Point;
///
/// let centre: Point = "h8".parse().unwrap();
/// assert_eq!(centre.index(), 7 * 15 + 7);
/// assert_eq!(centre.to_string(), "h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// How many points there are.
    pub const COUNT: usize = 225;

    /// The point in this column and row, both counted from 0; nothing off the board.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column < BOARD_SIZE && row < BOARD_SIZE { Some(Point(row * BOARD_SIZE + column)) } else { None }
    }

    /// The point with this number, from 0 (a1) to 224 (o15).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index < Point::COUNT { Some(Point(index as u8)) } else { None }
    }

    /// The number of the point: the row times 15 plus the column, both counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column from the left, counted from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % BOARD_SIZE
    }

    /// The row from the bottom, counted from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / BOARD_SIZE
    }

    /// The letter of the column, `a` to `o`.
    pub const fn letter(self) -> char {
        (b'a' + self.column()) as char
    }

    /// The steps of a king from this point to another one.
    #[inline]
    pub const fn distance(self, other: Point) -> u8 {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// The point so many steps further in this direction, or back for a negative number; nothing off the board.
    #[inline]
    pub const fn step(self, direction: Direction, steps: i8) -> Option<Point> {
        let (columns, rows) = direction.delta();
        let column = self.column() as i16 + columns as i16 * steps as i16;
        let row = self.row() as i16 + rows as i16 * steps as i16;
        let side = BOARD_SIZE as i16;
        if column < 0 || column >= side || row < 0 || row >= side {
            return None;
        }
        Point::new(column as u8, row as u8)
    }

    /// All points in their order.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator {
        (0..Point::COUNT as u8).map(Point)
    }
}

impl Numbered for Point {
    const COUNT: usize = Point::COUNT;

    #[inline]
    fn number(self) -> usize {
        self.index()
    }

    #[inline]
    fn numbered(number: usize) -> Point {
        Point::from_index(number).expect("a set of points holds numbers below 225")
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.letter(), self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is no point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePointError {
    /// It is not a letter with a number of one or two digits.
    Form,
    /// It has the form of a point, but the letter is beyond `o`.
    Column,
    /// It has the form of a point, but the row is not 1 to 15.
    Row,
}

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParsePointError::Form => "a point is a column a to o and a row 1 to 15, such as `h8`",
            ParsePointError::Column => "the columns of the board are a to o",
            ParsePointError::Row => "the rows of the board are 1 to 15",
        })
    }
}

impl std::error::Error for ParsePointError {}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads `h8`, `H8` or, as the thesis pads it, `h08`.
    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(ParsePointError::Form)?;
        if !letter.is_ascii_alphabetic() || digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(ParsePointError::Form);
        }
        let column = letter.to_ascii_lowercase() - b'a';
        if column >= BOARD_SIZE {
            return Err(ParsePointError::Column);
        }
        if digits.len() > 2 {
            return Err(ParsePointError::Row);
        }
        let number = digits.iter().fold(0, |number, digit| number * 10 + (digit - b'0'));
        let row = number.checked_sub(1).ok_or(ParsePointError::Row)?;
        Point::new(column, row).ok_or(ParsePointError::Row)
    }
}
