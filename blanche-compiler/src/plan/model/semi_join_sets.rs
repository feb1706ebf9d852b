//! Sets that follow for variables, as passes hand them on.

use super::conjuncts::Slots;
use super::steps::{SetSlot, Slot, Step};

/// A set that follows for a variable.
#[derive(Clone)]
pub(crate) struct Reduction {
    /// The set.
    pub(crate) set: SetSlot,
    /// The variable whose values are in it.
    pub(crate) of: Slot,
    /// The variables through which it follows: when all of them are bound, it says nothing new.
    pub(crate) through: Slots,
    /// The part of the variable's values that are in it, of those that the literals of this variable alone leave.
    pub(crate) selectivity: f64,
    /// How many values of the others there are for each in the set.
    pub(crate) given: f64,
    /// The part of the ways to bind the variable and one of two others that are left when it is in the set.
    pub(crate) half: f64,
    /// What makes the set.
    pub(crate) step: Step,
}
