//! Sorted rows of values. The rows with a common prefix are adjacent, and are found by binary search.

use std::ops::Range;

use super::Value;

/// The facts of a table whose first columns have the values `known`. The table must be sorted.
#[inline]
pub fn stated<'t, const N: usize, const K: usize>(
    table: &'t [[Value; N]],
    known: &[Value; K],
) -> &'t [[Value; N]] {
    &table[beginning_with(0..table.len(), |at| &table[at], known)]
}

/// The range of the rows that start with `known`. If there are none, the range is empty and begins where such rows
/// would be inserted.
#[inline]
pub fn beginning_with<'r>(
    rows: Range<usize>,
    row: impl Fn(usize) -> &'r [Value],
    known: &[Value],
) -> Range<usize> {
    let first = first_of(rows.clone(), &row, known);
    let is_one = |at| begins_with(row(at), known);
    // The end is found by galloping search, since there are usually only a few such rows.
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

/// The first index at which the predicate is false. It must be true at all indices before that, and false at all later
/// ones.
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

/// Whether a row starts with `known`. A loop over indices compares a few values faster than a comparison of slices
/// does.
#[inline]
fn begins_with(row: &[Value], known: &[Value]) -> bool {
    (0..known.len()).all(|at| row[at] == known[at])
}

/// Whether a row comes before all rows that start with `known`.
#[inline]
fn begins_before(row: &[Value], known: &[Value]) -> bool {
    let differs = (0..known.len()).find(|at| row[*at] != known[*at]);
    differs.is_some_and(|at| row[at] < known[at])
}
