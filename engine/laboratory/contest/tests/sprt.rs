//! Tests of the sequential test against closed formulas, for symmetry, and for its error rates with known strengths.

use blanche_compiler::random::Random;

use crate::contest::sprt::normalized_elo;
use crate::contest::{EloModel, PairCounts, Sprt, Verdict};

fn test(low: f64, high: f64, model: EloModel) -> Sprt {
    Sprt::new([low, high], model, [0.05, 0.05]).expect("these are well chosen")
}

fn is_near(found: f64, expected: f64, share: f64) {
    assert!((found - expected).abs() <= share * expected.abs().max(0.1), "{found} is not {expected}");
}

/// The expected share of the points for an Elo difference.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[test]
fn bounds_follow_walds_formula() {
    let sprt = Sprt::new([0.0, 5.0], EloModel::Logistic, [0.05, 0.1]).expect("these are well chosen");
    let [lower, upper] = sprt.bounds();
    is_near(lower, -2.2513, 1e-4);
    is_near(upper, 2.8904, 1e-4);
    assert_eq!(sprt.ratio(&PairCounts::default()), 0.0);
    assert_eq!(sprt.verdict(&PairCounts::default()), Verdict::Undecided);
}

#[test]
fn pairs_without_split_results_test_a_biased_coin() {
    // With two outcomes the mean determines the distribution, so the ratio equals the likelihood ratio of two biased
    // coins.
    for (lost, won, low, high) in [(40, 60, 0.0, 20.0), (500, 480, -10.0, 10.0), (3, 2000, 50.0, 200.0)] {
        let ratio = test(low, high, EloModel::Logistic).ratio(&PairCounts([lost, 0, 0, 0, won]));
        let [one, other] = [share(low), share(high)];
        let coin = won as f64 * (other / one).ln() + lost as f64 * ((1.0 - other) / (1.0 - one)).ln();
        is_near(ratio, coin, 0.01);
    }
}

#[test]
fn the_likelihood_of_three_outcomes_is_maximal() {
    // With the scores 0, 1/2 and 1 and a given mean, only the chance of 1/2 is free. So this test maximises the
    // likelihood directly.
    let counts = [30.0, 50.0, 20.0];
    let likelihood = |mean: f64| {
        // Let d be the chance of the score 1/2. Then the chance of 1 is mean - d/2, and the chance of 0 is 1 - mean -
        // d/2. The likelihood has a single maximum in d.
        let value = |d: f64| {
            counts[0] * (1.0 - mean - d / 2.0).ln() + counts[1] * d.ln() + counts[2] * (mean - d / 2.0).ln()
        };
        let (mut from, mut to) = (0.0, 2.0 * mean.min(1.0 - mean));
        for _ in 0..200 {
            let (one, other) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
            if value(one) < value(other) { from = one } else { to = other }
        }
        value(0.5 * (from + to))
    };
    let expected = likelihood(share(30.0)) - likelihood(share(-10.0));
    let ratio = test(-10.0, 30.0, EloModel::Logistic).ratio(&PairCounts([30, 0, 50, 0, 20]));
    is_near(ratio, expected, 0.005);
}

#[test]
fn many_pairs_with_small_differences_test_a_normal_mean() {
    let counts = [1200, 2500, 4000, 2700, 1350];
    let pairs = PairCounts(counts);
    let number: f64 = counts.iter().sum::<u64>() as f64;
    let moment = |power: i32, from: f64| -> f64 {
        (0..5).map(|at| counts[at] as f64 * (at as f64 / 4.0 - from).powi(power)).sum::<f64>() / number
    };
    let mean = moment(1, 0.0);
    let variance = moment(2, mean);
    let [low, high] = [share(0.0), share(5.0)];
    let expected = number * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
    is_near(test(0.0, 5.0, EloModel::Logistic).ratio(&pairs), expected, 0.01);
    // Normalized Elo tests the ratio of mean and deviation.
    let of_pairs = |elo: f64| elo * 2f64.sqrt() * 10f64.ln() / 800.0;
    let [low, high, seen] = [of_pairs(0.0), of_pairs(5.0), (mean - 0.5) / variance.sqrt()];
    let squares = |ratio: f64| (1.0 + (seen - ratio).powi(2)).ln();
    let expected = number / 2.0 * (squares(low) - squares(high));
    is_near(test(0.0, 5.0, EloModel::Normalized).ratio(&pairs), expected, 0.01);
    let [elo, from, to] = normalized_elo(&pairs).expect("pairs differ");
    is_near(of_pairs(elo), seen, 1e-9);
    is_near(of_pairs(to - from), 2.0 * 1.96 / number.sqrt(), 1e-9);
}

#[test]
fn exchanging_the_players_negates_the_ratio() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for counts in [[3, 10, 40, 12, 9], [0, 0, 7, 1, 0], [100, 3, 0, 0, 2]] {
            let mut other = counts;
            other.reverse();
            let ratio = test(-5.0, 20.0, model).ratio(&PairCounts(counts));
            let turned = test(-20.0, 5.0, model).ratio(&PairCounts(other));
            assert!((ratio + turned).abs() < 1e-6, "{model:?} {counts:?}: {ratio}, {turned}");
        }
    }
}

#[test]
fn equal_pair_scores_give_a_finite_ratio() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for at in 0..5 {
            for number in [1, 50, 100_000] {
                let mut counts = [0; 5];
                counts[at] = number;
                let ratio = test(0.0, 10.0, model).ratio(&PairCounts(counts));
                assert!(ratio.is_finite(), "{model:?} {counts:?}: {ratio}");
                // Won pairs are evidence for strength, and lost pairs against it.
                assert!(at <= 2 || ratio >= 0.0, "{model:?} {counts:?}: {ratio}");
                assert!(at >= 2 || ratio <= 0.0, "{model:?} {counts:?}: {ratio}");
            }
        }
    }
    let won = PairCounts([0, 0, 0, 0, 400]);
    assert_eq!(test(0.0, 10.0, EloModel::Logistic).verdict(&won), Verdict::Accepted);
    assert_eq!(normalized_elo(&won), None);
}

/// A distribution of pair scores with this mean. It includes draws.
fn chances(mean: f64) -> [f64; 5] {
    let middle = [0.1, 0.2, 0.4, 0.2, 0.1];
    // Moves probability from the lower half of the scores to the upper half.
    let shift = (mean - 0.5) / 1.5;
    std::array::from_fn(|at| middle[at] + [-1.0, -1.0, 0.0, 1.0, 1.0][at] * shift)
}

/// The share of tests that accept if pairs have this distribution, and the mean number of pairs in a test.
fn accepted(sprt: &Sprt, chances: [f64; 5], tests: u64) -> (f64, f64) {
    let (mut accepted, mut taken) = (0.0, 0);
    for number in 0..tests {
        let (mut random, mut counts) = (Random::of(7, &[number]), [0; 5]);
        let verdict = loop {
            let mut lot = random.index(1 << 20) as f64 / f64::from(1 << 20);
            let at = chances.iter().position(|chance| {
                lot -= chance;
                lot < 0.0
            });
            counts[at.unwrap_or(4)] += 1;
            taken += 1;
            match sprt.verdict(&PairCounts(counts)) {
                Verdict::Undecided => {}
                verdict => break verdict,
            }
        };
        accepted += f64::from(u8::from(verdict == Verdict::Accepted));
    }
    (accepted / tests as f64, taken as f64 / tests as f64)
}

#[test]
fn the_error_rate_of_a_test_is_near_its_limit() {
    let mean = |chances: [f64; 5]| -> f64 { (0..5).map(|at| chances[at] * at as f64 / 4.0).sum() };
    is_near(mean(chances(share(60.0))), share(60.0), 1e-9);
    let sprt = Sprt::new([0.0, 60.0], EloModel::Logistic, [0.1, 0.1]).expect("these are well chosen");
    let (by_mistake, taken) = accepted(&sprt, chances(share(0.0)), 400);
    // A test goes a little beyond its bound, so errors are rarer than allowed. With 400 tests, the measured error rate
    // is accurate to about 0.03.
    assert!((0.02..0.15).contains(&by_mistake), "{by_mistake}");
    let (rightly, _) = accepted(&sprt, chances(share(60.0)), 400);
    assert!((0.85..0.98).contains(&rightly), "{rightly}");
    // If the strength lies between the hypotheses, a test takes longer than at either hypothesis. Far beyond them it is
    // shorter.
    let (between, longest) = accepted(&sprt, chances(share(30.0)), 200);
    assert!((0.3..0.7).contains(&between) && longest > taken, "{between} {longest} {taken}");
    let (_, shortest) = accepted(&sprt, chances(share(150.0)), 200);
    assert!(shortest < taken / 1.5, "{shortest} {taken}");
}

#[test]
fn the_error_rate_of_a_normalized_test_is_near_its_limit() {
    let sprt = Sprt::new([0.0, 60.0], EloModel::Normalized, [0.1, 0.1]).expect("these are well chosen");
    let (by_mistake, _) = accepted(&sprt, chances(0.5), 400);
    assert!((0.02..0.15).contains(&by_mistake), "{by_mistake}");
    // Find the mean score for which the ratio of mean and deviation corresponds to 60 points.
    let ratio = |mean: f64| {
        let chances = chances(mean);
        let variance: f64 = (0..5).map(|at| chances[at] * (at as f64 / 4.0 - mean).powi(2)).sum();
        (mean - 0.5) / variance.sqrt()
    };
    let wanted = 60.0 * 2f64.sqrt() * 10f64.ln() / 800.0;
    let (mut from, mut to) = (0.5, 0.65);
    for _ in 0..60 {
        let middle = 0.5 * (from + to);
        if ratio(middle) < wanted { from = middle } else { to = middle }
    }
    let (rightly, _) = accepted(&sprt, chances(from), 400);
    assert!((0.85..0.98).contains(&rightly), "{rightly}");
}

#[test]
fn invalid_test_parameters_are_refused() {
    let refused = |bounds, model, mistakes| Sprt::new(bounds, model, mistakes).is_err();
    assert!(refused([5.0, 5.0], EloModel::Logistic, [0.05; 2]));
    assert!(refused([f64::NAN, 5.0], EloModel::Logistic, [0.05; 2]));
    assert!(refused([0.0, f64::INFINITY], EloModel::Logistic, [0.05; 2]));
    assert!(refused([0.0, 500.0], EloModel::Normalized, [0.05; 2]));
    for share in [0.0, 0.5, -1.0, f64::NAN] {
        assert!(refused([0.0, 5.0], EloModel::Logistic, [share, 0.05]));
        assert!(refused([0.0, 5.0], EloModel::Logistic, [0.05, share]));
    }
}
