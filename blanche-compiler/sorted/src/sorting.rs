//! Stable sorting with code that all types share.

use std::cmp::Ordering;

/// Stable sorting of slices. The code is compiled once for all types, except for the comparison and the swap.
///
/// The comparison is called through a pointer. If sorting takes much time, use the standard library's functions
/// instead.
///
/// ```
/// use blanche_sorted::Arrange;
///
/// let mut words = ["three", "one", "four"];
/// words.arrange_by_key(|word| word.len());
/// assert_eq!(words, ["one", "four", "three"]);
/// ```
pub trait Arrange<T> {
    /// Sorts in ascending order.
    fn arrange(&mut self)
    where
        T: Ord;

    /// Sorts by `compare`.
    fn arrange_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// Sorts by the keys that `key` returns for the elements. `key` is called in each comparison.
    fn arrange_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

impl<T> Arrange<T> for [T] {
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }

    fn arrange_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        let order = order(self.len(), &|left, right| compare(&self[left], &self[right]));
        rearrange(order, &mut |left, right| self.swap(left, right));
    }

    fn arrange_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.arrange_by(|left, right| key(left).cmp(&key(right)));
    }
}

/// For each index of the sorted slice, the present index of the element that belongs there.
fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&left, &right| compare(left, right));
    order
}

/// Moves the element at `order[i]` to `i`, for each `i`. It swaps elements along the cycles of the permutation.
fn rearrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let from = std::mem::replace(&mut order[at], at);
            swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Arrange;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(mut rows: Vec<(u8, u32)>) {
            let mut expected = rows.clone();
            expected.sort_by_key(|row| row.0 % 16);
            rows.arrange_by_key(|row| row.0 % 16);
            prop_assert_eq!(&rows, &expected);
            expected.sort();
            rows.arrange();
            prop_assert_eq!(rows, expected);
        }
    }
}
