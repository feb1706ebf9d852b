//! The solutions of a rule in one position, as a flat array of tuples. They are sorted, and have no duplicates.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::{Budget, Flow, LimitReached, Stop, Value};

/// Maximum number of solutions that are sorted in place by insertion sort. A rule rarely has more in one position.
const FEW: usize = 24;

/// Largest value that fits into `NARROW` bits. Tuples of such values are packed into integers for sorting. Nearly all
/// values are smaller, such as those of fields, groups and colours.
const MAX_NARROW_VALUE: Value = 0xffff;
const NARROW: u32 = 16;

/// The cost in steps of sorting `count` tuples of this width.
fn sorting(count: usize, width: usize) -> usize {
    // Estimated time in nanoseconds for comparing and moving two tuples. Wide tuples are sorted by index, which causes
    // cache misses.
    let each = match width {
        ..=4 => 1,
        5..=8 => 3,
        _ => 12 + width / 4,
    };
    let compared = count.saturating_mul(count.ilog2() as usize + 1);
    compared.saturating_mul(each) / 64
}

/// The order in which a plan enumerates its solutions, and whether solutions can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultOrder {
    /// Sorted by value, without duplicates.
    Sorted,
    /// Unsorted, without duplicates.
    Set,
    /// Unsorted, possibly with duplicates.
    Bag,
}

/// The solutions of one rule, as tuples of the values of its named variables. After [`Solutions::finish`] they are
/// sorted and have no duplicates. They are compared first by the played variable, and then by the other variables in
/// the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    width: usize,
    count: usize,
    values: Vec<Value>,
}

impl Solutions {
    /// An empty list of solutions for a rule with `width` named variables.
    pub fn new(width: usize) -> Solutions {
        Solutions { width, count: 0, values: Vec::new() }
    }

    /// The number of solutions.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no solutions.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The size of all stored values, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(self.values.as_slice()) as u64
    }

    /// Iterates over the tuples in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[Value]> {
        (0..self.count).map(|at| self.tuple(at))
    }

    /// The tuple with this index.
    #[inline]
    pub fn tuple(&self, at: usize) -> &[Value] {
        &self.values[at * self.width..(at + 1) * self.width]
    }

    /// The index of a tuple. `None` if the tuple is not a solution. The solutions must be finished (sorted).
    pub fn find(&self, tuple: &[Value]) -> Option<usize> {
        if tuple.len() != self.width {
            return None;
        }
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.tuple(middle).cmp(tuple) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Empties the list, so that it can be used for a rule with `width` named variables. The buffer is reused.
    #[inline]
    pub fn clear(&mut self, width: usize) {
        self.width = width;
        self.count = 0;
        self.values.clear();
    }

    /// Appends a solution.
    #[inline]
    pub fn push(&mut self, tuple: &[Value]) {
        debug_assert_eq!(tuple.len(), self.width, "a rule has one width");
        if self.count == 0 {
            self.values.reserve(self.width * FEW);
        }
        self.values.extend_from_slice(tuple);
        self.count += 1;
    }

    /// Appends a solution. If the solutions would then take more than `bytes`, stops at the memory limit instead.
    #[inline]
    pub fn push_within(&mut self, tuple: &[Value], bytes: u64) -> Flow {
        if (size_of_val(self.values.as_slice()) + size_of_val(tuple)) as u64 > bytes {
            return Err(Stop::Limit(LimitReached::Memory));
        }
        self.push(tuple);
        Ok(())
    }

    /// Keeps the smallest of the solutions that are passed to it. If they come sorted, or if there can be only one, it
    /// stops the enumeration after the first.
    pub fn keep_least(&mut self, tuple: &[Value], order: ResultOrder) -> Flow {
        if self.count == 0 {
            self.push(tuple);
        } else if tuple < self.values.as_slice() {
            self.values.copy_from_slice(tuple);
        }
        if order == ResultOrder::Sorted || self.width == 0 { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Sorts the solutions and removes duplicates, unless `order` guarantees that this is not necessary. Sorting
    /// consumes steps of the budget.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn finish(&mut self, order: ResultOrder, budget: &mut Budget) -> Result<(), LimitReached> {
        if cfg!(debug_assertions) {
            self.check(order);
        }
        if order == ResultOrder::Sorted {
            return Ok(());
        }
        let width = self.width;
        if width == 0 {
            self.count = self.count.min(1);
        }
        if self.count <= 1 {
            return Ok(());
        }
        let mut sorted = self
            .values
            .chunks_exact(width)
            .zip(self.values[width.min(self.values.len())..].chunks_exact(width));
        if sorted.all(|(one, next)| one < next) {
            return Ok(());
        }
        if self.count > FEW {
            budget.spend_several(sorting(self.count, width))?;
        }
        let most = self.values.iter().fold(0, |all, value| all | value);
        let bits = if most <= MAX_NARROW_VALUE { NARROW } else { Value::BITS };
        match width {
            _ if width as u32 * bits <= u64::BITS => self.sort_packed(bits),
            _ if self.count <= FEW => self.sort_few(),
            3 => self.sort_in_place::<3>(),
            4 => self.sort_in_place::<4>(),
            5 => self.sort_in_place::<5>(),
            6 => self.sort_in_place::<6>(),
            7 => self.sort_in_place::<7>(),
            8 => self.sort_in_place::<8>(),
            _ => self.sort_by_place(),
        }
        Ok(())
    }

    /// Asserts that the solutions have the order that the plan promised, and no duplicates if it promised that.
    fn check(&self, order: ResultOrder) {
        let tuples: Vec<&[Value]> = self.iter().collect();
        let mut pairs = tuples.iter().zip(tuples.iter().skip(1));
        let once = tuples.iter().collect::<BTreeSet<_>>().len() == tuples.len();
        assert!(order == ResultOrder::Bag || once, "solutions that come once come once");
        let ordered = pairs.all(|(one, next)| one < next);
        assert!(order != ResultOrder::Sorted || ordered, "solutions that come in order come in order");
    }

    /// Sorts tuples of a fixed width in place, and removes duplicates.
    fn sort_in_place<const WIDTH: usize>(&mut self) {
        let (tuples, _) = self.values.as_chunks_mut::<WIDTH>();
        tuples.sort_unstable();
        let mut done = 1;
        for next in 1..tuples.len() {
            if tuples[next] != tuples[done - 1] {
                tuples[done] = tuples[next];
                done += 1;
            }
        }
        self.count = done;
        self.values.truncate(done * WIDTH);
    }

    /// Sorts wide tuples by sorting their indices, and removes duplicates.
    fn sort_by_place(&mut self) {
        let mut places: Vec<usize> = (0..self.count).collect();
        places.sort_unstable_by(|one, other| self.tuple(*one).cmp(self.tuple(*other)));
        places.dedup_by(|next, kept| self.tuple(*next) == self.tuple(*kept));
        let mut values = Vec::with_capacity(places.len() * self.width);
        places.iter().for_each(|at| values.extend_from_slice(self.tuple(*at)));
        self.count = places.len();
        self.values = values;
    }

    /// Sorts tuples with small values, and removes duplicates. Each tuple is packed into an integer, with `bits` bits
    /// for each value.
    fn sort_packed(&mut self, bits: u32) {
        let (width, count) = (self.width, self.count);
        let (mut few, mut many) = ([0; FEW], Vec::new());
        let keys = if count <= FEW {
            &mut few[..count]
        } else {
            many.resize(count, 0);
            &mut many[..]
        };
        for (key, tuple) in keys.iter_mut().zip(self.values.chunks_exact(width)) {
            *key = tuple.iter().fold(0u64, |key, value| key << bits | u64::from(*value));
        }
        keys.sort_unstable();
        self.count = 0;
        self.values.clear();
        let mut last = None;
        for &key in &*keys {
            if last.replace(key) == Some(key) {
                continue;
            }
            let mask = u64::MAX >> (u64::BITS - bits);
            self.values.extend((0..width as u32).rev().map(|at| ((key >> (at * bits)) & mask) as Value));
            self.count += 1;
        }
    }

    /// Sorts a few tuples in place by insertion sort, and removes duplicates.
    fn sort_few(&mut self) {
        let width = self.width;
        let mut done = 1;
        for next in 1..self.count {
            let (before, rest) = self.values.split_at(next * width);
            let tuple = &rest[..width];
            let kept = &before[..done * width];
            let place = kept.chunks_exact(width).rposition(|known| known <= tuple).map_or(0, |at| at + 1);
            if place > 0 && kept[(place - 1) * width..place * width] == *tuple {
                continue;
            }
            self.values.copy_within(next * width..(next + 1) * width, done * width);
            self.values[place * width..(done + 1) * width].rotate_right(width);
            done += 1;
        }
        self.count = done;
        self.values.truncate(done * width);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    /// Pseudo-random tuples of this width, with duplicates.
    fn tuples(width: usize, count: usize) -> Vec<Vec<Value>> {
        let mut state = width as u64 + 1;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 61) as Value
        };
        (0..count).map(|_| (0..width).map(|_| next()).collect()).collect()
    }

    #[test]
    fn solutions_of_every_width_are_sorted_without_duplicates() {
        for width in [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 30] {
            for (count, far) in
                [2, FEW, FEW + 1, 300].into_iter().flat_map(|count| [(count, 0), (count, 1 << 20)])
            {
                // Tuples with large values fit into an integer only if they are short.
                let tuples = |width, count| {
                    let all = tuples(width, count).into_iter();
                    all.map(|tuple| {
                        tuple.into_iter().map(|value| if value > 3 { value + far } else { value }).collect()
                    })
                    .collect::<Vec<Vec<Value>>>()
                };
                let expected: BTreeSet<Vec<Value>> = tuples(width, count).into_iter().collect();
                let mut solutions = Solutions::new(width);
                tuples(width, count).iter().for_each(|tuple| solutions.push(tuple));
                solutions
                    .finish(ResultOrder::Bag, &mut Budget::new(Limits::default()))
                    .expect("they are few");
                let found: Vec<&[Value]> = solutions.iter().collect();
                assert_eq!(found, expected.iter().map(Vec::as_slice).collect::<Vec<_>>(), "{width} {count}");
                for tuple in tuples(width, count) {
                    assert_eq!(solutions.find(&tuple).map(|at| solutions.tuple(at)), Some(tuple.as_slice()));
                }
                assert_eq!(solutions.find(&vec![9; width]), None);
            }
        }
    }

    #[test]
    fn sorting_many_unsorted_solutions_costs_work() {
        let finish = |tuples: &[Vec<Value>]| {
            let mut solutions = Solutions::new(5);
            tuples.iter().for_each(|tuple| solutions.push(tuple));
            let mut budget = Budget::new(Limits { work: 100, ..Limits::default() });
            solutions.finish(ResultOrder::Bag, &mut budget).map(|()| budget.work_left())
        };
        let mut all = tuples(5, 5000);
        assert_eq!(finish(&all[..20]), Ok(100));
        assert_eq!(finish(&all), Err(LimitReached::Work));
        all.sort();
        all.dedup();
        assert_eq!(finish(&all), Ok(100));
    }
}
