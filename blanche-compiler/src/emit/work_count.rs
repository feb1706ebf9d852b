//! Counts the work of emission: tokens examined and names compared. Tests check that this count is at most proportional
//! to the length of the output, because times are unreliable on a busy machine.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Adds steps to the count of this thread's emission.
pub(super) fn count(steps: usize) {
    STEPS.set(STEPS.get() + steps as u64);
}

/// Runs a function, and returns its result and the number of steps that it took.
pub(super) fn counted<T>(run: impl FnOnce() -> T) -> (T, u64) {
    let before = STEPS.get();
    let done = run();
    (done, STEPS.get() - before)
}
