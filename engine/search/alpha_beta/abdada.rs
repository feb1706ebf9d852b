//! ABDADA, a method of parallel search. A thread defers moves that another thread is already searching. Threads that
//! search the same position therefore rarely duplicate work.
//!
//! Threads never wait for each other. A deferred move is searched after all other moves. By then its value is often in
//! the table (CITE: Weill 1996, *The ABDADA distributed minimax search algorithm*).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::AlphaBeta;
use crate::games::Knowledge;
use crate::search::params::{DEFER_MIN_DEPTH, DEFER_SLOTS};

/// The content of an empty slot. No key has this value, except by chance.
const EMPTY: u64 = 0;

/// The moves that any thread is currently searching. A move is stored as the key of the position after it, combined
/// with the depth.
pub(super) struct BusyMoves {
    /// The slots. If two moves share a slot, only the first is recorded, so the second may be searched twice.
    keys: Vec<AtomicU64>,
    is_active: AtomicBool,
}

impl BusyMoves {
    /// Creates an empty set of moves.
    pub(super) fn new() -> BusyMoves {
        BusyMoves {
            keys: (0..DEFER_SLOTS).map(|_| AtomicU64::new(EMPTY)).collect(),
            is_active: AtomicBool::new(false),
        }
    }

    /// Clears the slots, and sets whether several threads will search from now on.
    pub(super) fn set_active(&self, is_active: bool) {
        self.keys.iter().for_each(|key| key.store(EMPTY, Ordering::Relaxed));
        self.is_active.store(is_active, Ordering::Relaxed);
    }

    fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// If the slot of `key` contains `from`, replaces this content by `to`. If it contains another key, leaves it
    /// unchanged.
    fn replace(&self, key: u64, [from, to]: [u64; 2]) {
        let _ = self.slot(key).compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.keys[key as usize % DEFER_SLOTS]
    }
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Whether another thread is searching this move at this depth. The first move of a position is never deferred,
    /// because the other moves are compared with it.
    pub(super) fn is_deferred(&self, mv: G::Move, index: usize, depth: i32) -> bool {
        index > 0 && self.announced_key(mv, depth).is_some_and(|key| self.table.busy_moves.contains(key))
    }

    /// Calls `search`, which searches a move, and announces to other threads that this move is being searched.
    pub(super) fn announced<T>(&mut self, mv: G::Move, depth: i32, search: impl FnOnce(&mut Self) -> T) -> T {
        let Some(key) = self.announced_key(mv, depth) else { return search(self) };
        let table = self.table;
        table.busy_moves.replace(key, [EMPTY, key]);
        let result = search(self);
        table.busy_moves.replace(key, [key, EMPTY]);
        result
    }

    /// The key under which a move is announced; `None` if there are no other threads, or if searching the move does not
    /// take long.
    fn announced_key(&self, mv: G::Move, depth: i32) -> Option<u64> {
        let is_announced =
            depth >= DEFER_MIN_DEPTH && self.table.busy_moves.is_active.load(Ordering::Relaxed);
        is_announced
            .then(|| self.game.key_after(mv) ^ (depth as u64).wrapping_mul(blanche_compiler::random::ODD))
    }
}
