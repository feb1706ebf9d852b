//! What a search knows of positions that it has met: how much is still missing to a proof, and to the contrary.

use std::hash::Hasher;
use std::ops::Range;

use crate::search::params::{TABLE_FIRST, TABLE_GROWTH, TABLE_MOST, TABLE_WAYS};

/// More than any number of positions: what is wanted cannot be had.
pub const NEVER: u32 = 1 << 30;

/// How far a position is from being proved won for the attacker, and from being proved not won by the moves that are
/// tried: at least so many positions have to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The least number of positions whose wins would prove this one won.
    pub proof: u32,
    /// The least number of positions whose losses would prove it not won.
    pub disproof: u32,
}

impl Numbers {
    /// Proved.
    pub const WON: Numbers = Numbers { proof: 0, disproof: NEVER };
    /// Disproved.
    pub const LOST: Numbers = Numbers { proof: NEVER, disproof: 0 };
}

/// Keys of positions are as good as drawn at random, so they are their own hashes.
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
    /// The move that wins, where the attacker is to move and wins by one.
    best: Option<M>,
    /// How many positions were examined below it: what it would cost to find out again.
    work: u32,
}

/// Numbers by keys. It begins small and grows; where there is no more room, what cost least is forgotten.
pub struct Table<M> {
    entries: Vec<Entry<M>>,
    /// How many places are taken.
    taken: usize,
    /// How many places there may be, those of the table included that it grows from.
    most: usize,
}

impl<M: Copy> Table<M> {
    /// A table with nothing in it, which may take about so many bytes; one entry it has in any case.
    pub fn new(memory: Option<u64>) -> Table<M> {
        let entries = memory.map_or(usize::MAX, |bytes| bytes as usize / size_of::<Entry<M>>());
        let most = entries.clamp(1, TABLE_MOST);
        Table { most, ..Table::of_size(TABLE_FIRST.min(1 << most.ilog2())) }
    }

    /// A table of this size, a power of two.
    fn of_size(size: usize) -> Table<M> {
        let nothing = Entry { key: 0, numbers: Numbers { proof: 1, disproof: 1 }, best: None, work: 0 };
        Table { entries: vec![nothing; size], taken: 0, most: size }
    }

    /// So many bytes its entries take now.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry<M>>()) as u64
    }

    /// The places that this key may stand in.
    #[inline]
    fn ways(&self, key: u64) -> Range<usize> {
        let first = (key as usize & (self.entries.len() - 1)) & !(TABLE_WAYS - 1);
        first..(first + TABLE_WAYS).min(self.entries.len())
    }

    /// What is remembered under this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Numbers> {
        self.entry(key).map(|entry| entry.numbers)
    }

    /// Whether the position of this key is known to be won.
    #[inline]
    pub fn is_won(&self, key: u64) -> bool {
        self.get(key).is_some_and(|numbers| numbers.proof == 0)
    }

    /// The move that wins in the position of this key, where one is known.
    pub fn best(&self, key: u64) -> Option<M> {
        self.entry(key).and_then(|entry| entry.best)
    }

    #[inline]
    fn entry(&self, key: u64) -> Option<&Entry<M>> {
        self.entries[self.ways(key)].iter().find(|entry| entry.key == key)
    }

    /// Remembers this, found with so much work, and forgets what cost least where there is no room.
    pub fn put(&mut self, key: u64, numbers: Numbers, best: Option<M>, work: u32) {
        // While it grows both tables are there.
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
