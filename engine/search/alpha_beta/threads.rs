//! Several threads that search one position and share what they find in its table.
//!
//! Each of the others searches the position by itself, one of two by one move deeper than the first, and all put off the moves
//! that another one is looking at (`elsewhere`). The first is the one that counts, and when it ends they do. What it finds depends
//! on what they have written by then: only a search on one thread is the same again.
//!
//! Limits hold for all threads together: they take the positions from one store (`limits::Shared`), and each looks at the time itself,
//! as the first may have to wait for a core.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::AlphaBeta;
use super::table::Table;
use crate::games::Knowledge;
use crate::search::limits::Clock;
use crate::search::params::{DEEPENING_MOST, THREAD_POSITIONS, THREAD_STACK};

/// What the other threads need to know of a search.
pub struct Helped<'h, G: Knowledge> {
    /// So many threads there are, the first one included.
    pub threads: usize,
    /// Rules up to this level are asked.
    pub levels: u32,
    /// The moves that are tried at the top.
    pub among: &'h [G::Move],
    /// What all of them share.
    pub table: &'h Table<G::Move>,
    /// The limits of each of the other threads.
    pub clock: Clock,
    /// Whether moves are valued, not chosen.
    pub is_valuing: bool,
    /// Whether every line is looked at equally far.
    pub is_plain: bool,
}

/// The number of threads that are worth starting for a search of so many positions.
pub fn worthwhile(threads: usize, positions: Option<u64>) -> usize {
    let worth = positions.map_or(u64::MAX, |positions| positions / THREAD_POSITIONS);
    threads.min(usize::try_from(worth).unwrap_or(usize::MAX)).max(1)
}

/// Sets the sign to stop however a search ends.
struct Ending(Arc<AtomicBool>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<G: Knowledge + Clone + Send> Helped<'_, G> {
    /// Searches with the help of the other threads; what they examine is counted too.
    pub fn search<T>(
        &self,
        game: &mut G,
        clock: &mut Clock,
        search: impl FnOnce(&mut G, &mut Clock) -> T,
    ) -> T {
        let copies = self.copies(game);
        let (found, examined) = self.beside(copies, || search(game, clock));
        clock.add(examined);
        found
    }

    /// The position once for each of the other threads.
    pub fn copies(&self, game: &G) -> Vec<G> {
        (1..self.threads).map(|_| game.clone()).collect()
    }

    /// Does some work while the other threads search these copies of a position; gives also how many positions they examined. A
    /// thread that the system does not give is done without.
    pub fn beside<T>(&self, copies: Vec<G>, work: impl FnOnce() -> T) -> (T, u64) {
        self.table.elsewhere.share(!copies.is_empty());
        let (stop, examined) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
        let done = thread::scope(|scope| {
            let _ending = Ending(Arc::clone(&stop));
            for (number, copy) in copies.into_iter().enumerate() {
                let (stop, examined) = (Arc::clone(&stop), &examined);
                let helper = thread::Builder::new().stack_size(THREAD_STACK);
                let _ = helper.spawn_scoped(scope, move || {
                    examined.fetch_add(self.help(copy, number, stop), Ordering::Relaxed);
                });
            }
            work()
        });
        self.table.elsewhere.share(false);
        (done, examined.into_inner())
    }

    /// Searches until the sign to stop is set; gives how many positions were examined.
    fn help(&self, mut game: G, number: usize, stop: Arc<AtomicBool>) -> u64 {
        let mut clock = self.clock.of_helper(stop);
        let search = AlphaBeta::new(&mut game, self.levels, &mut clock, self.table);
        let search = if self.is_valuing { search.valuing() } else { search };
        let search = if self.is_plain { search.plain() } else { search };
        search.helping(1 + number as u32 % 2).best(self.among, DEEPENING_MOST);
        clock.positions()
    }
}

#[cfg(test)]
mod tests {
    use super::worthwhile;

    #[test]
    fn a_thread_is_started_for_a_thousand_positions_and_not_for_a_few() {
        assert_eq!(worthwhile(8, None), 8);
        assert_eq!(worthwhile(4, Some(40_000)), 4);
        assert_eq!(worthwhile(128, Some(10_000)), 9);
        assert_eq!(worthwhile(128, Some(1_000)), 1);
        assert_eq!(worthwhile(0, Some(0)), 1);
    }
}
