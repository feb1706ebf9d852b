//! A simple table for search results. Each key has one slot, in which a new entry always replaces the previous entry.

/// Allocates as many entries as fit in `bytes`, but at least one. If the memory is not available, tries half as many,
/// and so on.
pub(super) fn allocate<T>(bytes: u64, one: impl FnMut() -> T) -> Vec<T> {
    let (mut entries, number) = reserve(bytes);
    entries.resize_with(number, one);
    entries
}

/// Returns an empty list, and the number of entries for which it has room.
fn reserve<T>(bytes: u64) -> (Vec<T>, usize) {
    let mut number = usize::try_from(bytes / size_of::<T>().max(1) as u64).unwrap_or(usize::MAX).max(1);
    let mut entries = Vec::new();
    while number > 1 && entries.try_reserve_exact(number).is_err() {
        number /= 2;
    }
    (entries, number)
}

/// A table that maps the keys of positions to entries.
pub struct AlwaysReplaceTable<E> {
    entries: Vec<Option<(u64, E)>>,
}

impl<E: Clone> AlwaysReplaceTable<E> {
    /// Creates a table of about this size. If the system cannot allocate as much memory, the table is smaller. It has
    /// at least one entry.
    pub fn of_bytes(bytes: u64) -> AlwaysReplaceTable<E> {
        AlwaysReplaceTable { entries: allocate(bytes, || None) }
    }

    /// The entry of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&E> {
        let entry = self.entries[self.place(key)].as_ref();
        entry.filter(|(of, _)| *of == key).map(|(_, entry)| entry)
    }

    /// Stores the entry of a position, replacing the previous entry of its slot.
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

#[cfg(test)]
mod tests {
    use super::reserve;

    #[test]
    fn where_the_machine_gives_less_there_are_fewer_entries() {
        for bytes in [u64::MAX, u64::MAX / 2, 1 << 62] {
            let (entries, number) = reserve::<u64>(bytes);
            assert!((1..u64::MAX / 8).contains(&(number as u64)) && entries.capacity() >= number, "{bytes}");
        }
        assert_eq!(reserve::<u64>(64).1, 8);
        assert_eq!(reserve::<u64>(0).1, 1);
    }
}
