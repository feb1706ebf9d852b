//! Necessary conditions that are checked before a rule is evaluated.

use super::steps::Intersection;

/// A necessary condition for a rule to have answers: a set must have enough members.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// The set; it depends on no variable.
    pub set: Intersection,
    /// Minimum number of members.
    pub at_least: u32,
}
