//! A sequential test of two hypotheses about strength: it ends as soon as the pairs that were played say enough.
//!
//! The hypotheses are that the first contestant is stronger by `low` and by `high` Elo points. The test sums up how much more
//! likely the pairs so far are under the second than under the first, each made as likely as it can be: the generalised
//! sequential probability ratio test. The five scores of a pair are its data, so that what an opening is worth to both of its
//! games does not count twice.
//!
//! CITE: Van den Bergh, *A Practical Introduction to the GSPRT*, for the likelihoods under a given mean; *Comments on
//! Normalized Elo*, for those under a given ratio of mean and deviation; Wald 1945, for the bounds.

use super::pairs::{PairCounts, SCORES};

/// What a number of Elo points means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EloModel {
    /// The share of the points, by the logistic curve. What a change gains depends on how many games are drawn.
    Logistic,
    /// How far the share of the points lies above a half, in standard deviations of a game: draws and openings matter less,
    /// and a test takes as long for one pair of contestants as for another.
    Normalized,
}

impl EloModel {
    /// `logistic` or `normalized`.
    pub(crate) fn name(self) -> &'static str {
        if self == EloModel::Logistic { "logistic" } else { "normalized" }
    }
}

/// So many normalized Elo points are a standard deviation of a game: near a half, and without draws, they are those of the
/// logistic curve.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// What the test takes for the number of pairs of a score that has not come yet: what never came may still come.
const UNSEEN: f64 = 1e-3;

/// Bounds of normalized Elo points lie within so many of 0: nothing else has been tried.
const MOST_NORMALIZED: f64 = 200.0;

/// Steps of a search for a root; each halves the interval.
const HALVINGS: u32 = 100;

/// Steps towards the likeliest scores under normalized Elo points; each comes nearer by far.
const STEPS: u32 = 20;

/// A test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    low: f64,
    high: f64,
    model: EloModel,
    alpha: f64,
    beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The first contestant is stronger by the high bound.
    Accepted,
    /// He is not stronger by more than the low bound.
    Rejected,
    /// The pairs do not say enough.
    Undecided,
}

impl Verdict {
    /// The verdict as a word.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Undecided => "undecided",
        }
    }
}

impl Sprt {
    /// A test of `low` against `high` Elo points that accepts by mistake in a share `alpha` of all tests and rejects by mistake
    /// in a share `beta`.
    ///
    /// # Errors
    /// What is wrong with the numbers, in words.
    pub(crate) fn new(
        [low, high]: [f64; 2],
        model: EloModel,
        [alpha, beta]: [f64; 2],
    ) -> Result<Sprt, String> {
        if !(low.is_finite() && high.is_finite() && low < high) {
            return Err("the first of two bounds is the smaller one, as in 0,10".to_owned());
        }
        if model == EloModel::Normalized && low.abs().max(high.abs()) > MOST_NORMALIZED {
            return Err(format!("bounds of normalized Elo lie within {MOST_NORMALIZED} of 0"));
        }
        let is_share = |share: f64| share > 0.0 && share < 0.5;
        if !(is_share(alpha) && is_share(beta)) {
            return Err("alpha and beta are shares of mistakes, above 0 and below 0.5".to_owned());
        }
        Ok(Sprt { low, high, model, alpha, beta })
    }

    /// The two hypotheses, in Elo points.
    pub(crate) fn hypotheses(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// What these points mean.
    pub(crate) fn model(&self) -> EloModel {
        self.model
    }

    /// The shares of mistakes: accepted, and rejected.
    pub(crate) fn mistakes(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The ratio at which the test rejects, and that at which it accepts, as logarithms.
    pub(crate) fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the ratio of the likelihoods of these pairs.
    pub(crate) fn ratio(&self, pairs: &PairCounts) -> f64 {
        if pairs.sum() == 0 {
            return 0.0;
        }
        let counts = pairs.counts().map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let number: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / number);
        let [low, high] = self.hypotheses().map(|elo| self.likeliest(&seen, elo));
        (0..SCORES.len()).map(|at| counts[at] * (high[at] / low[at]).ln()).sum()
    }

    /// What the test says of these pairs.
    pub(crate) fn verdict(&self, pairs: &PairCounts) -> Verdict {
        let (ratio, [lower, upper]) = (self.ratio(pairs), self.bounds());
        match ratio {
            ratio if ratio >= upper => Verdict::Accepted,
            ratio if ratio <= lower => Verdict::Rejected,
            _ => Verdict::Undecided,
        }
    }

    /// The chances of the scores under which those that were seen are likeliest, where the strength is this.
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

/// The share of the points that this difference stands for.
fn logistic(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Normalized Elo points of pairs, and the bounds of their interval at 95 %; nothing where the pairs do not differ.
pub(crate) fn normalized_elo(pairs: &PairCounts) -> Option<[f64; 3]> {
    const STANDARD_ERRORS: f64 = 1.96;
    let number = pairs.sum() as f64;
    let chances = pairs.counts().map(|count| count as f64 / number.max(1.0));
    let (mean, deviation) = moments(&chances);
    let of = |ratio: f64| ratio * NORMALIZED / std::f64::consts::SQRT_2;
    let (elo, error) = (of((mean - 0.5) / deviation), of(STANDARD_ERRORS / number.sqrt()));
    (deviation > 0.0).then_some([elo, elo - error, elo + error])
}

/// The mean of a pair and its standard deviation.
fn moments(chances: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = (0..5).map(|at| chances[at] * SCORES[at]).sum();
    let variance: f64 = (0..5).map(|at| chances[at] * (SCORES[at] - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// The chances nearest to those seen, in likelihood, under which these values have the mean 0; nothing where there are none.
/// They are `seen / (1 + x value)`, for the one `x` under which that mean is 0.
fn with_mean_zero(seen: &[f64; 5], values: &[f64; 5]) -> Option<[f64; 5]> {
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let chances = |x: f64| -> [f64; 5] { std::array::from_fn(|at| seen[at] / (1.0 + x * values[at])) };
    let mean = |x: f64| -> f64 { chances(x).iter().zip(values).map(|(chance, value)| chance * value).sum() };
    // The mean falls from one end, where the least likely chance grows beyond all bounds, to the other.
    let (mut from, mut to) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (from + to);
        if mean(middle) > 0.0 { from = middle } else { to = middle }
    }
    Some(chances(0.5 * (from + to)))
}

/// The likeliest chances under which the mean of a pair lies so many standard deviations above a half. The deviation is that of
/// the chances themselves, so they are found in steps: in each the condition is put as that of a mean, which has the same slope.
fn of_ratio(seen: &[f64; 5], ratio: f64) -> [f64; 5] {
    // From those seen the first step could lead astray, where pairs hardly differ.
    let mut chances = [1.0 / SCORES.len() as f64; 5];
    for _ in 0..STEPS {
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
