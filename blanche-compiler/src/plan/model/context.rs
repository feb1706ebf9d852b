//! What stands around a conjunction.

use super::conjuncts::{Conjunct, Slots};
use super::known_literals::Known;

/// What stands around a conjunction.
#[derive(Clone)]
pub(crate) struct Context {
    /// Slots that matter outside the conjunction.
    pub(crate) live: Slots,
    /// Literals of extern predicates that hold already where it is asked.
    pub(crate) known: Known,
    /// It is asked again and again: it stands behind a loop.
    pub(crate) repeated: bool,
}

/// A conjunction, and where it is asked: what normalising hands to ordering.
pub(crate) struct Conjunction {
    pub(crate) conjuncts: Vec<Conjunct>,
    /// The slots that have values where it is asked.
    pub(crate) bound: Slots,
    pub(crate) context: Context,
}
