//! The layout of facts in the table of an access path ([`Access::Facts`](super::Access)): bound columns first.

use blanche_sorted::Arrange;

use crate::runtime::Value;

/// The tuples of a predicate as sorted rows, with the columns in `mask` (a bit per column) moved to the front.
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
    table.arrange();
    table
}
