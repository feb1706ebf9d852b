//! What emission does, counted: tokens that are looked at, and names that are compared. Tests hold the count to the length
//! of what is written, because a time says nothing on a busy machine.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Counts some steps of the emission that goes on in this thread.
pub(super) fn count(steps: usize) {
    STEPS.set(STEPS.get() + steps as u64);
}

/// Does something, and says how many steps it took.
pub(super) fn counted<T>(run: impl FnOnce() -> T) -> (T, u64) {
    let before = STEPS.get();
    let done = run();
    (done, STEPS.get() - before)
}
