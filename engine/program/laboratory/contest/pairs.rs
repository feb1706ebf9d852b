//! The scores of pairs: both games of an opening.

use super::score::GameScore;

/// What a pair may bring, from 0 to 1: the mean of its two games.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many pairs brought each score, the smallest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub(super) [u64; 5]);

impl PairCounts {
    /// Adds the games of an opening.
    pub(crate) fn add(&mut self, games: [GameScore; 2]) {
        let halves = |score| match score {
            GameScore::Won => 2,
            GameScore::Drawn => 1,
            GameScore::Lost => 0,
        };
        self.0[halves(games[0]) + halves(games[1])] += 1;
    }

    /// How many there are of each, the smallest score first.
    pub(crate) fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// How many there are.
    pub fn sum(&self) -> u64 {
        self.0.iter().sum()
    }
}
