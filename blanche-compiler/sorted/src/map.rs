//! The ordered map.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Bound, Index, RangeBounds};

use crate::chunks::{self, Chunks, Position};

/// An ordered map, used like the standard library's `BTreeMap`.
///
/// ```
/// use blanche_sorted::SortedMap;
///
/// let mut ages = SortedMap::from([("Ada", 36), ("Alan", 41)]);
/// *ages.entry("Ada").or_insert(0) += 1;
/// assert_eq!(ages.get("Ada"), Some(&37));
/// assert_eq!(ages.keys().collect::<Vec<_>>(), [&"Ada", &"Alan"]);
/// ```
#[derive(Clone)]
pub struct SortedMap<K, V> {
    entries: Chunks<(K, V)>,
}

impl<K, V> SortedMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        SortedMap { entries: Chunks::new() }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries = Chunks::new();
    }

    /// The entries, in ascending order of their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { entries: self.entries.iter() }
    }

    /// The entries, in ascending order of their keys. The values may be changed.
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut { entries: self.entries.iter_mut() }
    }

    /// The keys, in ascending order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The values, in ascending order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.entries.iter().map(|(_, value)| value)
    }

    /// The values, in ascending order of their keys. They may be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// Consumes the map and returns its keys, in ascending order.
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> {
        self.entries.into_iter().map(|(key, _)| key)
    }

    /// Consumes the map and returns its values, in ascending order of their keys.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> {
        self.entries.into_iter().map(|(_, value)| value)
    }

    /// Calls `keep` for each entry, in ascending order of the keys, and drops the entries for which it returns `false`.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain(|(key, value)| keep(key, value));
    }

    /// Removes the entry with the greatest key and returns it.
    pub fn pop_last(&mut self) -> Option<(K, V)> {
        self.entries.pop_last()
    }

    /// The entry with the greatest key.
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next_back()
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn locate<Q: Ord + ?Sized>(&self, key: &Q) -> (Position, bool)
    where
        K: Borrow<Q>,
    {
        self.entries.locate(|(known, _)| known.borrow().cmp(key))
    }

    /// The value of `key`.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (at, is_there) = self.locate(key);
        is_there.then(|| &self.entries.get(at).1)
    }

    /// The key and value of the entry with the key `key`, as stored in the map.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (at, is_there) = self.locate(key);
        is_there.then(|| self.entries.get(at)).map(|(key, value)| (key, value))
    }

    /// The value of `key`, which may be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let (at, is_there) = self.locate(key);
        is_there.then(|| &mut self.entries.get_mut(at).1)
    }

    /// Whether there is an entry with the key `key`.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.locate(key).1
    }

    /// Sets the value of `key`, and returns its earlier value. If the map already has an equal key, that key stays.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let (at, is_there) = self.locate(&key);
        if is_there {
            return Some(std::mem::replace(&mut self.entries.get_mut(at).1, value));
        }
        self.entries.insert(at, (key, value));
        None
    }

    /// Removes the entry of `key`, and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (at, is_there) = self.locate(key);
        is_there.then(|| self.entries.remove(at).1)
    }

    /// The entry of `key`, through which it can be read, changed or added.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let (at, is_there) = self.locate(&key);
        if is_there {
            Entry::Occupied(OccupiedEntry { map: self, at })
        } else {
            Entry::Vacant(VacantEntry { map: self, at, key })
        }
    }

    /// The entries whose keys are in `range`, in ascending order of the keys.
    pub fn range<Q: Ord + ?Sized>(&self, range: impl RangeBounds<Q>) -> Iter<'_, K, V>
    where
        K: Borrow<Q>,
    {
        Iter { entries: between(&self.entries, &range, |(known, _), key| known.borrow().cmp(key)) }
    }

    /// Moves all entries of `other` into this map.
    pub fn append(&mut self, other: &mut Self) {
        self.extend(std::mem::take(other));
    }
}

/// The elements of `range`. `compare` compares an element with a bound of the range.
pub(crate) fn between<'a, E, Q: ?Sized>(
    elements: &'a Chunks<E>,
    range: &impl RangeBounds<Q>,
    compare: impl Fn(&E, &Q) -> Ordering,
) -> chunks::Iter<'a, E> {
    let behind = |(chunk, index): Position, is_there: bool| (chunk, index + usize::from(is_there));
    let locate = |bound: &Q| elements.locate(|element| compare(element, bound));
    let from = match range.start_bound() {
        Bound::Unbounded => (0, 0),
        Bound::Included(bound) => locate(bound).0,
        Bound::Excluded(bound) => {
            let (at, is_there) = locate(bound);
            behind(at, is_there)
        }
    };
    let to = match range.end_bound() {
        Bound::Unbounded => elements.last_position().map_or((0, 0), |last| behind(last, true)),
        Bound::Excluded(bound) => locate(bound).0,
        Bound::Included(bound) => {
            let (at, is_there) = locate(bound);
            behind(at, is_there)
        }
    };
    elements.between(from, to)
}

/// The entry of a key, which may or may not be in the map.
pub enum Entry<'a, K, V> {
    /// The map has no value for the key.
    Vacant(VacantEntry<'a, K, V>),
    /// The map has a value for the key.
    Occupied(OccupiedEntry<'a, K, V>),
}

/// A key for which the map has no value.
pub struct VacantEntry<'a, K, V> {
    map: &'a mut SortedMap<K, V>,
    at: Position,
    key: K,
}

/// A key that is in the map, with its value.
pub struct OccupiedEntry<'a, K, V> {
    map: &'a mut SortedMap<K, V>,
    at: Position,
}

impl<'a, K, V> VacantEntry<'a, K, V> {
    /// Adds the entry with this value, and returns a reference to the value.
    pub fn insert(self, value: V) -> &'a mut V {
        let at = self.map.entries.insert(self.at, (self.key, value));
        &mut self.map.entries.get_mut(at).1
    }
}

impl<'a, K, V> OccupiedEntry<'a, K, V> {
    /// The value of the entry, which may be changed.
    pub fn get(&self) -> &V {
        &self.map.entries.get(self.at).1
    }

    /// Converts the entry to a reference to its value, which lives as long as the borrow of the map.
    pub fn into_mut(self) -> &'a mut V {
        &mut self.map.entries.get_mut(self.at).1
    }
}

impl<'a, K, V> Entry<'a, K, V> {
    /// The value of the entry. If there is none, `value` is added first.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The value of the entry. If there is none, the result of `value` is added first.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        match self {
            Entry::Vacant(entry) => entry.insert(value()),
            Entry::Occupied(entry) => entry.into_mut(),
        }
    }

    /// The value of the entry. If there is none, the result of `value` for the key is added first.
    pub fn or_insert_with_key(self, value: impl FnOnce(&K) -> V) -> &'a mut V {
        match self {
            Entry::Vacant(entry) => {
                let value = value(&entry.key);
                entry.insert(value)
            }
            Entry::Occupied(entry) => entry.into_mut(),
        }
    }

    /// The value of the entry. If there is none, the default value is added first.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Calls a function that changes the value, if there is a value.
    pub fn and_modify(self, change: impl FnOnce(&mut V)) -> Self {
        match self {
            Entry::Vacant(entry) => Entry::Vacant(entry),
            Entry::Occupied(OccupiedEntry { map, at }) => {
                change(&mut map.entries.get_mut(at).1);
                Entry::Occupied(OccupiedEntry { map, at })
            }
        }
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap::new()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = SortedMap::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<'a, K: Ord + Copy, V: Copy> Extend<(&'a K, &'a V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (&'a K, &'a V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(*key, *value);
        }
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Ord + Borrow<Q>, Q: Ord + ?Sized, V> Index<&Q> for SortedMap<K, V> {
    type Output = V;

    /// The value of `key`.
    ///
    /// # Panics
    ///
    /// If the map has no value for the key.
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the map has an entry for this key")
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for SortedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<K: Eq, V: Eq> Eq for SortedMap<K, V> {}

impl<K: PartialOrd, V: PartialOrd> PartialOrd for SortedMap<K, V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<K: Ord, V: Ord> Ord for SortedMap<K, V> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl<K: Hash, V: Hash> Hash for SortedMap<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        for entry in self {
            entry.hash(state);
        }
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = chunks::IntoIter<(K, V)>;

    fn into_iter(self) -> chunks::IntoIter<(K, V)> {
        self.entries.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<'a, K, V> IntoIterator for &'a mut SortedMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}

/// An iterator over the entries of a map, in ascending order of the keys.
pub struct Iter<'a, K, V> {
    entries: chunks::Iter<'a, (K, V)>,
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter { entries: self.entries.clone() }
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        let (key, value) = self.entries.next()?;
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl<'a, K, V> DoubleEndedIterator for Iter<'a, K, V> {
    fn next_back(&mut self) -> Option<(&'a K, &'a V)> {
        let (key, value) = self.entries.next_back()?;
        Some((key, value))
    }
}

/// An iterator over the entries of a map, in ascending order of the keys. The values may be changed.
pub struct IterMut<'a, K, V> {
    entries: chunks::IterMut<'a, (K, V)>,
}

impl<'a, K, V> Iterator for IterMut<'a, K, V> {
    type Item = (&'a K, &'a mut V);

    fn next(&mut self) -> Option<(&'a K, &'a mut V)> {
        let (key, value) = self.entries.next()?;
        Some((key, value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{Entry, SortedMap};

    proptest! {
        /// Some hundreds of keys, enough for several chunks.
        #[test]
        fn behaves_like_a_b_tree_map(
            entries in proptest::collection::vec((0_u16..2_000, any::<u8>()), 0..3_000),
            removed in proptest::collection::vec(0_u16..2_000, 0..2_000),
            (from, to) in (0_u16..2_100, 0_u16..2_100),
        ) {
            let mut map: SortedMap<u16, u8> = entries.iter().copied().collect();
            let mut expected: BTreeMap<u16, u8> = entries.iter().copied().collect();
            for key in &removed {
                prop_assert_eq!(map.remove(key), expected.remove(key));
            }
            prop_assert_eq!(map.len(), expected.len());
            prop_assert!(map.iter().eq(&expected));
            prop_assert!(map.iter().rev().eq(expected.iter().rev()));
            prop_assert_eq!(map.last_key_value(), expected.last_key_value());
            for key in 0..2_000 {
                prop_assert_eq!(map.get(&key), expected.get(&key));
            }
            prop_assert!(map.range(from..).eq(expected.range(from..)));
            prop_assert!(map.range(..=to).eq(expected.range(..=to)));
            prop_assert!(map.range(..=to).rev().eq(expected.range(..=to).rev()));
            let (low, high) = (from.min(to), from.max(to));
            prop_assert!(map.range(low..high).eq(expected.range(low..high)));
            for (key, value) in &mut map {
                *value = value.wrapping_add(*key as u8);
            }
            for (key, value) in &mut expected {
                *value = value.wrapping_add(*key as u8);
            }
            map.retain(|key, value| (u16::from(*value) + key) % 3 != 0);
            expected.retain(|key, value| (u16::from(*value) + key) % 3 != 0);
            prop_assert_eq!(format!("{map:?}"), format!("{expected:?}"));
            for key in removed {
                *map.entry(key).and_modify(|value| *value /= 2).or_default() ^= 1;
                *expected.entry(key).and_modify(|value| *value /= 2).or_default() ^= 1;
            }
            prop_assert!(map.clone().into_iter().rev().eq(expected.clone().into_iter().rev()));
            prop_assert!(map.into_iter().eq(expected));
        }
    }

    #[test]
    fn an_entry_is_occupied_or_vacant() {
        let mut map = SortedMap::from([(1, 'a')]);
        assert!(matches!(map.entry(1), Entry::Occupied(_)));
        let Entry::Vacant(entry) = map.entry(0) else { panic!("0 has no value") };
        assert_eq!(entry.insert('b'), &'b');
        assert_eq!(map.into_iter().collect::<Vec<_>>(), [(0, 'b'), (1, 'a')]);
    }
}
