//! Runs work on all cores, and on stacks that are large enough.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use blanche_sorted::Arrange;

/// Stack size for checking rule files, in bytes. It is large because deeply nested input causes deep recursion.
pub const STACK: usize = 512 << 20;

/// Calls `work` for each number below `count` on all cores. Returns the results in the order of the numbers.
pub(crate) fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get()).min(count);
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return done;
            }
            done.push((at, work(at)));
        }
    };
    let mut done = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, take).ok();
        let others: Vec<_> = (1..cores).filter_map(start).collect();
        let mut done = take();
        for other in others {
            match other.join() {
                Ok(theirs) => done.extend(theirs),
                Err(panic) => panic::resume_unwind(panic),
            }
        }
        done
    });
    done.arrange_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The stack is extended by `MORE_STACK` bytes when fewer than `RED_ZONE` bytes are left.
const RED_ZONE: usize = 256 << 10;
const MORE_STACK: usize = 4 << 20;

/// Calls a function whose recursion depth grows with the size of the program. The function continues on a new stack
/// segment when the current stack is nearly exhausted.
pub(crate) fn with_stack<T>(deep: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, MORE_STACK, deep)
}

/// Calls a function whose recursion depth, also in other crates, grows with the size of a body. It runs on a stack of
/// [`STACK`] bytes.
pub(crate) fn with_large_stack<T>(deep: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK / 2, STACK, deep)
}
