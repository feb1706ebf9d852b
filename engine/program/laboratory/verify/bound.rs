//! How often a rule may still be wrong, after so many matches in which it was attacked.
//!
//! With 0 refuted of n it is 1 - 0.05^(1/n), nearly 3/n (the rule of three). With more it is the upper bound of
//! Clopper and Pearson: the rate at which so few refutations would have come in one run of twenty.
//!
//! The matches are no fair sample of the positions of games, so the bound speaks of matches like those attacked.

/// What is left to chance.
const DOUBT: f64 = 0.05;

/// The bound of 95 % on the rate of refutation, of so many refuted among so many decided; nothing where none was decided.
pub(crate) fn upper_bound(refuted: u64, decided: u64) -> Option<f64> {
    match (refuted, decided) {
        (_, 0) => None,
        (0, _) => Some(-(DOUBT.ln() / decided as f64).exp_m1()),
        _ if refuted >= decided => Some(1.0),
        _ => Some(bisected(refuted, decided)),
    }
}

/// The rate at which the tail of the binomial distribution up to `refuted` is [`DOUBT`].
fn bisected(refuted: u64, decided: u64) -> f64 {
    let (mut low, mut high) = (refuted as f64 / decided as f64, 1.0);
    // Sixty halvings are all that a number of 53 binary digits can show.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if log_tail(refuted, decided, middle) > DOUBT.ln() {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The logarithm of the chance of at most `refuted` refutations among `decided` at this rate, above the mean. The terms
/// are summed from the last, which is the largest, downwards, as long as they count.
fn log_tail(refuted: u64, decided: u64, rate: f64) -> f64 {
    let (few, all) = (refuted as f64, decided as f64);
    let last = log_choose(decided, refuted) + few * rate.ln() + (all - few) * (-rate).ln_1p();
    let (mut term, mut sum) = (1.0, 1.0);
    let mut number = few;
    while number > 0.0 && term > sum * f64::EPSILON {
        term *= number / (all - number + 1.0) * (1.0 - rate) / rate;
        sum += term;
        number -= 1.0;
    }
    last + f64::ln(sum)
}

fn log_choose(all: u64, few: u64) -> f64 {
    let few = few.min(all - few);
    (1..=few).map(|number| ((all - few + number) as f64 / number as f64).ln()).sum()
}
