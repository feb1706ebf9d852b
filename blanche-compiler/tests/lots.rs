//! What is drawn by lot: how much of it, and where lots begin.

use std::env;

use crate::trials::{times, trials};

/// So many of all are tried, or several times as many: `BLANCHE_TRIALS=10`.
pub(crate) fn draws(all: usize) -> usize {
    trials(all) * times().unwrap_or(1)
}

/// Where lots begin: other ones for each `BLANCHE_SEED`, which `.ci/run` sets to the commit.
pub(crate) fn seed() -> u64 {
    let text = env::var("BLANCHE_SEED").unwrap_or_default();
    text.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)))
}
