//! Matches that are the same but for where they stand on the board, how they are turned, and stones that did not
//! matter.
//!
//! ```text
//!  . . . . . . . . # #      the fields that a claim was decided by (*), and their zone: the fields on the lines
//!  . . z . z . z . # #      through them, as far as a group that holds one of them reaches with its border (z).
//!  . . . z z z . . # #      The edge (#) belongs to the zone where it is that near.
//!  . z z z * z z z # #
//!    …
//! ```
//!
//! Two matches are one when the zones with all that stands in them can be laid on each other. Which fields a claim was
//! decided by is what [`super::claim::Decided`] says; stones outside of their zone are not looked at, so matches that
//! differ in them only are counted once, and the numbers of a report are rather too small than too large.

use blanche_compiler::random::mixed;
use noire_engine::board::{BOARD_SIZE, Color, Point, PointSet, Position};

/// A group that holds a field ends with its border this many steps from it at most.
pub(crate) const REACH: i8 = 5;

/// The number of a match: equal for matches that are one, and for others equal by an accident of one in 2 to the 64 only
/// among very many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(u128);

/// What a cell of a zone holds.
#[derive(Clone, Copy)]
enum Cell {
    Empty = 1,
    Black = 2,
    White = 3,
    Outside = 4,
    /// The field that is played; it is empty.
    Play = 5,
}

/// The key of a match: this play in this position, decided by these fields, which are not empty.
pub(crate) fn key(position: &Position, play: Point, fields: PointSet) -> Key {
    zone_key(position, Some(play), fields)
}

/// The key of a win, whichever move begins it: this position, decided by these fields, which are not empty.
pub(crate) fn win_key(position: &Position, fields: PointSet) -> Key {
    zone_key(position, None, fields)
}

fn zone_key(position: &Position, play: Option<Point>, fields: PointSet) -> Key {
    let mut cells = Vec::with_capacity(160);
    let mut seen = [0u32; 32];
    for field in fields {
        let (column, row) = (field.column() as i8, field.row() as i8);
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for steps in -REACH..=REACH {
                let cell = (column + right * steps, row + up * steps);
                // Columns and rows are -5 to 19, so that shifted by 5 they are numbers of bits and words.
                let (bit, word) = ((cell.0 + REACH) as usize, (cell.1 + REACH) as usize);
                if seen[word] & (1 << bit) == 0 {
                    seen[word] |= 1 << bit;
                    cells.push((cell, content(position, play, cell)));
                }
            }
        }
    }
    least(&cells)
}

fn content(position: &Position, play: Option<Point>, (column, row): (i8, i8)) -> Cell {
    let side = 0..BOARD_SIZE as i8;
    let point = match side.contains(&column) && side.contains(&row) {
        true => Point::new(column as u8, row as u8),
        false => None,
    };
    match point {
        None => Cell::Outside,
        Some(field) if Some(field) == play => Cell::Play,
        Some(field) => match position.stone(field) {
            None => Cell::Empty,
            Some(Color::Black) => Cell::Black,
            Some(Color::White) => Cell::White,
        },
    }
}

/// The key of a position by its stones and a play alone, wherever the edges are: for the shapes of matches.
pub(crate) fn shape_key(position: &Position, play: Point) -> Key {
    let mut fields = position.stones(Color::Black) | position.stones(Color::White);
    fields.insert(play);
    let cell = |field: Point| {
        let cell = (field.column() as i8, field.row() as i8);
        (cell, content(position, Some(play), cell))
    };
    least(&fields.iter().map(cell).collect::<Vec<_>>())
}

/// Of the eight ways to lay the cells, each moved to the origin, the one with the least number. The number of a set of
/// cells is a sum, so that their order does not count.
fn least(cells: &[((i8, i8), Cell)]) -> Key {
    type Turn = fn((i8, i8)) -> (i8, i8);
    const TURNS: [Turn; 8] = [
        |(x, y)| (x, y),
        |(x, y)| (-y, x),
        |(x, y)| (-x, -y),
        |(x, y)| (y, -x),
        |(x, y)| (-x, y),
        |(x, y)| (x, -y),
        |(x, y)| (y, x),
        |(x, y)| (-y, -x),
    ];
    let of = |turn: &Turn| {
        let turned = || cells.iter().map(|(cell, content)| (turn(*cell), *content));
        let left = turned().map(|((x, _), _)| x).min().unwrap_or(0);
        let low = turned().map(|((_, y), _)| y).min().unwrap_or(0);
        let (mut one, mut other) = (0u64, 0u64);
        for ((x, y), content) in turned() {
            let number = ((x - left) as u64) << 16 | ((y - low) as u64) << 8 | content as u64;
            one = one.wrapping_add(mixed(number));
            other = other.wrapping_add(mixed(number ^ 0xA5A5_0000_0000));
        }
        Key(u128::from(one) << 64 | u128::from(other))
    };
    TURNS.iter().map(of).min().expect("there are eight ways")
}
