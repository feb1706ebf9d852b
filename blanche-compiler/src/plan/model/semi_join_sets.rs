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
    /// The variables of the join from which the set follows. Once all of them are bound, the set adds no
    /// information.
    pub(crate) through: Slots,
    /// Fraction of the variable's values that are in the set, among the values that satisfy the literals about this
    /// variable alone.
    pub(crate) selectivity: f64,
    /// Expected number of values of the other variables for each member of the set.
    pub(crate) given: f64,
    /// Fraction of the joint bindings of the variable and one of its two neighbours that remain if the variable is
    /// restricted to the set.
    pub(crate) half: f64,
    /// The step that computes the set.
    pub(crate) step: Step,
}
