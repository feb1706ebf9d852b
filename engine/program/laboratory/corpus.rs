//! Positions that are built in: what `noire statistics` and `noire bench` measure on when no file is named.
//!
//! | corpus | what it holds |
//! |---|---|
//! | [`positions`] | 600 positions in which many rules apply |
//! | [`games`] | 493 games between renju programs |
//! | [`nodes`] | 50,000 stones that a search would try in the positions of these games |
//!
//! The stones are committed as they were chosen, so a figure of today can be held against one of last year.

#[cfg(test)]
mod tests;

use blanche_compiler::random::Random;
use noire_engine::board::{Point, Position};
use noire_engine::data::{GAMES, NODES, POSITIONS};
use noire_engine::record::read_positions;

/// Where the choice of stones begins.
const SEED: u64 = 2001;

/// A search tries stones so near to one that stands, in columns and in rows.
const NEAR: u8 = 2;

/// The built-in positions, in the order of their file.
pub fn positions() -> Vec<Position> {
    let file = read_positions("thesis-rules.tsv", POSITIONS.as_bytes())
        .expect("the built-in positions are well formed");
    file.entries.iter().map(|entry| entry.spec.position()).collect()
}

/// The built-in games: their moves, black first.
pub fn games() -> Vec<Vec<Point>> {
    let file = read_positions("games.tsv", GAMES.as_bytes()).expect("the built-in games are well formed");
    file.entries.iter().filter_map(|entry| entry.spec.moves()?.iter().copied().collect()).collect()
}

/// Positions one move after the other, as a search comes by them, and the stones that it tries in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The first position.
    pub(crate) start: Position,
    /// The moves from there on.
    pub(crate) moves: Vec<Point>,
    /// The stones tried by the side to move: in the first position, after one move, and so on.
    pub(crate) tries: Vec<Vec<Point>>,
}

impl Walk {
    /// Hands every position with every stone that is tried in it. The stone is not on the board yet, and whoever
    /// sets it takes it back.
    pub fn each_node(&self, mut visit: impl FnMut(&mut Position, Point)) {
        let mut position = self.start.clone();
        for (ply, tries) in self.tries.iter().enumerate() {
            if let Some(latest) = ply.checked_sub(1) {
                position.play(self.moves[latest]).expect("the moves of a walk can be played");
            }
            for stone in tries {
                visit(&mut position, *stone);
            }
        }
    }

    /// How many stones are tried.
    pub fn len(&self) -> usize {
        self.tries.iter().map(Vec::len).sum()
    }

    /// Whether none is tried.
    pub fn is_empty(&self) -> bool {
        self.tries.iter().all(Vec::is_empty)
    }
}

/// The committed list: 50,000 stones, tried in the positions of [`games`] but for the first and the last
/// of each game.
pub fn nodes() -> Vec<Walk> {
    let lines = NODES.lines().filter(|line| !line.starts_with('#'));
    let read = |text: &str| text.split(',').filter_map(|point| point.parse().ok()).collect();
    games()
        .into_iter()
        .zip(lines)
        .map(|(moves, line)| Walk {
            start: Position::empty(),
            moves,
            tries: line.split(' ').map(read).collect(),
        })
        .collect()
}

/// Stones to try in other positions, so many in each where there is room, chosen as those of the committed list
/// are. Where nobody is to move, none is tried.
pub(crate) fn tries(positions: &[Position], stones: usize) -> Vec<Walk> {
    let mut random = Random::new(SEED);
    positions
        .iter()
        .filter(|position| position.to_move().is_some())
        .map(|position| Walk {
            start: position.clone(),
            moves: Vec::new(),
            tries: vec![choose(position, stones, &mut random)],
        })
        .collect()
}

/// Different empty fields near some stone, in no order.
fn choose(position: &Position, stones: usize, random: &mut Random) -> Vec<Point> {
    let occupied = Point::all().filter(|field| !position.is_empty(*field));
    let occupied: Vec<Point> = occupied.collect();
    let is_near = |field: &Point| occupied.iter().any(|stone| stone.distance(*field) <= NEAR);
    let mut fields: Vec<Point> = position.empty_fields().iter().filter(is_near).collect();
    let stones = stones.min(fields.len());
    for chosen in 0..stones {
        let other = chosen + random.below(fields.len() - chosen);
        fields.swap(chosen, other);
    }
    fields.truncate(stones);
    fields
}
