//! Logistic regression by Newton's method. Only a few numbers are fitted, so no library for linear algebra is needed.

use super::samples::Sample;

/// Maximum number of Newton steps. About ten are usually enough.
const MAX_STEPS: usize = 60;

/// Convergence threshold: the method ends when no coefficient changes by more than this.
const CONVERGENCE_THRESHOLD: f64 = 1e-9;

/// Strength of the ridge penalty, measured in samples, for a coefficient of 1. The penalty keeps the weights of rare
/// features small.
const RIDGE: f64 = 0.5;

/// The maximum-likelihood coefficients, and the number of samples for each.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    /// The coefficients by the index of their weight. A coefficient is 0 if it occurs in no sample.
    pub(crate) coefficients: Vec<f64>,
    /// Number of samples in which each coefficient occurs.
    pub(crate) seen: Vec<usize>,
}

/// Fits the coefficients of a logistic regression. The first `least` coefficients are weights of scores, which are
/// never negative. `stop` is checked after each step.
pub(crate) fn fit(
    samples: &[Sample],
    coefficients: usize,
    least: usize,
    mut stop: impl FnMut() -> bool,
) -> Fit {
    let mut seen = vec![0; coefficients];
    for (at, _) in samples.iter().flat_map(|sample| &sample.counts) {
        seen[*at] += 1;
    }
    let mut found = vec![0.0; coefficients];
    let mut is_free = vec![true; coefficients];
    loop {
        // Starts again from zero, because Newton's method may diverge if it starts far from the solution.
        found.fill(0.0);
        climb(samples, &mut found, &is_free, &mut stop);
        // The most negative coefficient is set to 0, and the other coefficients are fitted again.
        let below = (0..least).filter(|at| found[*at] < 0.0).min_by(|a, b| found[*a].total_cmp(&found[*b]));
        match below {
            Some(at) if !stop() => is_free[at] = false,
            _ => break,
        }
    }
    found[..least].iter_mut().for_each(|coefficient| *coefficient = coefficient.max(0.0));
    Fit { coefficients: found, seen }
}

/// Runs Newton's method from the given coefficients, changing only those that are free.
fn climb(samples: &[Sample], found: &mut [f64], is_free: &[bool], stop: &mut impl FnMut() -> bool) {
    for _ in 0..MAX_STEPS {
        let step = newton(samples, found, is_free);
        found.iter_mut().zip(&step).for_each(|(known, step)| *known += step);
        if step.iter().all(|step| step.abs() < CONVERGENCE_THRESHOLD) || stop() {
            break;
        }
    }
}

/// The logistic function. It gives the expected result, from 0 to 1, for a sum of coefficients.
pub(crate) fn chance(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// The sum of the counts, weighted with the coefficients.
pub(crate) fn sum(counts: &[(usize, f64)], coefficients: &[f64]) -> f64 {
    counts.iter().map(|(at, count)| coefficients[*at] * count).sum()
}

/// The mean logarithmic loss. It is 0 for perfect predictions, and ln 2 = 0.693 for predictions without information.
/// `NaN` if there are no samples.
pub(crate) fn loss(samples: &[Sample], coefficients: &[f64]) -> f64 {
    let loss = |sample: &Sample| {
        let chance = chance(sum(&sample.counts, coefficients)).clamp(1e-12, 1.0 - 1e-12);
        -(sample.result * chance.ln() + (1.0 - sample.result) * (1.0 - chance).ln())
    };
    samples.iter().map(loss).sum::<f64>() / samples.len() as f64
}

/// Computes a Newton step.
fn newton(samples: &[Sample], coefficients: &[f64], is_free: &[bool]) -> Vec<f64> {
    let width = coefficients.len();
    let mut gradient: Vec<f64> = coefficients.iter().map(|coefficient| -RIDGE * coefficient).collect();
    let mut curvature = vec![vec![0.0; width]; width];
    for sample in samples {
        let chance = chance(sum(&sample.counts, coefficients));
        let spread = chance * (1.0 - chance);
        for (at, count) in &sample.counts {
            gradient[*at] += (sample.result - chance) * count;
            for (other, others) in &sample.counts {
                curvature[*at][*other] += spread * count * others;
            }
        }
    }
    for at in 0..width {
        curvature[at][at] += RIDGE;
        if !is_free[at] {
            gradient[at] = 0.0;
            (0..width).filter(|other| *other != at).for_each(|other| {
                (curvature[at][other], curvature[other][at]) = (0.0, 0.0);
            });
        }
    }
    solved(curvature, gradient)
}

/// Solves a linear system with a symmetric, positive definite matrix.
/// CITE: Cholesky 1910, *Sur la résolution numérique des systèmes d'équations linéaires*.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let width = right.len();
    for at in 0..width {
        for other in 0..=at {
            let known: f64 = (0..other).map(|k| matrix[at][k] * matrix[other][k]).sum();
            let left = matrix[at][other] - known;
            matrix[at][other] = if at == other { left.sqrt() } else { left / matrix[other][other] };
        }
        let known: f64 = (0..at).map(|k| matrix[at][k] * right[k]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    for at in (0..width).rev() {
        let known: f64 = (at + 1..width).map(|k| matrix[k][at] * right[k]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use blanche_compiler::random::Random;

    #[test]
    fn a_fit_recovers_the_coefficients_of_generated_results() {
        let (mut random, truth) = (Random::of(1, &[22]), [0.8, -0.4, 0.1]);
        let mut draw = || f64::from(random.below(1000) as u32) / 1000.0;
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let counts: Vec<(usize, f64)> = (0..3).map(|at| (at, (draw() * 6.0).floor() - 2.0)).collect();
                let mut sample = Sample { counts, result: 0.0 };
                sample.result = f64::from(u8::from(draw() < chance(sum(&sample.counts, &truth))));
                sample
            })
            .collect();
        let fit = fit(&samples, 3, 0, || false);
        for (found, truth) in fit.coefficients.iter().zip(truth) {
            assert!((found - truth).abs() < 0.05, "{found} is not {truth}");
        }
        assert!(loss(&samples, &fit.coefficients) < loss(&samples, &[0.0; 3]));
        assert!((loss(&samples, &[0.0; 3]) - 2f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn weights_are_not_negative_and_the_others_compensate() {
        let sample = |counts: Vec<(usize, f64)>, result| Sample { counts, result };
        let samples: Vec<Sample> = (0..100)
            .flat_map(|_| {
                [
                    sample(vec![(0, 1.0), (1, 1.0)], 1.0),
                    sample(vec![(0, 2.0), (1, 1.0)], 0.0),
                    sample(vec![(1, 1.0)], 1.0),
                ]
            })
            .collect();
        let free = fit(&samples, 2, 0, || false).coefficients;
        let bound = fit(&samples, 2, 2, || false).coefficients;
        assert!(free[0] < 0.0 && bound[0] == 0.0, "{free:?} {bound:?}");
        assert!(bound[1] > 0.0 && bound[1] < free[1], "{free:?} {bound:?}");
    }

    #[test]
    fn features_without_samples_have_coefficient_0() {
        let sample = Sample { counts: vec![(0, 1.0)], result: 1.0 };
        let fit = fit(&[sample], 2, 2, || false);
        assert_eq!((fit.coefficients[1], fit.seen.as_slice()), (0.0, &[1, 0][..]));
        assert!(fit.coefficients[0] > 0.0 && fit.coefficients[0].is_finite());
    }
}
