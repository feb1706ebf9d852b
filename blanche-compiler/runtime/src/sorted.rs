//! Sorted rows of values, in which the rows with a common prefix are adjacent and found by binary search.

use std::ops::Range;

use super::Value;

/// The facts whose first columns are `known`. The table must be sorted.
#[inline]
pub fn stated<'t, const N: usize, const K: usize>(
    table: &'t [[Value; N]],
    known: &[Value; K],
) -> &'t [[Value; N]] {
    &table[beginning_with(0..table.len(), |at| &table[at], known)]
}

/// The range of the rows that start with `known`; empty, at the insertion point, if there are none.
#[inline]
pub fn beginning_with<'r>(
    rows: Range<usize>,
    row: impl Fn(usize) -> &'r [Value],
    known: &[Value],
) -> Range<usize> {
    let first = first_of(rows.clone(), &row, known);
    let is_one = |at| begins_with(row(at), known);
    // Galloping search: usually there are only a few such rows.
    let (mut sure, mut enough) = (first, 1);
    while first + enough < rows.end && is_one(first + enough) {
        sure = first + enough;
        enough *= 2;
    }
    first..partition(sure..rows.end.min(first + enough), is_one)
}

/// Whether some row starts with `known`.
#[inline]
pub fn has_beginning<'r>(rows: Range<usize>, row: impl Fn(usize) -> &'r [Value], known: &[Value]) -> bool {
    let first = first_of(rows.clone(), &row, known);
    first < rows.end && begins_with(row(first), known)
}

/// The index of the first row that starts with `known` or comes after all such rows.
#[inline]
fn first_of<'r>(rows: Range<usize>, row: &impl Fn(usize) -> &'r [Value], known: &[Value]) -> usize {
    partition(rows, |at| begins_before(row(at), known))
}

/// The first index at which the predicate is false; it must be true for all indices before and false after.
#[inline]
fn partition(places: Range<usize>, is_so: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (places.start, places.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_so(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Whether a row starts with `known`. An index loop compares few values faster than slice comparison does.
#[inline]
fn begins_with(row: &[Value], known: &[Value]) -> bool {
    (0..known.len()).all(|at| row[at] == known[at])
}

/// Whether a row comes before the rows that start with `known`.
#[inline]
fn begins_before(row: &[Value], known: &[Value]) -> bool {
    let differs = (0..known.len()).find(|at| row[*at] != known[*at]);
    differs.is_some_and(|at| row[at] < known[at])
}
