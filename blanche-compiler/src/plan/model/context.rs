//! What stands around a conjunction.

use super::conjuncts::Slots;
use super::known::Known;

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
