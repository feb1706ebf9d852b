//! The scores of pairs: both games of an opening.

use super::score::GameScore;

/// What a pair may bring, from 0 to 1: the mean of its two games.
pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many pairs brought each of [`SCORES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts([u64; 5]);

impl PairCounts {
    /// Pairs of which so many brought each score, the smallest first.
    pub fn new(counts: [u64; 5]) -> PairCounts {
        PairCounts(counts)
    }

    /// Adds the games of an opening.
    pub fn add(&mut self, games: [GameScore; 2]) {
        let halves = |score| match score {
            GameScore::Won => 2,
            GameScore::Drawn => 1,
            GameScore::Lost => 0,
        };
        self.0[halves(games[0]) + halves(games[1])] += 1;
    }

    /// How many there are of each, the smallest score first.
    pub fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// How many there are.
    pub fn sum(&self) -> u64 {
        self.0.iter().sum()
    }
}
