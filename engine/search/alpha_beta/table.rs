//! The transposition table of alpha-beta. Several threads share one table. Each bucket has its own lock, which is held
//! only for a short time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use super::DECIDED;
use super::abdada::BusyMoves;
use super::node::Window;
use crate::search::always_replace::allocate;
use crate::search::params::{AGE_PENALTY, BUCKET_SIZE};

/// How a stored value relates to the true value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The exact value of the position.
    Exact,
    /// A lower bound on the value.
    Lower,
    /// An upper bound on the value.
    Upper,
}

/// The result of a search, stored for a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    /// The remaining depth, in moves.
    depth: i16,
    bound: Bound,
    /// Whether the value depends on the search depth.
    is_heuristic: bool,
    /// The value. The distance of a win is counted from this position, not from the root.
    value: i32,
    /// The best move, if one was found.
    pub(super) best: Option<M>,
}

impl<M> Entry<M> {
    /// Creates an entry for a position at distance `ply` from the root.
    pub(super) fn new(
        depth: i32,
        value: i64,
        bound: Bound,
        is_heuristic: bool,
        best: Option<M>,
        ply: u32,
    ) -> Entry<M> {
        let from_position =
            if value.abs() > DECIDED { value + value.signum() * i64::from(ply) } else { value };
        Entry { depth: depth as i16, bound, is_heuristic, value: from_position as i32, best }
    }

    /// Whether the value depends on the search depth.
    pub(super) fn is_heuristic(&self) -> bool {
        self.is_heuristic
    }

    /// The stored value if it makes a search of the position unnecessary, because it is exact or lies outside the
    /// window. The stored depth must be sufficient. A result of the game is valid at any depth, but a full-width search
    /// does not use it if the depth is too small. Only null windows use stored values. Positions on the best line are
    /// therefore always searched, and the line can be reported.
    pub(super) fn usable_value(
        &self,
        depth: i32,
        is_full_width: bool,
        window: Window,
        ply: u32,
    ) -> Option<i64> {
        let is_deep_enough = i32::from(self.depth) >= depth || !self.is_heuristic && !is_full_width;
        if !is_deep_enough || !window.is_null() {
            return None;
        }
        let value = i64::from(self.value);
        let value = if value.abs() > DECIDED { value - value.signum() * i64::from(ply) } else { value };
        let is_usable = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        is_usable.then_some(value)
    }
}

/// An entry with the key of its position.
#[derive(Clone, Copy)]
struct Slot<M> {
    key: u64,
    /// The age of the table when the entry was written.
    age: u8,
    entry: Entry<M>,
}

/// A bucket: all entries that must be compared to look up a key.
type Bucket<M> = Mutex<[Option<Slot<M>>; BUCKET_SIZE]>;

/// A table that maps the keys of positions to entries.
pub struct Table<M> {
    buckets: Vec<Bucket<M>>,
    age: AtomicU8,
    /// The moves that any of the threads sharing the table is currently searching.
    pub(super) busy_moves: BusyMoves,
}

impl<M: Copy> Table<M> {
    /// Creates a table of at most this size, with at least one bucket. If the system cannot allocate as much memory,
    /// the table is smaller.
    pub fn of_bytes(bytes: u64) -> Table<M> {
        let buckets = allocate(bytes, || Mutex::new([None; BUCKET_SIZE]));
        Table { buckets, age: AtomicU8::new(0), busy_moves: BusyMoves::new() }
    }

    /// Advances the age at the start of a search, so that older entries are replaced first.
    pub(super) fn next_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// The entry of a position.
    pub(super) fn get(&self, key: u64) -> Option<Entry<M>> {
        let bucket = self.bucket(key).lock().unwrap_or_else(|broken| broken.into_inner());
        bucket.iter().flatten().find(|slot| slot.key == key).map(|slot| slot.entry)
    }

    /// Stores the entry of a position. Replaces the least valuable entry of the bucket, by age and depth.
    pub(super) fn put(&self, key: u64, mut entry: Entry<M>) {
        let age = self.age.load(Ordering::Relaxed);
        let mut bucket = self.bucket(key).lock().unwrap_or_else(|broken| broken.into_inner());
        let same = bucket.iter().position(|slot| slot.is_some_and(|slot| slot.key == key));
        let value = |slot: &Option<Slot<M>>| {
            slot.map_or(i32::MIN, |slot| {
                i32::from(slot.entry.depth) - AGE_PENALTY * i32::from(age.wrapping_sub(slot.age))
            })
        };
        let at = same.unwrap_or_else(|| {
            (0..bucket.len()).min_by_key(|at| value(&bucket[*at])).expect("a bucket has room for an entry")
        });
        if let (Some(_), Some(slot)) = (same, bucket[at]) {
            entry.best = entry.best.or(slot.entry.best);
        }
        bucket[at] = Some(Slot { key, age, entry });
    }

    fn bucket(&self, key: u64) -> &Bucket<M> {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }
}
