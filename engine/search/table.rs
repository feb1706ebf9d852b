//! What a search knows of positions that it has met: how much is still missing to a proof, and to the contrary.

/// More than any number of positions: what is wanted cannot be had.
pub(super) const NEVER: u32 = 1 << 30;

/// How far a position is from being proved won for the attacker, and from being proved not won by the moves that are
/// tried: at least so many positions have to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const WON: Numbers = Numbers { proof: 0, disproof: NEVER };
    pub(super) const LOST: Numbers = Numbers { proof: NEVER, disproof: 0 };
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// How many positions were examined below it: what it would cost to find out again.
    work: u32,
}

/// Places that one key may stand in.
const WAYS: usize = 4;

/// Numbers by keys. Where there is no more room, what cost least is forgotten.
pub(super) struct Table {
    entries: Vec<Entry>,
}

const NOTHING: Entry = Entry { key: 0, numbers: Numbers { proof: 1, disproof: 1 }, work: 0 };

impl Table {
    /// A table for so many entries, as a power of two.
    pub(super) fn new(bits: u32) -> Table {
        Table { entries: vec![NOTHING; 1 << bits] }
    }

    fn ways(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() - 1)) & !(WAYS - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Numbers> {
        let first = self.ways(key);
        let ways = &self.entries[first..first + WAYS];
        ways.iter().find(|entry| entry.key == key).map(|entry| entry.numbers)
    }

    pub(super) fn put(&mut self, key: u64, numbers: Numbers, work: u32) {
        let first = self.ways(key);
        let ways = &mut self.entries[first..first + WAYS];
        let place = match ways.iter_mut().find(|entry| entry.key == key) {
            Some(same) => same,
            None => ways.iter_mut().min_by_key(|entry| entry.work).expect("there are several ways"),
        };
        *place = Entry { key, numbers, work };
    }
}
