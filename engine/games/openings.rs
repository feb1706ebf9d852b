//! The 26 openings of renju: the first three moves, and their names.

use crate::board::Point;

const OPENINGS: &str = include_str!("../data/openings.tsv");

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// D1 to D13 for the direct ones, I1 to I13 for the indirect ones.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its moves, black first.
    pub moves: [Point; 3],
}

/// All of them.
///
/// # Panics
/// Never: a test reads them all.
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

/// The opening of this code, in capitals or not.
pub fn opening(code: &str) -> Option<Opening> {
    openings().into_iter().find(|opening| opening.code.eq_ignore_ascii_case(code))
}

/// The opening that these moves begin with.
pub fn of_moves(moves: &[Point]) -> Option<Opening> {
    openings().into_iter().find(|opening| moves.starts_with(&opening.moves))
}
