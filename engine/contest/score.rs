//! What a match says of strength.

use super::played::Played;
use crate::record::Outcome;

/// The score of the first contestant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games that he won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that he lost.
    pub losses: u64,
    /// What each opening brought him, from 0 to 1: the mean of its games.
    pairs: Vec<f64>,
}

/// So many standard errors stand for 95 %.
const STANDARD_ERRORS: f64 = 1.96;

impl Score {
    /// The score of these games; games of the same opening follow each other.
    pub fn of(games: &[Played]) -> Score {
        let mut score = Score::default();
        for pair in games.chunk_by(|one, other| one.pair == other.pair) {
            let points: f64 = pair.iter().map(|played| score.take(played)).sum();
            score.pairs.push(points / pair.len() as f64);
        }
        score
    }

    fn take(&mut self, played: &Played) -> f64 {
        match played.record.result {
            Some(Outcome::Win { winner, .. }) if winner == played.first => {
                self.wins += 1;
                1.0
            }
            Some(Outcome::Win { .. }) => {
                self.losses += 1;
                0.0
            }
            _ => {
                self.draws += 1;
                0.5
            }
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, from 0 to 1.
    pub fn rate(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / (self.pairs.len() as f64).max(1.0)
    }

    /// The bounds of the share, at 95 %, from how the pairs differ; nothing for fewer than two. Where all brought the same,
    /// what differs comes in less than three of so many: the rule of three.
    /// CITE: Hanley and Lippman-Hand 1983.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let number = self.pairs.len() as f64;
        if number < 2.0 {
            return None;
        }
        let rate = self.rate();
        let squares: f64 = self.pairs.iter().map(|points| (points - rate).powi(2)).sum();
        let error = match squares > 0.0 {
            true => STANDARD_ERRORS * (squares / (number - 1.0) / number).sqrt(),
            false => 3.0 / number,
        };
        Some(((rate - error).max(0.0), (rate + error).min(1.0)))
    }
}

/// The difference in Elo points that a share of the points stands for; infinite for all and for none.
pub fn elo(rate: f64) -> f64 {
    -400.0 * (1.0 / rate - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Colour;
    use crate::record::{DrawReason, Game};

    fn played(pair: u64, first: Colour, winner: Option<Colour>) -> Played {
        let result = match winner {
            Some(winner) => Outcome::Win { winner, by: None },
            None => Outcome::Draw { by: Some(DrawReason::FullBoard) },
        };
        let record = Game { result: Some(result), ..Game::default() };
        Played { record, first, pair, slowest: Default::default(), positions: [0; 2] }
    }

    #[test]
    fn a_score_counts_the_games_of_the_first_and_its_error_is_that_of_pairs() {
        use Colour::{Black, White};
        let games = [
            played(0, Black, Some(Black)),
            played(0, White, Some(White)),
            played(1, Black, Some(Black)),
            played(1, White, Some(Black)),
            played(2, Black, None),
            played(2, White, Some(White)),
        ];
        let score = Score::of(&games);
        assert_eq!((score.wins, score.draws, score.losses), (4, 1, 1));
        assert!((score.rate() - 0.75).abs() < 1e-9);
        // The pairs bring 1, 0.5 and 0.75: a standard deviation of 0.25.
        let (low, high) = score.interval().unwrap();
        let error = 1.96 * 0.25 / 3f64.sqrt();
        assert!((low - (0.75 - error)).abs() < 1e-9 && (high - 1.0f64.min(0.75 + error)).abs() < 1e-9);
        assert_eq!(Score::of(&games[..2]).interval(), None);
        // Two openings that brought the same prove nothing.
        let same = [&games[..2], &[played(3, Black, Some(Black)), played(3, White, Some(White))]].concat();
        assert_eq!(Score::of(&same).interval(), Some((0.0, 1.0)));
        assert!((elo(0.75) - 190.8).abs() < 0.1);
        assert_eq!(elo(1.0), f64::INFINITY);
    }
}
