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

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.keys[key as usize % PUT_OFF_PLACES]
    }
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Whether another thread is looking at a move with so many moves to look ahead. The first move of a position is never put off:
    /// the others are compared with it.
    pub(super) fn is_put_off(&self, mv: G::Move, number: usize, depth: i32) -> bool {
        number > 0
            && self.key_elsewhere(mv, depth).is_some_and(|key| {
                let elsewhere = &self.table.elsewhere;
                elsewhere.place(key).load(Ordering::Relaxed) == key
            })
    }

    /// Looks at a move, and lets other threads know while it does.
    pub(super) fn openly<T>(&mut self, mv: G::Move, depth: i32, look: impl FnOnce(&mut Self) -> T) -> T {
        let key = self.key_elsewhere(mv, depth);
        let table = self.table;
        let change = |from: Option<u64>, to: Option<u64>| {
            let Some(key) = from.or(to) else { return };
            let [from, to] = [from, to].map(|key| key.unwrap_or(NOBODY));
            // Where another key stands there it stays.
            let _ =
                table.elsewhere.place(key).compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed);
        };
        change(None, key);
        let found = look(self);
        change(key, None);
        found
    }

    /// What others know a move by, where there are others and it takes long.
    fn key_elsewhere(&self, mv: G::Move, depth: i32) -> Option<u64> {
        let is_told = depth >= PUT_OFF_FROM && self.table.elsewhere.is_shared.load(Ordering::Relaxed);
        is_told.then(|| self.game.key_after(mv) ^ (depth as u64).wrapping_mul(blanche_compiler::random::ODD))
    }
}
