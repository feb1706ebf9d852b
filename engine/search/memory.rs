//! What a search by alpha-beta remembers of positions: one place for each key, in which what came last stays.

/// Entries by the keys of positions.
pub struct Memory<E> {
    entries: Vec<Option<(u64, E)>>,
}

impl<E: Clone> Memory<E> {
    /// Room for about so many bytes; for one entry in any case.
    pub fn of_bytes(bytes: u64) -> Memory<E> {
        let entries = bytes as usize / size_of::<Option<(u64, E)>>();
        Memory { entries: vec![None; entries.max(1)] }
    }

    /// What is remembered of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&E> {
        let entry = self.entries[self.place(key)].as_ref();
        entry.filter(|(of, _)| *of == key).map(|(_, entry)| entry)
    }

    /// Remembers this of a position, in the place of what stood there.
    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: E) {
        let place = self.place(key);
        self.entries[place] = Some((key, entry));
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key % self.entries.len() as u64) as usize
    }
}
