//! How much is tested. By default, only a part is tested, so that runs are quick. If `BLANCHE_TRIALS=all` is set, as
//! `.ci/run` does, everything is tested. If it is a number, such as `BLANCHE_TRIALS=10`, random tests (`lots`) try this
//! multiple of their cases.

use std::env;

/// A default run tries one in this many cases.
const PART: usize = 8;

/// The factor for the number of random cases; `None` if only a part of the cases is tried.
pub(crate) fn times() -> Option<usize> {
    let set = env::var("BLANCHE_TRIALS").ok()?;
    if set == "all" { Some(1) } else { set.parse().ok().filter(|times| *times > 0) }
}

/// Whether all cases are tried.
pub(crate) fn are_all() -> bool {
    times().is_some()
}

/// The distance between the cases that are tried: every `step`-th case is tried.
pub(crate) fn step() -> usize {
    if are_all() { 1 } else { PART }
}

/// The number of cases to try out of `all`.
pub(crate) fn trials(all: usize) -> usize {
    all.div_ceil(step())
}
