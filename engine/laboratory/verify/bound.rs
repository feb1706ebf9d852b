//! An upper bound on the rate of wrong claims of a rule that was attacked in a number of matches.
//!
//! If 0 of n matches were refuted, the bound is 1 - 0.05^(1/n), nearly 3/n (the rule of three). Otherwise it is the
//! upper Clopper–Pearson bound. At that rate, only one run in twenty has as few refutations as were found.
//!
//! The matches are not a representative sample of the positions of games. So the bound holds only for matches that are
//! found in the same way as the attacked ones.

/// One minus the confidence level of the bound.
const ERROR_RATE: f64 = 0.05;

/// The 95 % upper bound on the refutation rate, if `refuted` of `decided` claims were refuted. `None` if no claim was
/// decided.
pub(crate) fn upper_bound(refuted: u64, decided: u64) -> Option<f64> {
    match (refuted, decided) {
        (_, 0) => None,
        (0, _) => Some(-(ERROR_RATE.ln() / decided as f64).exp_m1()),
        _ if refuted >= decided => Some(1.0),
        _ => Some(bisected(refuted, decided)),
    }
}

/// The rate at which the lower tail of the binomial distribution, up to `refuted`, has probability [`ERROR_RATE`].
fn bisected(refuted: u64, decided: u64) -> f64 {
    let (mut low, mut high) = (refuted as f64 / decided as f64, 1.0);
    // Sixty halvings are enough for the 53 bits of a double.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if log_tail(refuted, decided, middle) > ERROR_RATE.ln() {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The logarithm of the probability of at most `refuted` refutations among `decided` claims. The rate must be above the
/// observed rate. The terms are summed in descending order, from the last one, until they are negligible.
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
