//! Facts, sorted once for every way in which they are asked: bound columns first.

use std::collections::BTreeMap;

use crate::program::{PredicateId, PredicateKind, Program};
use crate::runtime::Value;

/// The sorted tables of a machine.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: BTreeMap<(PredicateId, u32), Vec<Vec<Value>>>,
}

/// Tuples with the columns of a mask in front, sorted.
pub(crate) fn sorted(tuples: &[Vec<Value>], mask: u32) -> Vec<Vec<Value>> {
    let mut table: Vec<Vec<Value>> = tuples
        .iter()
        .map(|tuple| {
            let column = |bound: bool| {
                tuple
                    .iter()
                    .enumerate()
                    .filter(move |(at, _)| (mask & (1 << at) != 0) == bound)
                    .map(|(_, v)| *v)
            };
            column(true).chain(column(false)).collect()
        })
        .collect();
    table.sort_unstable();
    table
}

impl Tables {
    /// Makes a table for a way of asking.
    pub(super) fn add(&mut self, program: &Program, id: PredicateId, mask: u32) {
        if let PredicateKind::Facts(tuples) = &program.predicate(id).kind {
            self.tables.entry((id, mask)).or_insert_with(|| sorted(tuples, mask));
        }
    }

    /// The tuples whose bound columns have these values.
    pub(super) fn get(&self, id: PredicateId, mask: u32, known: &[Value]) -> &[Vec<Value>] {
        let table = &self.tables[&(id, mask)];
        let from = table.partition_point(|tuple| tuple[..known.len()] < *known);
        let to = from + table[from..].partition_point(|tuple| tuple[..known.len()] == *known);
        &table[from..to]
    }
}
