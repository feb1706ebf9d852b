//! The amount of testing: a part by default, for quick runs; everything if `BLANCHE_TRIALS=all` is set, as `.ci/run`
//! does; and a multiple of the random tests (`lots`) if it is a number, such as `BLANCHE_TRIALS=10`.

use std::env;

/// A default run tries one in this number of cases.
const PART: usize = 8;

/// The multiple of random cases to try; `None` if only a part is tried.
pub(crate) fn times() -> Option<usize> {
    let set = env::var("BLANCHE_TRIALS").ok()?;
    if set == "all" { Some(1) } else { set.parse().ok().filter(|times| *times > 0) }
}

/// Whether everything is tried.
pub(crate) fn are_all() -> bool {
    times().is_some()
}

/// The step width for going through all cases.
pub(crate) fn step() -> usize {
    if are_all() { 1 } else { PART }
}

/// The number of cases to try out of `all`.
pub(crate) fn trials(all: usize) -> usize {
    all.div_ceil(step())
}
