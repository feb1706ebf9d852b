//! Work that is shared among the cores of the machine.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Rule files, however large or deep, are checked on a stack of this many bytes.
pub const STACK: usize = 512 << 20;

/// Does something for each number below `count`, on all cores; gives the results in the order of the numbers.
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
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// With less room than this on the stack more is made, so much at a time.
const RED_ZONE: usize = 256 << 10;
const MORE_STACK: usize = 4 << 20;

/// Does something that may come back to itself as deep as a program is long: where the stack of the thread ends, it goes
/// on on another one.
pub(crate) fn with_stack<T>(deep: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, MORE_STACK, deep)
}

/// Does something that comes back to itself as deep as a body is long, in the code of others too: on a stack of
/// [`STACK`] bytes.
pub(crate) fn with_large_stack<T>(deep: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK / 2, STACK, deep)
}
