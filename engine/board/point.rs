//! The 225 fields of the board as points.
//!
//! ```text
//! 15 . . . . . . . . . . . . . . .     210 … 224
//!    …
//!  2 . . . . . . . . . . . . . . .      15 …  29
//!  1 . . . . . . . . . . . . . . .       0 …  14
//!    a b c d e f g h i j k l m n o
//! ```
//!
//! A point is stored as its number. The order of the numbers is also the order of solutions: a1, b1, …, o1, a2, …. A
//! point does not contain its stone.

use std::fmt;
use std::str::FromStr;

use super::bitboard::Numbered;
use super::direction::Direction;

/// Number of columns and of rows of the board.
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
    /// The number of points on the board.
    pub const COUNT: usize = 225;

    /// The point in this column and row, both from 0; `None` off the board.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column < BOARD_SIZE && row < BOARD_SIZE { Some(Point(row * BOARD_SIZE + column)) } else { None }
    }

    /// The point with this number, from 0 (a1) to 224 (o15).
    #[inline]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index < Point::COUNT { Some(Point(index as u8)) } else { None }
    }

    /// The number of the point: 15 times the row plus the column, both from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % BOARD_SIZE
    }

    /// The row, from 0 at the bottom.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / BOARD_SIZE
    }

    /// The letter of the column, `a` to `o`.
    pub const fn letter(self) -> char {
        (b'a' + self.column()) as char
    }

    /// The distance to another point in king's moves: the distance in columns or in rows, whichever is larger.
    #[inline]
    pub const fn distance(self, other: Point) -> u8 {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// The point that is `steps` steps away in this direction, or in the opposite direction if `steps` is negative.
    /// `None` off the board.
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

    /// All points, in order.
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

/// The reason why a text cannot be parsed as a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePointError {
    /// The text is not a letter followed by digits.
    Form,
    /// The letter is beyond `o`.
    Column,
    /// The row is not 1 to 15.
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

    /// Parses `h8`, `H8` or, with the padding used in the thesis, `h08`.
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
