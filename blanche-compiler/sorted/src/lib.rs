//! Ordered maps, sets and sorting that compile to little code for each type.
//!
//! [`SortedMap`] and [`SortedSet`] have the interface of the standard library's `BTreeMap` and `BTreeSet`, and
//! [`Arrange`] that of the sorting functions of slices. The standard library generates some 5,700 lines of LLVM's
//! intermediate code for each pair of key and value types of a `BTreeMap`, and some 2,000 for each way of sorting; with
//! the 150 maps and 100 ways of sorting of the compiler that was a quarter of its build. These need a tenth of it.
//!
//! A map is a sorted vector, cut into chunks of at most 512 entries so that an insertion moves few of them. Sorting
//! orders indices, with code that all types share, and then moves the elements.

mod chunks;
mod map;
#[cfg(feature = "serde")]
mod serialize;
mod set;
mod sorting;

pub use map::{Entry, SortedMap, VacantEntry};
pub use set::SortedSet;
pub use sorting::Arrange;
