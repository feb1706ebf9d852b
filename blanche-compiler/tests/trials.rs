//! How much the tests try: a part while one works, all of it where `BLANCHE_TRIALS=all` is set, as `.ci/run` does.

/// One of so many is tried, unless all are.
const PART: usize = 8;

/// Whether everything is tried.
pub(crate) fn are_all() -> bool {
    std::env::var_os("BLANCHE_TRIALS").is_some_and(|value| value == "all")
}

/// One of so many is tried: a step through what there is.
pub(crate) fn step() -> usize {
    if are_all() { 1 } else { PART }
}

/// So many of all are tried.
pub(crate) fn trials(all: usize) -> usize {
    all.div_ceil(step())
}
