//! Identifies matches that are equal up to translation, symmetry and irrelevant stones.
//!
//! ```text
//!  . . . . . . . . # #      The fields on which a claim depends (*), and their zone (z): the fields on the
//!  . . z . z . z . # #      lines through them, as far as a group that contains one of them reaches, with
//!  . . . z z z . . # #      its border. The edge (#) belongs to the zone if it is that near.
//!  . z z z * z z z # #
//!    …
//! ```
//!
//! Two matches are equal if one zone can be mapped onto the other together with its contents. The fields on which a
//! claim depends are those of [`super::claim::DecidedClaim`]. Stones outside the zone are ignored. So matches that
//! differ only outside their zones are counted once, and the counts of a report are lower bounds.

use blanche_compiler::random::mixed;
use noire_engine::board::{BOARD_SIZE, Color, Point, PointSet, Position};

/// Maximum distance from a field to the end of a group that contains it, including the border field of the group.
pub(crate) const MAX_REACH: i8 = 5;

/// The key of a match. Equal matches have the same key. Different matches have the same key only with negligible
/// probability, about 2^-64 even for very many matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(u128);

/// The content of a cell of a zone.
#[derive(Clone, Copy)]
enum Cell {
    Empty = 1,
    Black = 2,
    White = 3,
    Outside = 4,
    /// The field of the move, which is empty.
    Play = 5,
}

/// The key of a match, which is a move in a position. `fields` are the fields on which the outcome depends, and must
/// not be empty.
pub(crate) fn key(position: &Position, play: Point, fields: PointSet) -> Key {
    zone_key(position, Some(play), fields)
}

/// The key of a win, which does not depend on its first move. `fields` are the fields on which the outcome depends, and
/// must not be empty.
pub(crate) fn win_key(position: &Position, fields: PointSet) -> Key {
    zone_key(position, None, fields)
}

fn zone_key(position: &Position, play: Option<Point>, fields: PointSet) -> Key {
    let mut cells = Vec::with_capacity(160);
    let mut seen = [0u32; 32];
    for field in fields {
        let (column, row) = (field.column() as i8, field.row() as i8);
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for steps in -MAX_REACH..=MAX_REACH {
                let cell = (column + right * steps, row + up * steps);
                // Columns and rows range from -5 to 19. With 5 added they are the numbers of bits and words.
                let (bit, word) = ((cell.0 + MAX_REACH) as usize, (cell.1 + MAX_REACH) as usize);
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

/// A key of the stones and the move only, for the shapes of matches. It does not depend on the edges of the board.
pub(crate) fn shape_key(position: &Position, play: Point) -> Key {
    let mut fields = position.stones(Color::Black) | position.stones(Color::White);
    fields.insert(play);
    let cell = |field: Point| {
        let cell = (field.column() as i8, field.row() as i8);
        (cell, content(position, Some(play), cell))
    };
    least(&fields.iter().map(cell).collect::<Vec<_>>())
}

/// The cells are shifted to the origin and converted to a number in each of the eight orientations. Returns the least
/// of these numbers. The number of a set of cells is a sum, so the order of the cells does not matter.
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
