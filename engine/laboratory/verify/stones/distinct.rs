//! Identifies matches that are equal up to translation, symmetry and stones that do not matter.
//!
//! ```text
//!  . . . . . . . . # #      The fields on which a claim depends (*), and their zone (z): the fields on the
//!  . . z . z . z . # #      lines through them, as far as a group that contains one of them reaches, with
//!  . . . z z z . . # #      its border. The edge (#) belongs to the zone if it is that near.
//!  . z z z * z z z # #
//!    …
//! ```
//!
//! Two matches are equal if their zones can be mapped onto each other with their contents. The fields on which a
//! claim depends are those of [`super::claim::Decided`]. Stones outside their zone are ignored, so matches that
//! differ only there are counted once, and the counts of a report are lower bounds.

use blanche_compiler::random::mixed;
use noire_engine::board::{BOARD_SIZE, Color, Point, PointSet, Position};

/// Maximum distance from a field to the end, border included, of a group that contains it.
pub(crate) const REACH: i8 = 5;

/// The key of a match: the same for equal matches. Keys of different matches coincide only with negligible
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

/// The key of a match: a move in a position, where the outcome depends on `fields`, which must not be empty.
pub(crate) fn key(position: &Position, play: Point, fields: PointSet) -> Key {
    zone_key(position, Some(play), fields)
}

/// The key of a win, whatever its first move, where the outcome depends on `fields`, which must not be empty.
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
                // Columns and rows range from -5 to 19; shifted by 5 they are bit and word numbers.
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

/// A key of the stones and the move only, independent of the edges: for the shapes of matches.
pub(crate) fn shape_key(position: &Position, play: Point) -> Key {
    let mut fields = position.stones(Color::Black) | position.stones(Color::White);
    fields.insert(play);
    let cell = |field: Point| {
        let cell = (field.column() as i8, field.row() as i8);
        (cell, content(position, Some(play), cell))
    };
    least(&fields.iter().map(cell).collect::<Vec<_>>())
}

/// The least number among the eight orientations of the cells, each moved to the origin. The number of a set of
/// cells is a sum, so the order of cells does not matter.
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
