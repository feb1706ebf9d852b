//! A set of rows of values, in insertion order.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Value;

/// Estimated size of a row in bytes, in addition to its values. It includes the hash table entry and spare capacity.
const ENTRY: u64 = 16;

/// A set of rows that all have the same number of values.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    width: usize,
    count: usize,
    values: Vec<Value>,
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Rows {
    /// An empty set for rows of `width` values.
    pub(super) fn new(width: usize) -> Rows {
        Rows { width, ..Rows::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Whether the rows have no values, so that there is at most one row.
    pub(super) fn is_test(&self) -> bool {
        self.width == 0
    }

    pub(super) fn row(&self, at: usize) -> &[Value] {
        &self.values[at * self.width..(at + 1) * self.width]
    }

    /// Adds a row if it is new. Returns the bytes that the row takes (0 if it was already there).
    pub(super) fn take(&mut self, row: &[Value]) -> u64 {
        let Rows { width, count, values, places, hasher } = self;
        let of = |at: &u32| &values[*at as usize * *width..][..*width];
        let hash = hasher.hash_one(row);
        if places.find(hash, |at| of(at) == row).is_some() {
            return 0;
        }
        places.insert_unique(hash, *count as u32, |at| hasher.hash_one(of(at)));
        values.extend_from_slice(row);
        *count += 1;
        ENTRY + 2 * size_of_val(row) as u64
    }
}

/// A set of calls, in insertion order. A call is a routine with its inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions {
    /// For each call, its routine, and the index of its first input in `inputs`.
    all: Vec<(u32, u32)>,
    inputs: Vec<Value>,
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Questions {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The routine and the inputs of the call with this index.
    pub(super) fn get(&self, at: usize) -> (u32, &[Value]) {
        let (routine, from) = self.all[at];
        let to = self.all.get(at + 1).map_or(self.inputs.len(), |(_, next)| *next as usize);
        (routine, &self.inputs[from as usize..to])
    }

    /// The index of a call, which is added if necessary. Also returns the bytes that the call takes if it is new.
    pub(super) fn place(&mut self, routine: u32, inputs: &[Value]) -> (usize, Option<u64>) {
        let hash = self.hasher.hash_one((routine, inputs));
        if let Some(known) = self.places.find(hash, |at| self.get(*at as usize) == (routine, inputs)) {
            return (*known as usize, None);
        }
        let at = self.all.len();
        self.all.push((routine, self.inputs.len() as u32));
        self.inputs.extend_from_slice(inputs);
        let Questions { all, inputs: values, places, hasher } = self;
        places.insert_unique(hash, at as u32, |at| {
            let (routine, from) = all[*at as usize];
            let to = all.get(*at as usize + 1).map_or(values.len(), |(_, next)| *next as usize);
            hasher.hash_one((routine, &values[from as usize..to]))
        });
        (at, Some(ENTRY + size_of::<(u32, u32)>() as u64 + 2 * size_of_val(inputs) as u64))
    }
}
