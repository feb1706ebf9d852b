//! The ordered set.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{BitOr, RangeBounds};

use crate::chunks::{self, Chunks, Position};
use crate::map::between;

/// An ordered set, used like the standard library's `BTreeSet`.
///
/// ```
/// use blanche_sorted::SortedSet;
///
/// let mut points = SortedSet::from([3, 1, 2]);
/// assert!(!points.insert(2));
/// assert_eq!(points.into_iter().collect::<Vec<_>>(), [1, 2, 3]);
/// ```
#[derive(Clone)]
pub struct SortedSet<T> {
    elements: Chunks<T>,
}

impl<T> SortedSet<T> {
    /// An empty set.
    pub const fn new() -> Self {
        SortedSet { elements: Chunks::new() }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        self.elements = Chunks::new();
    }

    /// The elements, in ascending order.
    pub fn iter(&self) -> chunks::Iter<'_, T> {
        self.elements.iter()
    }

    /// The least element.
    pub fn first(&self) -> Option<&T> {
        self.iter().next()
    }

    /// The greatest element.
    pub fn last(&self) -> Option<&T> {
        self.iter().next_back()
    }

    /// Calls `keep` for each element, in ascending order, and drops the elements for which it returns `false`.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.elements.retain(|element| keep(element));
    }

    /// Removes the least element and returns it. This moves the other elements of its chunk.
    pub fn pop_first(&mut self) -> Option<T> {
        (!self.is_empty()).then(|| self.elements.remove((0, 0)))
    }

    /// Removes the greatest element and returns it.
    pub fn pop_last(&mut self) -> Option<T> {
        self.elements.pop_last()
    }
}

impl<T: Ord> SortedSet<T> {
    fn locate<Q: Ord + ?Sized>(&self, element: &Q) -> (Position, bool)
    where
        T: Borrow<Q>,
    {
        self.elements.locate(|known| known.borrow().cmp(element))
    }

    /// Whether `element` is in the set.
    pub fn contains<Q: Ord + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.locate(element).1
    }

    /// The stored element that is equal to `element`.
    pub fn get<Q: Ord + ?Sized>(&self, element: &Q) -> Option<&T>
    where
        T: Borrow<Q>,
    {
        let (at, is_there) = self.locate(element);
        is_there.then(|| self.elements.get(at))
    }

    /// Adds `element`. Returns whether the element is new.
    pub fn insert(&mut self, element: T) -> bool {
        let (at, is_there) = self.locate(&element);
        if !is_there {
            self.elements.insert(at, element);
        }
        !is_there
    }

    /// Removes `element`. Returns whether the set contained it.
    pub fn remove<Q: Ord + ?Sized>(&mut self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.take(element).is_some()
    }

    /// Removes the element that is equal to `element`, and returns it.
    pub fn take<Q: Ord + ?Sized>(&mut self, element: &Q) -> Option<T>
    where
        T: Borrow<Q>,
    {
        let (at, is_there) = self.locate(element);
        is_there.then(|| self.elements.remove(at))
    }

    /// The elements in `range`, in ascending order.
    pub fn range<Q: Ord + ?Sized>(&self, range: impl RangeBounds<Q>) -> chunks::Iter<'_, T>
    where
        T: Borrow<Q>,
    {
        between(&self.elements, &range, |known, element| known.borrow().cmp(element))
    }

    /// The elements that are also in `other`, in ascending order.
    pub fn intersection<'a>(&'a self, other: &'a Self) -> impl DoubleEndedIterator<Item = &'a T> + Clone {
        self.iter().filter(|element| other.contains(*element))
    }

    /// The elements that are not in `other`, in ascending order.
    pub fn difference<'a>(&'a self, other: &'a Self) -> impl DoubleEndedIterator<Item = &'a T> + Clone {
        self.iter().filter(|element| !other.contains(*element))
    }

    /// The elements of both sets, in ascending order. An element of both sets occurs once.
    pub fn union<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a T> {
        let (mut left, mut right) = (self.iter().peekable(), other.iter().peekable());
        std::iter::from_fn(move || {
            let order = match (left.peek(), right.peek()) {
                (Some(left), Some(right)) => left.cmp(right),
                (Some(_), None) => Ordering::Less,
                (None, _) => Ordering::Greater,
            };
            if order.is_eq() {
                right.next();
            }
            if order.is_gt() { right.next() } else { left.next() }
        })
    }

    /// Whether all elements of this set are in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.len() <= other.len() && self.iter().all(|element| other.contains(element))
    }

    /// Whether the two sets have no elements in common.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        !self.iter().any(|element| other.contains(element))
    }

    /// Moves all elements of `other` into this set.
    pub fn append(&mut self, other: &mut Self) {
        self.extend(std::mem::take(other));
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        SortedSet::new()
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut set = SortedSet::new();
        set.extend(elements);
        set
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        for element in elements {
            self.insert(element);
        }
    }
}

impl<'a, T: Ord + Copy> Extend<&'a T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, elements: I) {
        self.extend(elements.into_iter().copied());
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for SortedSet<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T: Ord + Clone> BitOr for &SortedSet<T> {
    type Output = SortedSet<T>;

    fn bitor(self, other: Self) -> SortedSet<T> {
        self.union(other).cloned().collect()
    }
}

impl<T: PartialEq> PartialEq for SortedSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for SortedSet<T> {}

impl<T: PartialOrd> PartialOrd for SortedSet<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<T: Ord> Ord for SortedSet<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl<T: Hash> Hash for SortedSet<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        for element in self {
            element.hash(state);
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for SortedSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = chunks::IntoIter<T>;

    fn into_iter(self) -> chunks::IntoIter<T> {
        self.elements.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = chunks::Iter<'a, T>;

    fn into_iter(self) -> chunks::Iter<'a, T> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::SortedSet;

    proptest! {
        /// Some hundreds of elements, enough for several chunks.
        #[test]
        fn behaves_like_a_b_tree_set(
            left in proptest::collection::vec(0_u16..1_500, 0..2_500),
            right in proptest::collection::vec(0_u16..1_500, 0..2_500),
        ) {
            let (a, b) = (SortedSet::from_iter(left.clone()), SortedSet::from_iter(right.clone()));
            let (c, d) = (BTreeSet::from_iter(left), BTreeSet::from_iter(right));
            prop_assert!(a.intersection(&b).eq(c.intersection(&d)));
            prop_assert!(a.difference(&b).eq(c.difference(&d)));
            prop_assert!(a.union(&b).eq(c.union(&d)));
            prop_assert_eq!(a.is_subset(&b), c.is_subset(&d));
            prop_assert_eq!(a.is_disjoint(&b), c.is_disjoint(&d));
            prop_assert_eq!(a.cmp(&b), c.cmp(&d));
            prop_assert_eq!(a == b, c == d);
            let (mut a, mut c) = (a, c);
            while a.len() > 1 {
                prop_assert_eq!(a.pop_first(), c.pop_first());
                prop_assert_eq!(a.pop_last(), c.pop_last());
                prop_assert_eq!((a.first(), a.last()), (c.first(), c.last()));
            }
        }
    }
}
