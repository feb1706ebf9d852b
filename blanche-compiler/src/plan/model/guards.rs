//! What must be so where a rule applies.

use super::steps::Intersection;

/// A set that must have so many members where a rule applies.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// The set; it depends on no variable.
    pub set: Intersection,
    /// How many members it must have.
    pub at_least: u32,
}
