//! How much the tests try: a part while one works, all of it where `BLANCHE_TRIALS=all` is set, as `.ci/run` does, and so many times
//! as much of what is drawn by lot (`lots`) where it is a number: `BLANCHE_TRIALS=10`.

use std::env;

/// One of so many is tried, unless all are.
const PART: usize = 8;

/// How many times as much as everything is tried of what is drawn by lot; nothing where a part is tried.
pub(crate) fn times() -> Option<usize> {
    let set = env::var("BLANCHE_TRIALS").ok()?;
    if set == "all" { Some(1) } else { set.parse().ok().filter(|times| *times > 0) }
}

/// Whether everything is tried.
pub(crate) fn are_all() -> bool {
    times().is_some()
}

/// One of so many is tried: a step through what there is.
pub(crate) fn step() -> usize {
    if are_all() { 1 } else { PART }
}

/// So many of all are tried.
pub(crate) fn trials(all: usize) -> usize {
    all.div_ceil(step())
}
