//! The transposition table of alpha-beta. Several threads share one table: each bucket has its own lock, which is held
//! only briefly.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use super::DECIDED;
use super::elsewhere::Elsewhere;
use super::node::Window;
use crate::search::memory::entries;
use crate::search::params::{AGE_WORTH, PLACES_OF_A_KEY};

/// How a stored value relates to the true value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The exact value of the position.
    Exact,
    /// A lower bound on the value.
    AtLeast,
    /// An upper bound on the value.
    AtMost,
}

/// The search result for a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    /// The remaining depth, in moves.
    depth: i16,
    bound: Bound,
    /// Whether the value depends on the search depth.
    is_open: bool,
    /// The value, with the distance of a win counted from this position, not from the root.
    value: i32,
    /// The best move, if one was found.
    pub(super) best: Option<M>,
}

impl<M> Entry<M> {
    /// Creates the entry of a position at distance `at` from the root.
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

    /// Whether the value depends on the search depth.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The stored value, if it makes a search of the position unnecessary: at distance `at` from the root, it is exact
    /// or lies at or beyond the bounds. A result of the game is valid at any depth, unless the search is plain. Only
    /// applies to null windows, so positions on the best line are always searched, and the line can be reported.
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

/// An entry with the key of its position.
#[derive(Clone, Copy)]
struct Kept<M> {
    key: u64,
    /// The age of the table when the entry was written.
    age: u8,
    entry: Entry<M>,
}

/// A bucket: the entries among which a key is looked up.
type Place<M> = Mutex<[Option<Kept<M>>; PLACES_OF_A_KEY]>;

/// The entries, by the keys of positions.
pub struct Table<M> {
    places: Vec<Place<M>>,
    age: AtomicU8,
    /// The moves being searched by the threads that share the table.
    pub(super) elsewhere: Elsewhere,
}

impl<M: Copy> Table<M> {
    /// Creates a table of at most this size, with at least one bucket. Smaller if the system cannot allocate as much.
    pub fn of_bytes(bytes: u64) -> Table<M> {
        let places = entries(bytes, || Mutex::new([None; PLACES_OF_A_KEY]));
        Table { places, age: AtomicU8::new(0), elsewhere: Elsewhere::new() }
    }

    /// Advances the age at the start of a search, so older entries are replaced first.
    pub(super) fn next_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// The entry of a position.
    pub(super) fn get(&self, key: u64) -> Option<Entry<M>> {
        let place = self.place(key).lock().unwrap_or_else(|broken| broken.into_inner());
        place.iter().flatten().find(|kept| kept.key == key).map(|kept| kept.entry)
    }

    /// Stores the entry of a position. Replaces the least valuable entry of the bucket, by age and depth.
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
