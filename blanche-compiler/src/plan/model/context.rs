//! The surroundings of a conjunction that matter to its planning.

use super::conjuncts::{Conjunct, Slots};
use super::known_literals::KnownLiterals;

/// The surroundings of a conjunction that matter to its planning.
#[derive(Clone)]
pub(crate) struct Context {
    /// Slots that are needed outside the conjunction.
    pub(crate) live: Slots,
    /// Literals of extern predicates that are known to hold at this point.
    pub(crate) known: KnownLiterals,
    /// Whether the conjunction is evaluated repeatedly because it is inside a loop.
    pub(crate) repeated: bool,
}

/// A conjunction and the point at which it is evaluated: the input of the order pass.
pub(crate) struct Conjunction {
    pub(crate) conjuncts: Vec<Conjunct>,
    /// The slots that are bound before the conjunction is evaluated.
    pub(crate) bound: Slots,
    pub(crate) context: Context,
}
