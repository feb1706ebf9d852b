//! Which moves other threads are looking at: they are put off, so that threads that search one position seldom search the same.
//!
//! Nobody waits: when all other moves were tried, a move that was put off is tried as any other, and by then the table often knows
//! what it is worth (CITE: Weill 1996, *The ABDADA distributed minimax search algorithm*).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::AlphaBeta;
use crate::games::Knowledge;
use crate::search::params::{PUT_OFF_FROM, PUT_OFF_PLACES};

/// Nobody looks at a move: no key is this one, but for chance.
const NOBODY: u64 = 0;

/// The moves that are looked at, by keys of the positions after them.
pub(super) struct Elsewhere {
    /// Two moves that share a place are not both known: a move may be looked at twice.
    keys: Vec<AtomicU64>,
    is_shared: AtomicBool,
}

impl Elsewhere {
    /// Nobody searches.
    pub(super) fn new() -> Elsewhere {
        Elsewhere {
            keys: (0..PUT_OFF_PLACES).map(|_| AtomicU64::new(NOBODY)).collect(),
            is_shared: AtomicBool::new(false),
        }
    }

    /// From now on several threads search, or one.
    pub(super) fn share(&self, is_shared: bool) {
        self.keys.iter().for_each(|key| key.store(NOBODY, Ordering::Relaxed));
        self.is_shared.store(is_shared, Ordering::Relaxed);
    }

    fn knows(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Changes what stands in the place of a key. Where another key stands there it stays.
    fn change(&self, key: u64, [from, to]: [u64; 2]) {
        let _ = self.place(key).compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.keys[key as usize % PUT_OFF_PLACES]
    }
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Whether another thread is looking at a move with so many moves to look ahead. The first move of a position is never put off:
    /// the others are compared with it.
    pub(super) fn is_put_off(&self, mv: G::Move, number: usize, depth: i32) -> bool {
        number > 0 && self.key_elsewhere(mv, depth).is_some_and(|key| self.table.elsewhere.knows(key))
    }

    /// Looks at a move, and lets other threads know while it does.
    pub(super) fn openly<T>(&mut self, mv: G::Move, depth: i32, look: impl FnOnce(&mut Self) -> T) -> T {
        let Some(key) = self.key_elsewhere(mv, depth) else { return look(self) };
        let table = self.table;
        table.elsewhere.change(key, [NOBODY, key]);
        let found = look(self);
        table.elsewhere.change(key, [key, NOBODY]);
        found
    }

    /// What others know a move by, where there are others and it takes long.
    fn key_elsewhere(&self, mv: G::Move, depth: i32) -> Option<u64> {
        let is_told = depth >= PUT_OFF_FROM && self.table.elsewhere.is_shared.load(Ordering::Relaxed);
        is_told.then(|| self.game.key_after(mv) ^ (depth as u64).wrapping_mul(blanche_compiler::random::ODD))
    }
}
