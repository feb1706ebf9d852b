//! Sets of points and of groups, one bit for each.
//!
//! ```text
//! PointSet   4 words   225 bits   bit 0 is a1, bit 1 is b1, …, bit 224 is o15
//! GroupSet   9 words   572 bits   bit 0 is a1.e1, …
//! ```
//!
//! They are the sets in which compiled rules think, so a position hands them on as they are.

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
