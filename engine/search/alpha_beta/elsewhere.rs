//! Defers moves that another thread is searching, so that threads which search the same position rarely duplicate work.
//!
//! Threads never wait for each other. A deferred move is searched after all others, and by then its value is often in
//! the table (CITE: Weill 1996, *The ABDADA distributed minimax search algorithm*).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::AlphaBeta;
use crate::games::Knowledge;
use crate::search::params::{PUT_OFF_FROM, PUT_OFF_PLACES};

/// Marks an empty slot. No key has this value, except by chance.
const NOBODY: u64 = 0;

/// The moves being searched by any thread, as the keys of the positions after them.
pub(super) struct Elsewhere {
    /// The slots. If two moves share a slot, only one is recorded, and the other may be searched twice.
    keys: Vec<AtomicU64>,
    is_shared: AtomicBool,
}

impl Elsewhere {
    /// Creates an empty set of moves.
    pub(super) fn new() -> Elsewhere {
        Elsewhere {
            keys: (0..PUT_OFF_PLACES).map(|_| AtomicU64::new(NOBODY)).collect(),
            is_shared: AtomicBool::new(false),
        }
    }

    /// Clears the slots, and sets whether several threads search from now on.
    pub(super) fn share(&self, is_shared: bool) {
        self.keys.iter().for_each(|key| key.store(NOBODY, Ordering::Relaxed));
        self.is_shared.store(is_shared, Ordering::Relaxed);
    }

    fn knows(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Replaces the content `from` of a key's slot by `to`; does nothing if the slot contains another key.
    fn change(&self, key: u64, [from, to]: [u64; 2]) {
        let _ = self.place(key).compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.keys[key as usize % PUT_OFF_PLACES]
    }
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Whether another thread is searching this move at this depth. The first move of a position is never deferred,
    /// because the others are compared with it.
    pub(super) fn is_put_off(&self, mv: G::Move, number: usize, depth: i32) -> bool {
        number > 0 && self.key_elsewhere(mv, depth).is_some_and(|key| self.table.elsewhere.knows(key))
    }

    /// Runs `look`, which searches a move, while announcing the move to other threads.
    pub(super) fn openly<T>(&mut self, mv: G::Move, depth: i32, look: impl FnOnce(&mut Self) -> T) -> T {
        let Some(key) = self.key_elsewhere(mv, depth) else { return look(self) };
        let table = self.table;
        table.elsewhere.change(key, [NOBODY, key]);
        let found = look(self);
        table.elsewhere.change(key, [key, NOBODY]);
        found
    }

    /// The key under which a move is announced; `None` if there are no other threads, or if searching the move does not
    /// take long.
    fn key_elsewhere(&self, mv: G::Move, depth: i32) -> Option<u64> {
        let is_told = depth >= PUT_OFF_FROM && self.table.elsewhere.is_shared.load(Ordering::Relaxed);
        is_told.then(|| self.game.key_after(mv) ^ (depth as u64).wrapping_mul(blanche_compiler::random::ODD))
    }
}
