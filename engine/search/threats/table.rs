//! The table of proof-number search, which contains the proof and disproof numbers of positions.

use std::hash::Hasher;
use std::ops::Range;

use crate::search::params::{TABLE_GROWTH, TABLE_MAX_ENTRIES, TABLE_MIN_ENTRIES, TABLE_WAYS};

/// Infinity, a number that is greater than any number of positions.
pub const INFINITE: u32 = 1 << 30;

/// The proof and disproof numbers of a position. A disproof only concerns the moves that are tried. Other moves may
/// still win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The minimum number of positions that must be shown to be won, in order to prove that this position is won.
    pub proof: u32,
    /// The minimum number of positions that must be shown not to be won, in order to prove that this position is not
    /// won.
    pub disproof: u32,
}

impl Numbers {
    /// The numbers of a proved win.
    pub const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// The numbers of a position that is proved not to be won.
    pub const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };
}

/// A hasher that uses the keys of positions as their hash values, because the keys are as good as random.
#[derive(Clone, Copy, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    numbers: Numbers,
    /// The winning move, if the attacker is to move and wins by a move.
    best: Option<M>,
    /// The number of positions examined below this position, which is the cost of computing the entry again.
    work: u32,
}

/// Maps position keys to numbers. The table starts small and grows. When it is full, the entries that took the least
/// work are replaced.
pub struct Table<M> {
    entries: Vec<Entry<M>>,
    /// The number of entries in use.
    taken: usize,
    /// Maximum number of entries. While the table grows, the entries of the old table count too.
    most: usize,
}

impl<M: Copy> Table<M> {
    /// Creates an empty table of about this maximum size in bytes, with at least one entry.
    pub fn new(memory: Option<u64>) -> Table<M> {
        let entries = memory.map_or(usize::MAX, |bytes| bytes as usize / size_of::<Entry<M>>());
        let most = entries.clamp(1, TABLE_MAX_ENTRIES);
        Table { most, ..Table::of_size(TABLE_MIN_ENTRIES.min(1 << most.ilog2())) }
    }

    /// Creates a table with this number of entries, which must be a power of two.
    fn of_size(size: usize) -> Table<M> {
        let nothing = Entry { key: 0, numbers: Numbers { proof: 1, disproof: 1 }, best: None, work: 0 };
        Table { entries: vec![nothing; size], taken: 0, most: size }
    }

    /// The current size of the entries, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry<M>>()) as u64
    }

    /// The slots in which this key may be stored.
    #[inline]
    fn ways(&self, key: u64) -> Range<usize> {
        let first = (key as usize & (self.entries.len() - 1)) & !(TABLE_WAYS - 1);
        first..(first + TABLE_WAYS).min(self.entries.len())
    }

    /// The numbers stored under this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Numbers> {
        self.entry(key).map(|entry| entry.numbers)
    }

    /// Whether the position with this key is known to be won.
    #[inline]
    pub fn is_won(&self, key: u64) -> bool {
        self.get(key).is_some_and(|numbers| numbers.proof == 0)
    }

    /// The winning move in the position with this key, if known.
    pub fn best(&self, key: u64) -> Option<M> {
        self.entry(key).and_then(|entry| entry.best)
    }

    #[inline]
    fn entry(&self, key: u64) -> Option<&Entry<M>> {
        self.entries[self.ways(key)].iter().find(|entry| entry.key == key)
    }

    /// Stores an entry that took this amount of work. If there is no free slot, it replaces the entry that took the
    /// least work.
    pub fn put(&mut self, key: u64, numbers: Numbers, best: Option<M>, work: u32) {
        // While the table grows, both the old and the new table exist, so both count towards the limit.
        if 2 * self.taken >= self.entries.len() && (TABLE_GROWTH + 1) * self.entries.len() <= self.most {
            let larger = Table { most: self.most, ..Table::of_size(TABLE_GROWTH * self.entries.len()) };
            let smaller = std::mem::replace(self, larger);
            smaller.entries.into_iter().filter(|entry| entry.key != 0).for_each(|entry| self.enter(entry));
        }
        self.enter(Entry { key, numbers, best, work });
    }

    #[inline]
    fn enter(&mut self, entry: Entry<M>) {
        let ways = self.ways(entry.key);
        let ways = &mut self.entries[ways];
        let place = match ways.iter_mut().find(|known| known.key == entry.key) {
            Some(same) => same,
            None => {
                ways.iter_mut().min_by_key(|known| (known.key != 0, known.work)).expect("there is a place")
            }
        };
        self.taken += usize::from(place.key == 0);
        *place = entry;
    }
}
