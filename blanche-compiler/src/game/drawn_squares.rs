//! Computes the place of each field in a drawing of the board.

use crate::program::Board;
use crate::runtime::Value;

/// The squares of a board as drawn: its rows from the top, each with its fields from left to right.
pub struct Squares {
    /// For each row: its number, its indentation in columns, and its squares. A square is `None` if the board has no
    /// field there (every second square of a board of dark squares).
    pub rows: Vec<(u32, usize, Vec<Option<Value>>)>,
}

impl Squares {
    /// Lays out the squares of a board.
    pub fn of(board: &Board) -> Squares {
        let mut rows = Vec::new();
        let mut next = 0;
        for row in 0..board.height {
            let from_bottom = if board.row_one_on_top { board.height - 1 - row } else { row };
            let square = |column: u32| {
                let is_field = !board.dark || (column + from_bottom).is_multiple_of(2);
                is_field.then(|| {
                    next += 1;
                    next - 1
                })
            };
            let shift = if board.hexagonal { row as usize } else { 0 };
            rows.push((row + 1, shift, (0..board.width).map(square).collect()));
        }
        if !board.row_one_on_top {
            rows.reverse();
        }
        Squares { rows }
    }
}

/// The letter of the column with index `column`, counted from 0.
pub(super) fn letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}
