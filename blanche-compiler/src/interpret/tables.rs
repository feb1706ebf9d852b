//! Fact tables. There is a sorted table for each set of bound columns, and the bound columns come first.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::plan::fact_rows;
use crate::program::{PredicateId, PredicateKind, Program};
use crate::runtime::Value;
use crate::runtime::internal::{beginning_with, has_beginning};

/// The facts of a predicate for one set of bound columns: concatenated rows, sorted.
#[derive(Debug, Default)]
pub(super) struct FactTable {
    /// Number of bound columns, which come first.
    bound: usize,
    width: usize,
    count: usize,
    values: Vec<Value>,
    /// For each value of the first column, the index of its first row, followed by the number of rows. Empty if there
    /// would be many more entries than rows.
    starts: Vec<u32>,
}

/// Maximum number of entries in `starts` per row, so that the index does not need many times as much memory as the
/// facts.
const SPARSE: usize = 16;

impl FactTable {
    fn new(tuples: &[Vec<Value>], mask: u32) -> FactTable {
        let bound = mask.count_ones() as usize;
        let width = tuples.first().map_or(0, Vec::len);
        let values = fact_rows(tuples, mask).concat();
        let mut table = FactTable { bound, width, count: tuples.len(), values, starts: Vec::new() };
        let most = if bound > 0 && table.count > 0 { table.row(table.count - 1)[0] } else { return table };
        if (most as usize) <= table.count * SPARSE {
            let mut row = 0;
            for value in 0..=(most as usize) + 1 {
                while row < table.count && (table.row(row)[0] as usize) < value {
                    row += 1;
                }
                table.starts.push(row as u32);
            }
        }
        table
    }

    /// Whether there is a fact whose bound columns have these values.
    #[inline]
    pub(super) fn holds(&self, known: &[Value]) -> bool {
        has_beginning(self.beginning(known), |at| self.row(at), known)
    }

    /// The free columns of the facts whose bound columns have these values.
    #[inline]
    pub(super) fn rows(&self, known: &[Value]) -> impl Iterator<Item = &[Value]> {
        let from_first = self.beginning(known);
        let rows = match (self.bound, self.starts.is_empty()) {
            (0, _) | (1, false) => from_first,
            _ => beginning_with(from_first, |at| self.row(at), known),
        };
        self.values[rows.start * self.width..rows.end * self.width]
            .chunks_exact(self.width.max(1))
            .map(|row| &row[self.bound..])
    }

    #[inline]
    fn row(&self, at: usize) -> &[Value] {
        &self.values[at * self.width..(at + 1) * self.width]
    }

    /// The rows whose first column has the first of the known values. All rows if there is no index.
    #[inline]
    fn beginning(&self, known: &[Value]) -> Range<usize> {
        let (false, Some(first)) = (self.starts.is_empty(), known.first()) else { return 0..self.count };
        let at = *first as usize;
        match self.starts.get(at + 1) {
            Some(end) => self.starts[at] as usize..*end as usize,
            None => self.count..self.count,
        }
    }
}

/// The tables created for one program, shared by its machines.
#[derive(Debug, Default)]
pub(crate) struct TableCache {
    tables: HashMap<(PredicateId, u32), Arc<FactTable>>,
}

impl TableCache {
    /// The table of a predicate for a mask of bound columns.
    pub(super) fn table(&mut self, program: &Program, id: PredicateId, mask: u32) -> Arc<FactTable> {
        let made = self.tables.entry((id, mask)).or_insert_with(|| match &program.predicate(id).kind {
            PredicateKind::Facts(tuples) => Arc::new(FactTable::new(tuples, mask)),
            _ => Arc::default(),
        });
        Arc::clone(made)
    }
}

#[cfg(test)]
mod tests {
    use super::FactTable;
    use crate::runtime::Value;

    /// Checks that a table gives the same answers as a scan of all facts.
    fn check(tuples: &[Vec<Value>], mask: u32) {
        let table = FactTable::new(tuples, mask);
        let width = tuples.first().map_or(0, Vec::len);
        let bound: Vec<usize> = (0..width).filter(|at| mask & (1 << at) != 0).collect();
        let free: Vec<usize> = (0..width).filter(|at| mask & (1 << at) == 0).collect();
        let columns = |tuple: &[Value], of: &[usize]| of.iter().map(|at| tuple[*at]).collect::<Vec<Value>>();
        let mut asked: Vec<Vec<Value>> = tuples.iter().map(|tuple| columns(tuple, &bound)).collect();
        asked.extend([vec![0; bound.len()], vec![7; bound.len()], vec![Value::MAX; bound.len()]]);
        for known in asked {
            let mut expected: Vec<Vec<Value>> = tuples
                .iter()
                .filter(|tuple| columns(tuple, &bound) == known)
                .map(|tuple| columns(tuple, &free))
                .collect();
            expected.sort();
            assert_eq!(table.holds(&known), !expected.is_empty(), "{known:?}");
            if !free.is_empty() {
                let rows: Vec<Vec<Value>> = table.rows(&known).map(<[Value]>::to_vec).collect();
                assert_eq!(rows, expected, "{known:?}");
            }
        }
    }

    #[test]
    fn a_table_answers_like_its_facts() {
        let pairs: Vec<Vec<Value>> = (0..40).map(|at| vec![at % 7, at * 11 % 13]).collect();
        let wide: Vec<Vec<Value>> = (0..90).map(|at| vec![at % 3, at % 5, at * 7 % 11, at]).collect();
        let sparse: Vec<Vec<Value>> = (0..9).map(|at| vec![at * 7000, at % 2, at]).collect();
        for (tuples, columns) in [(pairs, 2), (wide, 4), (sparse, 3), (vec![vec![3]], 1), (vec![], 0)] {
            let once: blanche_sorted::SortedSet<Vec<Value>> = tuples.into_iter().collect();
            let tuples: Vec<Vec<Value>> = once.into_iter().rev().collect();
            for mask in 0..1 << columns {
                check(&tuples, mask);
            }
        }
    }

    #[test]
    fn a_fact_without_arguments_holds_if_it_is_stated() {
        assert!(FactTable::new(&[vec![]], 0).holds(&[]));
        assert!(!FactTable::new(&[], 0).holds(&[]));
    }
}
