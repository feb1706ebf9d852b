//! Rows of values in their order: those that begin with what is known stand side by side.

use std::ops::Range;

use super::Value;

/// The facts whose first columns are `known`; the table is sorted.
#[inline]
pub fn stated<'t, const N: usize, const K: usize>(
    table: &'t [[Value; N]],
    known: &[Value; K],
) -> &'t [[Value; N]] {
    &table[beginning_with(0..table.len(), |at| &table[at], known)]
}

/// Those of some rows that begin with what is known; where there are none, the place where they would stand.
#[inline]
pub fn beginning_with<'r>(
    rows: Range<usize>,
    row: impl Fn(usize) -> &'r [Value],
    known: &[Value],
) -> Range<usize> {
    let first = first_of(rows.clone(), &row, known);
    let is_one = |at| begins_with(row(at), known);
    // Most often there are few.
    let (mut sure, mut enough) = (first, 1);
    while first + enough < rows.end && is_one(first + enough) {
        sure = first + enough;
        enough *= 2;
    }
    first..partition(sure..rows.end.min(first + enough), is_one)
}

/// Whether one of some rows begins with what is known.
#[inline]
pub fn has_beginning<'r>(rows: Range<usize>, row: impl Fn(usize) -> &'r [Value], known: &[Value]) -> bool {
    let first = first_of(rows.clone(), &row, known);
    first < rows.end && begins_with(row(first), known)
}

/// The first of some rows that does not stand before those that begin with what is known.
#[inline]
fn first_of<'r>(rows: Range<usize>, row: &impl Fn(usize) -> &'r [Value], known: &[Value]) -> usize {
    partition(rows, |at| begins_before(row(at), known))
}

/// The first of some places of which something is not so that is so of those before it.
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

/// Whether a row begins with what is known. By number: few values are compared faster than slices of any length.
#[inline]
fn begins_with(row: &[Value], known: &[Value]) -> bool {
    (0..known.len()).all(|at| row[at] == known[at])
}

/// Whether a row stands before those that begin with what is known.
#[inline]
fn begins_before(row: &[Value], known: &[Value]) -> bool {
    let differs = (0..known.len()).find(|at| row[*at] != known[*at]);
    differs.is_some_and(|at| row[at] < known[at])
}
