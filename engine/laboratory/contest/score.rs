//! Scores of contests, and what they show about playing strength.

/// The score of the first contestant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchScore {
    /// Number of games that the first contestant won.
    pub wins: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games that the first contestant lost.
    pub losses: u64,
    /// The score of each opening, from 0 to 1. It is the mean score of the games of the opening.
    pairs: Vec<f64>,
}

/// The result of a game for the first contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameScore {
    Won,
    Drawn,
    Lost,
}

/// Number of standard errors in a 95 % confidence interval.
const STANDARD_ERRORS: f64 = 1.96;

impl MatchScore {
    /// Adds the games of an opening.
    pub(crate) fn add(&mut self, games: impl IntoIterator<Item = GameScore>) {
        let (mut points, mut number) = (0.0, 0.0);
        for game in games {
            number += 1.0;
            points += match game {
                GameScore::Won => 1.0,
                GameScore::Drawn => 0.5,
                GameScore::Lost => 0.0,
            };
            match game {
                GameScore::Won => self.wins += 1,
                GameScore::Drawn => self.draws += 1,
                GameScore::Lost => self.losses += 1,
            }
        }
        if number > 0.0 {
            self.pairs.push(points / number);
        }
    }

    /// Total number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The fraction of the points that the first contestant scored, from 0 to 1.
    pub fn rate(&self) -> f64 {
        self.pairs.iter().sum::<f64>() / (self.pairs.len() as f64).max(1.0)
    }

    /// The 95 % confidence interval of the score, from the variance between pairs. `None` if there are fewer than two
    /// pairs. If all pairs have the same score, the error is `3 / number of pairs`, by the rule of three.
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

/// The Elo difference for a score from 0 to 1. It is infinite for 0 and 1.
pub fn elo(rate: f64) -> f64 {
    -400.0 * (1.0 / rate - 1.0).log10()
}
