//! The solutions of a rule in one position: flat, ordered, without duplicates.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::{Arrival, Flow, LimitReached, Stop, Value};

/// So many solutions are sorted where they stand; a rule has seldom more in one position.
const FEW: usize = 24;

/// Tuples so wide at most are sorted as numbers.
const PACKED: usize = 4;

/// Solutions of one rule: tuples over its named variables, ordered and without duplicates once they are
/// finished. The order is that of the values: the played variable first, then the others by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    width: usize,
    count: usize,
    values: Vec<Value>,
}

impl Solutions {
    /// No solutions of a rule with so many named variables.
    pub fn new(width: usize) -> Solutions {
        Solutions { width, count: 0, values: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The tuples in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Value]> {
        (0..self.count).map(|at| self.tuple(at))
    }

    /// One of them, by its place in the order.
    pub fn tuple(&self, at: usize) -> &[Value] {
        &self.values[at * self.width..(at + 1) * self.width]
    }

    /// The place of a tuple among finished solutions, if it is one of them.
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

    /// No solutions of a rule with so many named variables, in the room of those that are here.
    pub fn clear(&mut self, width: usize) {
        self.width = width;
        self.count = 0;
        self.values.clear();
    }

    /// Takes up a solution as it is found.
    #[inline]
    pub fn push(&mut self, tuple: &[Value]) {
        debug_assert_eq!(tuple.len(), self.width, "a rule has one width");
        if self.count == 0 {
            self.values.reserve(self.width * FEW);
        }
        self.values.extend_from_slice(tuple);
        self.count += 1;
    }

    /// Takes up a solution as it is found, while all of them take so many bytes at most.
    #[inline]
    pub fn push_within(&mut self, tuple: &[Value], bytes: u64) -> Flow {
        if (size_of_val(self.values.as_slice()) + size_of_val(tuple)) as u64 > bytes {
            return Err(Stop::Limit(LimitReached::Memory));
        }
        self.push(tuple);
        Ok(())
    }

    /// Keeps the least of the solutions that it is shown; the first is enough where they come in order, and where there can
    /// be no other one.
    pub fn keep_least(&mut self, tuple: &[Value], arrival: Arrival) -> Flow {
        if self.count == 0 {
            self.push(tuple);
        } else if tuple < self.values.as_slice() {
            self.values.copy_from_slice(tuple);
        }
        if arrival == Arrival::Ordered || self.width == 0 { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Orders the solutions and takes duplicates out, as far as they do not come so.
    pub fn finish(&mut self, arrival: Arrival) {
        if cfg!(debug_assertions) {
            let tuples: Vec<&[Value]> = self.iter().collect();
            let mut pairs = tuples.iter().zip(tuples.iter().skip(1));
            let once = tuples.iter().collect::<BTreeSet<_>>().len() == tuples.len();
            assert!(arrival == Arrival::Anyhow || once, "solutions that come once come once");
            let ordered = pairs.all(|(one, next)| one < next);
            assert!(arrival != Arrival::Ordered || ordered, "solutions that come in order come in order");
        }
        if arrival == Arrival::Ordered {
            return;
        }
        let width = self.width;
        if width == 0 {
            self.count = self.count.min(1);
        }
        if self.count <= 1 {
            return;
        }
        let mut sorted = self
            .values
            .chunks_exact(width)
            .zip(self.values[width.min(self.values.len())..].chunks_exact(width));
        if sorted.all(|(one, next)| one < next) {
            return;
        }
        if width <= PACKED {
            self.sort_packed();
            return;
        }
        if self.count <= FEW {
            self.sort_few();
            return;
        }
        let mut tuples: Vec<&[Value]> = self.values.chunks_exact(width).collect();
        tuples.sort_unstable();
        tuples.dedup();
        self.count = tuples.len();
        self.values = tuples.concat();
    }

    /// [`Solutions::finish`] of narrow tuples, each as one number.
    fn sort_packed(&mut self) {
        let (width, count) = (self.width, self.count);
        let (mut few, mut many) = ([0; FEW], Vec::new());
        let keys = if count <= FEW {
            &mut few[..count]
        } else {
            many.resize(count, 0);
            &mut many[..]
        };
        for (key, tuple) in keys.iter_mut().zip(self.values.chunks_exact(width)) {
            *key = tuple.iter().fold(0u64, |key, value| key << Value::BITS | u64::from(*value));
        }
        keys.sort_unstable();
        self.count = 0;
        self.values.clear();
        let mut last = None;
        for &key in &*keys {
            if last.replace(key) == Some(key) {
                continue;
            }
            self.values.extend((0..width as u32).rev().map(|at| (key >> (at * Value::BITS)) as Value));
            self.count += 1;
        }
    }

    /// [`Solutions::finish`] in place: each tuple is put where it belongs among those before it.
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
