//! The 26 openings of renju: their first three moves and their names.

use crate::board::Point;

const OPENINGS: &str = include_str!("../data/openings.tsv");

/// An opening of renju.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code: D1 to D13 for direct openings, I1 to I13 for indirect ones.
    pub code: &'static str,
    /// The name of the opening.
    pub name: &'static str,
    /// The three moves, black first.
    pub moves: [Point; 3],
}

/// All 26 openings.
///
/// # Panics
/// Never: a test parses the whole table.
pub fn openings() -> Vec<Opening> {
    let lines = OPENINGS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).expect("the built-in openings are well written")).collect()
}

fn read(line: &'static str) -> Option<Opening> {
    let mut cells = line.split('\t');
    let (code, name, moves) = (cells.next()?, cells.next()?, cells.next()?);
    let moves: Vec<Point> = moves.split(',').map(|point| point.parse().ok()).collect::<Option<_>>()?;
    Some(Opening { code, name, moves: moves.try_into().ok()? })
}

/// The opening with this code, in upper or lower case.
pub fn opening(code: &str) -> Option<Opening> {
    openings().into_iter().find(|opening| opening.code.eq_ignore_ascii_case(code))
}

/// The opening that consists of the first three of these moves.
pub fn of_moves(moves: &[Point]) -> Option<Opening> {
    openings().into_iter().find(|opening| moves.starts_with(&opening.moves))
}
