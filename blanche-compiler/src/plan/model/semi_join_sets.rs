//! Semi-join reductions, as passes exchange them.

use super::conjuncts::Slots;
use super::steps::{SetSlot, Slot, Step};

/// A set of the values of one variable that can join with other variables.
#[derive(Clone)]
pub(crate) struct Reduction {
    /// The set of the remaining values.
    pub(crate) set: SetSlot,
    /// The variable whose values are in the set.
    pub(crate) of: Slot,
    /// The variables from whose join the set is derived. Once all of them are bound, the set adds no information.
    pub(crate) through: Slots,
    /// Fraction of values that are in the set, relative to all values that satisfy the literals about this variable
    /// alone.
    pub(crate) selectivity: f64,
    /// Expected number of values of the other variables for each member of the set.
    pub(crate) given: f64,
    /// The variable and one of its two neighbours have joint bindings. This is the fraction of these bindings that
    /// remains if the variable is restricted to the set.
    pub(crate) half: f64,
    /// The step that computes the set.
    pub(crate) step: Step,
}
