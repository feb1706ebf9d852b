//! How facts stand in the table of an access path ([`Access::Facts`](super::Access)): bound columns first.

use crate::runtime::Value;

/// The tuples of a predicate as rows for one way of asking: with the columns of a mask in front, sorted.
pub(crate) fn fact_rows(tuples: &[Vec<Value>], mask: u32) -> Vec<Vec<Value>> {
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
