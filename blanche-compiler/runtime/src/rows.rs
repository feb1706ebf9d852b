//! Rows of values, each once, in the order in which they came.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Value;

/// What a row takes besides its values: its place in the table, and spare room.
const ENTRY: u64 = 16;

/// Rows of one width.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    width: usize,
    count: usize,
    values: Vec<Value>,
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Rows {
    /// None yet, of so many values each.
    pub(super) fn new(width: usize) -> Rows {
        Rows { width, ..Rows::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Whether they have no values, so that there is one row at most.
    pub(super) fn is_test(&self) -> bool {
        self.width == 0
    }

    pub(super) fn row(&self, at: usize) -> &[Value] {
        &self.values[at * self.width..(at + 1) * self.width]
    }

    /// Takes a row up if it is new; gives the bytes that it takes, and 0 where it was there.
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

/// Questions to routines: a routine and its inputs, each once, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions {
    /// The routine of each, and where its inputs begin.
    all: Vec<(u32, u32)>,
    inputs: Vec<Value>,
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Questions {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The routine of a question, and its inputs.
    pub(super) fn get(&self, at: usize) -> (u32, &[Value]) {
        let (routine, from) = self.all[at];
        let to = self.all.get(at + 1).map_or(self.inputs.len(), |(_, next)| *next as usize);
        (routine, &self.inputs[from as usize..to])
    }

    /// The place of a question, and the bytes that it takes, if it is new.
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
