//! Scores of pairs of games. A pair consists of both games of an opening.

use super::score::GameScore;

/// The possible scores of a pair, from 0 to 1. The score of a pair is the mean score of its two games.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Number of pairs with each score, lowest score first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub(super) [u64; 5]);

impl PairCounts {
    /// Counts both games of an opening.
    pub(crate) fn add(&mut self, games: [GameScore; 2]) {
        let halves = |score| match score {
            GameScore::Won => 2,
            GameScore::Drawn => 1,
            GameScore::Lost => 0,
        };
        self.0[halves(games[0]) + halves(games[1])] += 1;
    }

    /// Number of pairs with each score, lowest score first.
    pub fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// Total number of pairs.
    pub fn sum(&self) -> u64 {
        self.0.iter().sum()
    }
}
