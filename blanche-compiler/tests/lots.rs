//! How many cases random tests try, and their seed.

use std::env;

use crate::trials::{times, trials};

/// The number of random cases to try: all of them, a part of them, or a multiple of their number. `BLANCHE_TRIALS`
/// decides which.
pub(crate) fn draws(all: usize) -> usize {
    trials(all) * times().unwrap_or(1)
}

/// The seed, derived from `BLANCHE_SEED`, which `.ci/run` sets to the commit.
pub(crate) fn seed() -> u64 {
    let text = env::var("BLANCHE_SEED").unwrap_or_default();
    text.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)))
}
