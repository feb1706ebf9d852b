//! Built-in positions that `noire statistics` and `noire bench` use if the user names no file.
//!
//! | corpus | what it holds |
//! |---|---|
//! | [`positions`] | 600 positions in which many rules apply |
//! | [`games`] | 493 games between renju programs |
//! | [`nodes`] | 50,000 moves that a search would try in the positions of these games |
//!
//! The list of tried moves is committed, so that measurements stay comparable from year to year.

#[cfg(test)]
mod tests;

use blanche_compiler::random::Random;
use noire_engine::board::{Point, Position};
use noire_engine::data::{GAMES, NODES, POSITIONS};
use noire_engine::record::read_positions;

/// Seed for the random choice of moves to try.
const SEED: u64 = 2001;

/// Maximum distance of a tried move from an existing stone, in columns and in rows. Searches also try moves near
/// stones.
const MAX_DISTANCE: u8 = 2;

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

/// Consecutive positions, as a search visits them, and the moves that it tries in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    pub(crate) start: Position,
    /// The moves played from `start` on.
    pub(crate) moves: Vec<Point>,
    /// The moves that the side to move tries. The first list is for `start`, the second for the position after one
    /// move, and so on.
    pub(crate) tries: Vec<Vec<Point>>,
}

impl Walk {
    /// Calls `visit` for each position and each move to try in it. The stone of that move is not yet on the board. If
    /// `visit` places the stone, it must remove it again.
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

    /// Returns the total number of moves to try.
    pub fn len(&self) -> usize {
        self.tries.iter().map(Vec::len).sum()
    }

    /// Returns `true` if there are no moves to try.
    pub fn is_empty(&self) -> bool {
        self.tries.iter().all(Vec::is_empty)
    }
}

/// Returns the committed list of 50,000 moves. They are tried in all positions of [`games`], except the first and the
/// last position of each game.
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

/// Chooses up to `stones` moves to try in each of `positions`, in the same way as the committed list was chosen.
/// Positions without a side to move are skipped.
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

/// Chooses up to `stones` different empty fields near existing stones, in random order.
fn choose(position: &Position, stones: usize, random: &mut Random) -> Vec<Point> {
    let occupied = Point::all().filter(|field| !position.is_empty(*field));
    let occupied: Vec<Point> = occupied.collect();
    let is_near = |field: &Point| occupied.iter().any(|stone| stone.distance(*field) <= MAX_DISTANCE);
    let mut fields: Vec<Point> = position.empty_fields().iter().filter(is_near).collect();
    let stones = stones.min(fields.len());
    for chosen in 0..stones {
        let other = chosen + random.below(fields.len() - chosen);
        fields.swap(chosen, other);
    }
    fields.truncate(stones);
    fields
}
