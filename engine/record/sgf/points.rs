//! Points in SGF: two letters, column and row from the top left as in Go, or board coordinates such as `H8`.

use super::super::fault::RecordFault;
use crate::board::{BOARD_SIZE, ParsePointError, Point};

/// A description of a point, for error messages.
pub(super) const A_POINT: &str = "a point: two letters a to o, column and row from the top left, such as `hh`, or a \
                                  column and a row, such as `H8`";

/// The point that stands for a pass in SGF before version 4, on boards up to 19x19.
const PASS: &str = "tt";

/// Reads a move: a point, or `None` for a pass.
pub(super) fn read_move(text: &str) -> Result<Option<Point>, RecordFault> {
    match text.trim() {
        "" | PASS => Ok(None),
        text => read_point(text).map(Some),
    }
}

/// Reads a point.
pub(super) fn read_point(text: &str) -> Result<Point, RecordFault> {
    let fault = |is_off_the_board| RecordFault::NoPoint {
        found: text.to_owned(),
        is_off_the_board,
        expected: A_POINT,
    };
    match text.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            let row = (BOARD_SIZE - 1).checked_sub(row - b'a');
            row.and_then(|row| Point::new(column - b'a', row)).ok_or_else(|| fault(true))
        }
        // Since version 4 of SGF, capital letters stand for columns and rows from 27 on.
        [b'A'..=b'Z' | b'a'..=b'z', b'A'..=b'Z' | b'a'..=b'z'] => Err(fault(true)),
        _ => text.parse().map_err(|why| fault(why != ParsePointError::Form)),
    }
}

/// Reads a point, or all points of a rectangle given by two corners, such as `ab:cd`.
pub(super) fn read_points(text: &str) -> Result<Vec<Point>, RecordFault> {
    let Some((first, second)) = text.split_once(':') else {
        return read_point(text.trim()).map(|point| vec![point]);
    };
    let (first, second) = (read_point(first.trim())?, read_point(second.trim())?);
    let between = |point: &Point, of: fn(Point) -> u8| {
        let (low, high) = (of(first).min(of(second)), of(first).max(of(second)));
        (low..=high).contains(&of(*point))
    };
    Ok(Point::all().filter(|point| between(point, Point::column) && between(point, Point::row)).collect())
}

/// Formats the point as two letters.
pub(super) fn written(point: Point) -> String {
    let row = (b'a' + (BOARD_SIZE - 1 - point.row())) as char;
    format!("{}{row}", point.letter())
}
