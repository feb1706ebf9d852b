//! Distributes work over threads. Results are in the order of the items, whichever item is finished first.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{io, thread};

use blanche_sorted::Arrange;

/// Stack size of a thread, in bytes. It is large because rules may be deeply nested.
const STACK: usize = 256 << 20;

/// Applies `each` to all items, on up to `threads` threads.
///
/// # Errors
/// Fails if no thread can be started. Threads that already run finish first.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    each: impl Fn(&T) -> R + Sync,
) -> io::Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            let result = each(item);
            results.lock().expect("no thread fails while it holds the results").push((at, result));
        }
    };
    thread::scope(|scope| -> io::Result<()> {
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        }
        Ok(())
    })?;
    let mut results = results.into_inner().expect("no thread fails while it holds the results");
    results.arrange_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
