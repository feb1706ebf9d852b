//! What an alpha-beta search remembers of positions. Several threads share one table: each place has a lock of its own, which
//! nobody waits for.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use super::DECIDED;
use super::elsewhere::Elsewhere;
use super::node::Window;
use crate::search::memory::entries;
use crate::search::params::{AGE_WORTH, PLACES_OF_A_KEY};

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value of the position.
    Exact,
    /// The position is worth this or more.
    AtLeast,
    /// The position is worth this or less.
    AtMost,
}

/// What was found of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    /// So many moves ahead.
    depth: i16,
    bound: Bound,
    /// Whether the value depends on how far was looked.
    is_open: bool,
    /// From the position on: a win counts from it and not from the top.
    value: i32,
    /// The best move, where one was found.
    pub(super) best: Option<M>,
}

impl<M> Entry<M> {
    /// What was found of a position at this distance from the top.
    pub(super) fn new(
        depth: i32,
        value: i64,
        bound: Bound,
        is_open: bool,
        best: Option<M>,
        at: u32,
    ) -> Entry<M> {
        let from_here = if value.abs() > DECIDED { value + value.signum() * i64::from(at) } else { value };
        Entry { depth: depth as i16, bound, is_open, value: from_here as i32, best }
    }

    /// Whether the value depends on how far was looked.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The value between the bounds, or one beyond them, for a position at this distance from the top; nothing where it has to be
    /// searched. A result of the game holds at any depth, unless the search is `plain`. On the best line everything is searched
    /// again, so that the line can be told.
    pub(super) fn decides(&self, depth: i32, is_plain: bool, window: Window, at: u32) -> Option<i64> {
        let is_deep_enough = i32::from(self.depth) >= depth || !self.is_open && !is_plain;
        if !is_deep_enough || !window.is_closed() {
            return None;
        }
        let value = i64::from(self.value);
        let value = if value.abs() > DECIDED { value - value.signum() * i64::from(at) } else { value };
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= window.beta,
            Bound::AtMost => value <= window.alpha,
        };
        decides.then_some(value)
    }
}

/// An entry where it stands.
#[derive(Clone, Copy)]
struct Kept<M> {
    key: u64,
    /// The search in which it was written, counted on.
    age: u8,
    entry: Entry<M>,
}

/// The entries that a key may have.
type Place<M> = Mutex<[Option<Kept<M>>; PLACES_OF_A_KEY]>;

/// Entries by the keys of positions.
pub struct Table<M> {
    places: Vec<Place<M>>,
    age: AtomicU8,
    /// What the threads that share it are looking at.
    pub(super) elsewhere: Elsewhere,
}

impl<M: Copy> Table<M> {
    /// Room for so many bytes at most, or for as many as the machine gives; for the entries of one place in any case.
    pub fn of_bytes(bytes: u64) -> Table<M> {
        let places = entries(bytes, || Mutex::new([None; PLACES_OF_A_KEY]));
        Table { places, age: AtomicU8::new(0), elsewhere: Elsewhere::new() }
    }

    /// Another search begins: what was written before is forgotten first.
    pub(super) fn next_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// What is remembered of a position.
    pub(super) fn get(&self, key: u64) -> Option<Entry<M>> {
        let place = self.place(key).lock().unwrap_or_else(|broken| broken.into_inner());
        place.iter().flatten().find(|kept| kept.key == key).map(|kept| kept.entry)
    }

    /// Remembers this of a position, in the place of what is worth least: an older search, or less depth.
    pub(super) fn put(&self, key: u64, mut entry: Entry<M>) {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = self.place(key).lock().unwrap_or_else(|broken| broken.into_inner());
        let same = place.iter().position(|kept| kept.is_some_and(|kept| kept.key == key));
        let worth = |kept: &Option<Kept<M>>| {
            kept.map_or(i32::MIN, |kept| {
                i32::from(kept.entry.depth) - AGE_WORTH * i32::from(age.wrapping_sub(kept.age))
            })
        };
        let at = same.unwrap_or_else(|| {
            (0..place.len()).min_by_key(|at| worth(&place[*at])).expect("a place has room for an entry")
        });
        if let (Some(_), Some(kept)) = (same, place[at]) {
            entry.best = entry.best.or(kept.entry.best);
        }
        place[at] = Some(Kept { key, age, entry });
    }

    fn place(&self, key: u64) -> &Place<M> {
        &self.places[((u128::from(key) * self.places.len() as u128) >> 64) as usize]
    }
}
