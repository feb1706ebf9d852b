//! Sets of points and of groups as bitboards, with one bit per element.
//!
//! ```text
//! PointSet   4 words   225 bits   bit 0 is a1, bit 1 is b1, …, bit 224 is o15
//! GroupSet   9 words   572 bits   bit 0 is a1.e1, …
//! ```
//!
//! Compiled rules use these set types too, so a position can pass its sets to the rules without conversion.

pub use blanche_compiler::runtime::{BitSet, BitSetIter, Numbered};

use super::group::Group;
use super::point::Point;

/// A set of points.
///
/// ```
/// use noire::board::PointSet;
///
/// let points: PointSet = ["h8", "i9", "a1"].iter().map(|text| text.parse().unwrap()).collect();
/// assert_eq!(format!("{points:?}"), "{a1, h8, i9}");
/// ```
pub type PointSet = BitSet<Point, 4>;

/// A set of groups.
pub type GroupSet = BitSet<Group, 9>;
