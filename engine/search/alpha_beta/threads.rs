//! Parallel search: several threads search the same position and share the table.
//!
//! Each helper thread searches the position on its own. Every second helper starts one move deeper than the first
//! thread. All threads defer moves that another thread is searching (`abdada`). The search returns the result of the
//! first thread, and the helpers stop when the first thread ends. The result depends on what the helpers have written
//! to the table, so only a search on a single thread is reproducible.
//!
//! Limits apply to all threads together. The threads take positions from a common pool (`limits::PositionPool`). Each
//! thread checks the time itself, because the first thread may have to wait for a processor core.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::AlphaBeta;
use super::table::Table;
use crate::games::Knowledge;
use crate::search::limits::Clock;
use crate::search::params::{MAX_DEPTH, MIN_POSITIONS_PER_THREAD, THREAD_STACK};

/// The helper threads of a search, with their parameters.
pub struct Helpers<'h, G: Knowledge> {
    /// The number of threads, including the first one.
    pub threads: usize,
    /// The maximum level of rules to use.
    pub levels: u32,
    /// The moves to try at the root.
    pub among: &'h [G::Move],
    /// The table that all threads share.
    pub table: &'h Table<G::Move>,
    /// The clock of the search. The clocks of the helper threads are derived from it.
    pub clock: Clock,
    /// Whether the search values moves instead of choosing one.
    pub is_valuing: bool,
    /// Whether this is a full-width search, in which all lines have the same length.
    pub is_full_width: bool,
}

/// The number of threads, at most `threads`, that are worth starting for a search of at most `positions` positions.
pub fn worthwhile_threads(threads: usize, positions: Option<u64>) -> usize {
    let useful = positions.map_or(u64::MAX, |positions| positions / MIN_POSITIONS_PER_THREAD);
    threads.min(usize::try_from(useful).unwrap_or(usize::MAX)).max(1)
}

/// Sets the stop flag when dropped, however the search ends.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<G: Knowledge + Clone + Send> Helpers<'_, G> {
    /// Calls `search` while the helper threads run, and counts the positions that they examine.
    pub fn search<T>(
        &self,
        game: &mut G,
        clock: &mut Clock,
        search: impl FnOnce(&mut G, &mut Clock) -> T,
    ) -> T {
        let copies = self.copies(game);
        let (found, examined) = self.run_alongside(copies, || search(game, clock));
        clock.add(examined);
        found
    }

    /// Copies of the position, one for each helper thread.
    pub fn copies(&self, game: &G) -> Vec<G> {
        (1..self.threads).map(|_| game.clone()).collect()
    }

    /// Calls `work` while each helper thread searches one of these copies of a position. Also returns the number of
    /// positions that the helpers examined. Threads that the system cannot start are left out.
    pub fn run_alongside<T>(&self, copies: Vec<G>, work: impl FnOnce() -> T) -> (T, u64) {
        self.table.busy_moves.set_active(!copies.is_empty());
        let (stop, examined) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
        let done = thread::scope(|scope| {
            let _stop_on_drop = StopOnDrop(Arc::clone(&stop));
            for (number, copy) in copies.into_iter().enumerate() {
                let (stop, examined) = (Arc::clone(&stop), &examined);
                let helper = thread::Builder::new().stack_size(THREAD_STACK);
                let _ = helper.spawn_scoped(scope, move || {
                    examined.fetch_add(self.help(copy, number, stop), Ordering::Relaxed);
                });
            }
            work()
        });
        self.table.busy_moves.set_active(false);
        (done, examined.into_inner())
    }

    /// Searches until the stop flag is set. Returns the number of positions examined.
    fn help(&self, mut game: G, number: usize, stop: Arc<AtomicBool>) -> u64 {
        let mut clock = self.clock.for_helper(stop);
        let search = AlphaBeta::new(&mut game, self.levels, &mut clock, self.table);
        let search = if self.is_valuing { search.valuing() } else { search };
        let search = if self.is_full_width { search.full_width() } else { search };
        search.into_helper(1 + number as u32 % 2).best(self.among, MAX_DEPTH);
        clock.positions()
    }
}

#[cfg(test)]
mod tests {
    use super::worthwhile_threads;

    #[test]
    fn a_thread_is_started_for_a_thousand_positions_and_not_for_a_few() {
        assert_eq!(worthwhile_threads(8, None), 8);
        assert_eq!(worthwhile_threads(4, Some(40_000)), 4);
        assert_eq!(worthwhile_threads(128, Some(10_000)), 9);
        assert_eq!(worthwhile_threads(128, Some(1_000)), 1);
        assert_eq!(worthwhile_threads(0, Some(0)), 1);
    }
}
