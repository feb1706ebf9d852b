//! A sequential test of two hypotheses about strength. It ends when the pairs of games played so far are conclusive.
//!
//! The hypotheses are that the first contestant is stronger by `low` Elo points, and by `high` Elo points. The test
//! computes the log-likelihood ratio of the pairs so far. The distribution of scores under each hypothesis is estimated
//! by maximum likelihood: this is the generalised sequential probability ratio test (GSPRT).
//!
//! The data of the test are the five possible scores of a pair of games. So an opening that favours one side is not
//! counted twice.
//!
//! CITE: Van den Bergh, *A Practical Introduction to the GSPRT*, for the likelihoods under a given mean. *Comments on
//! Normalized Elo*, for the likelihoods under a given ratio of mean and deviation. Wald 1945, for the bounds.

use super::pairs::{PairCounts, SCORES};

/// The scale of Elo points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// Points follow from the score by the logistic curve. The gain in points from a change then depends on the share
    /// of drawn games.
    Logistic,
    /// Points are the distance of the score from one half, in standard deviations of a game. Draws and openings have
    /// less influence than in logistic Elo, and the length of a test depends less on the contestants.
    Normalized,
}

impl EloModel {
    /// The name of the scale: `logistic` or `normalized`.
    pub fn name(self) -> &'static str {
        if self == EloModel::Logistic { "logistic" } else { "normalized" }
    }
}

/// Normalized Elo points per standard deviation of a game. The number is chosen so that both scales agree without draws
/// near a score of one half.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// Number of pairs that is assumed for a score that has not occurred yet, so that this score remains possible.
const PSEUDO_COUNT: f64 = 1e-3;

/// Maximum absolute value of the bounds in normalized Elo points, because larger bounds are untested.
const MAX_NORMALIZED_ELO: f64 = 200.0;

/// Number of bisection steps when finding a root.
const BISECTION_STEPS: u32 = 100;

/// Number of iterations towards the most likely distribution under normalized Elo. The iterations converge fast.
const ITERATIONS: u32 = 20;

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    low: f64,
    high: f64,
    model: EloModel,
    alpha: f64,
    beta: f64,
}

/// The verdict of a test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first contestant is stronger by the number of points of the high bound.
    Accepted,
    /// The first contestant is not stronger by more than the low bound.
    Rejected,
    /// The pairs are not conclusive yet.
    Undecided,
}

impl Verdict {
    /// The name of the verdict, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Undecided => "undecided",
        }
    }
}

impl Sprt {
    /// Creates a test of `low` against `high` Elo points with the false-positive rate `alpha` and the
    /// false-negative rate `beta`.
    ///
    /// # Errors
    /// A message about invalid numbers.
    pub fn new([low, high]: [f64; 2], model: EloModel, [alpha, beta]: [f64; 2]) -> Result<Sprt, String> {
        if !(low.is_finite() && high.is_finite() && low < high) {
            return Err("the first bound must be smaller than the second one, as in 0,10".to_owned());
        }
        if model == EloModel::Normalized && low.abs().max(high.abs()) > MAX_NORMALIZED_ELO {
            return Err(format!("bounds of normalized Elo must lie within {MAX_NORMALIZED_ELO} of 0"));
        }
        let is_share = |share: f64| share > 0.0 && share < 0.5;
        if !(is_share(alpha) && is_share(beta)) {
            return Err("alpha and beta must be error probabilities above 0 and below 0.5".to_owned());
        }
        Ok(Sprt { low, high, model, alpha, beta })
    }

    /// The two hypotheses, in Elo points.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// The scale of the Elo points.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The error rates: `alpha` and `beta`.
    pub fn mistakes(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The log-likelihood ratios at which the test rejects and accepts.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of these pairs.
    pub fn ratio(&self, pairs: &PairCounts) -> f64 {
        if pairs.sum() == 0 {
            return 0.0;
        }
        let counts = pairs.counts().map(|count| if count == 0 { PSEUDO_COUNT } else { count as f64 });
        let number: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / number);
        let [low, high] = self.hypotheses().map(|elo| self.likeliest(&seen, elo));
        (0..SCORES.len()).map(|at| counts[at] * (high[at] / low[at]).ln()).sum()
    }

    /// The verdict after these pairs.
    pub fn verdict(&self, pairs: &PairCounts) -> Verdict {
        let (ratio, [lower, upper]) = (self.ratio(pairs), self.bounds());
        match ratio {
            ratio if ratio >= upper => Verdict::Accepted,
            ratio if ratio <= lower => Verdict::Rejected,
            _ => Verdict::Undecided,
        }
    }

    /// The maximum-likelihood distribution of the scores if the strength is `elo`.
    fn likeliest(&self, seen: &[f64; 5], elo: f64) -> [f64; 5] {
        match self.model {
            EloModel::Logistic => {
                let mean = logistic(elo);
                let values = SCORES.map(|score| score - mean);
                with_mean_zero(seen, &values).unwrap_or(*seen)
            }
            EloModel::Normalized => of_ratio(seen, elo * std::f64::consts::SQRT_2 / NORMALIZED),
        }
    }
}

/// The expected share of the points at this Elo difference.
fn logistic(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normalized Elo of these pairs and its 95 % confidence interval (value, lower, upper). `None` if all pairs have
/// the same score.
pub fn normalized_elo(pairs: &PairCounts) -> Option<[f64; 3]> {
    const STANDARD_ERRORS: f64 = 1.96;
    let number = pairs.sum() as f64;
    let chances = pairs.counts().map(|count| count as f64 / number.max(1.0));
    let (mean, deviation) = moments(&chances);
    let of = |ratio: f64| ratio * NORMALIZED / std::f64::consts::SQRT_2;
    let (elo, error) = (of((mean - 0.5) / deviation), of(STANDARD_ERRORS / number.sqrt()));
    (deviation > 0.0).then_some([elo, elo - error, elo + error])
}

/// The mean and standard deviation of the score of a pair.
fn moments(chances: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = (0..5).map(|at| chances[at] * SCORES[at]).sum();
    let variance: f64 = (0..5).map(|at| chances[at] * (SCORES[at] - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// The most likely distribution for the observed scores `seen` under which `values` have mean 0, or `None` if there is
/// no such distribution. It is `seen / (1 + x value)` for the unique `x` that makes the mean 0.
fn with_mean_zero(seen: &[f64; 5], values: &[f64; 5]) -> Option<[f64; 5]> {
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let chances = |x: f64| -> [f64; 5] { std::array::from_fn(|at| seen[at] / (1.0 + x * values[at])) };
    let mean = |x: f64| -> f64 { chances(x).iter().zip(values).map(|(chance, value)| chance * value).sum() };
    // The mean decreases with `x` over this interval, and at each end of the interval one of the chances grows without
    // bound.
    let (mut from, mut to) = (-1.0 / most, -1.0 / least);
    for _ in 0..BISECTION_STEPS {
        let middle = 0.5 * (from + to);
        if mean(middle) > 0.0 { from = middle } else { to = middle }
    }
    Some(chances(0.5 * (from + to)))
}

/// The most likely distribution under which the mean score of a pair is `ratio` standard deviations above one half. The
/// deviation depends on the distribution itself, so the distribution is found by iteration. Each step replaces the
/// condition by a condition on a mean that has the same slope.
fn of_ratio(seen: &[f64; 5], ratio: f64) -> [f64; 5] {
    // Starts from the uniform distribution. The iteration could diverge from `seen` if the scores of the pairs hardly
    // differ.
    let mut chances = [1.0 / SCORES.len() as f64; 5];
    for _ in 0..ITERATIONS {
        let (mean, deviation) = moments(&chances);
        let value = |score: f64| {
            let off = (score - mean) / deviation;
            score - 0.5 - 0.5 * ratio * deviation * (1.0 + off * off)
        };
        match with_mean_zero(seen, &SCORES.map(value)) {
            Some(next) => chances = next,
            None => break,
        }
    }
    chances
}
