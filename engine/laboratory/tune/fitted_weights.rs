//! Fits weights, and measures how well the old and the new weights predict games.

use super::logistic_regression::{fit, loss, sum};
use super::samples::Sample;
use super::score_items::ScoreItems;

/// The weight that corresponds to a log-odds of 1. This is a chance of 73 % to win: `1 / (1 + 1/e)`.
pub(super) const LOGIT: f64 = 1000.0;

/// Maximum weight. A search would take larger values for wins.
const MAX_WEIGHT: f64 = 50_000.0;

/// Minimum number of samples for a weight to be changed.
const MIN_SAMPLES: usize = 100;

/// New weights for the score items of a base. A score item is a score as the source defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedWeights {
    /// Both weights of each item. Weights with too few samples are unchanged.
    pub weights: Vec<[i64; 2]>,
    /// Number of samples in which each weight occurs.
    pub seen: Vec<[usize; 2]>,
    /// Loss of the old weights on the held-out games. The old weights are scaled first, so that they fit the other
    /// games as well as possible.
    pub before: f64,
    /// Loss of the new weights on the held-out games.
    pub after: f64,
}

/// Fits the weights of score items to samples, and evaluates the weights on held-out samples.
pub fn fit_weights(
    items: &ScoreItems,
    fitted: &[Sample],
    held_out: &[Sample],
    mut stop: impl FnMut() -> bool,
) -> FittedWeights {
    let old: Vec<f64> = items.weights().iter().map(|weight| *weight as f64).collect();
    let whole = |sample: &Sample| {
        let (favour, value) = (sample.counts[0].1, sum(&sample.counts[1..], &old));
        Sample { counts: vec![(0, value), (1, favour)], result: sample.result }
    };
    let wholes: Vec<Sample> = fitted.iter().map(whole).collect();
    let known = fit(&wholes, 2, 1, &mut stop).coefficients;
    let fit = fit(fitted, old.len() + 1, old.len(), &mut stop);
    let weights: Vec<i64> = (0..old.len())
        .map(|at| match fit.seen[at] < MIN_SAMPLES {
            true => old[at] as i64,
            false => (fit.coefficients[at] * LOGIT).round().min(MAX_WEIGHT) as i64,
        })
        .collect();
    let new = (0..old.len())
        .map(|at| if fit.seen[at] < MIN_SAMPLES { old[at] * known[0] } else { weights[at] as f64 / LOGIT });
    let new: Vec<f64> = new.chain([fit.coefficients[old.len()]]).collect();
    let held: Vec<Sample> = held_out.iter().map(whole).collect();
    FittedWeights {
        weights: weights.chunks(2).map(|pair| [pair[0], pair[1]]).collect(),
        seen: fit.seen[..old.len()].chunks(2).map(|pair| [pair[0], pair[1]]).collect(),
        before: loss(&held, &known),
        after: loss(held_out, &new),
    }
}
