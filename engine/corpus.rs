//! Positions that are built in: what `noire profile` and `noire bench` measure on when no file is named.

use crate::board::Position;
use crate::record::read_positions;

/// 600 positions from games of renju programs and random set-ups; column `moves`.
const POSITIONS: &[u8] = include_bytes!("tests/data/thesis-rules.tsv");

/// The built-in positions, in the order of their file.
pub fn positions() -> Vec<Position> {
    let file = read_positions("thesis-rules.tsv", POSITIONS).expect("the built-in positions are well formed");
    file.entries.iter().map(|entry| entry.given.position()).collect()
}
