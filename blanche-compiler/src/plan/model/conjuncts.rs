//! The unordered literals of a body, before the order pass turns them into steps.

use std::collections::HashMap;

use blanche_sorted::SortedSet;

use super::steps::{Operand, SetSlot, Slot};
use crate::program::{PredicateId, SortId};

/// What a call evaluates: a derivation, the branches of a `;`, or a condition after some actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Callee {
    Predicate(PredicateId),
    /// The branches of a `;`, by their index in [`Planner::branches`].
    Branches(usize),
    /// The condition that must hold after some actions, by its index in [`Planner::afters`].
    After(usize),
}

/// One element of a conjunction, not yet ordered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Conjunct {
    pub(crate) kind: ConjunctKind,
    /// The literal from which the conjunct comes, in the author's words.
    pub(crate) literal: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConjunctKind {
    /// A literal of an extern predicate or of facts.
    Atom { predicate: crate::program::PredicateId, arguments: Vec<Operand> },
    /// A call of a derivation with several clauses, or of the branches of a `;`.
    Call { callee: Callee, arguments: Vec<Operand> },
    /// Two operands are equal.
    Equal(Operand, Operand),
    /// A comparison holds; at least one argument is not constant.
    Comparison { predicate: PredicateId, arguments: Vec<Operand> },
    /// A slot's value belongs to a subsort of its sort.
    Within(Slot, SortId),
    /// A slot's value is in a set that is already computed.
    Member(Slot, SetSlot),
    /// The conjunction of these conjuncts does not hold.
    Not(Vec<Conjunct>),
    /// Never holds.
    Fail,
}

impl Conjunct {
    /// The slots that the conjunct mentions.
    pub(crate) fn slots(&self) -> SortedSet<Slot> {
        fn add(operand: &Operand, slots: &mut SortedSet<Slot>) {
            if let Operand::Slot(slot) = operand {
                slots.insert(*slot);
            }
        }
        let mut slots = SortedSet::new();
        match &self.kind {
            ConjunctKind::Atom { arguments, .. }
            | ConjunctKind::Comparison { arguments, .. }
            | ConjunctKind::Call { arguments, .. } => {
                arguments.iter().for_each(|operand| add(operand, &mut slots));
            }
            ConjunctKind::Equal(left, right) => [left, right].into_iter().for_each(|o| add(o, &mut slots)),
            ConjunctKind::Within(slot, _) | ConjunctKind::Member(slot, _) => {
                slots.insert(*slot);
            }
            ConjunctKind::Not(conjuncts) => slots.extend(conjuncts.iter().flat_map(Conjunct::slots)),
            ConjunctKind::Fail => {}
        }
        slots
    }
}

/// A set of slots of one frame.
pub(crate) type Slots = SortedSet<Slot>;

/// For each slot, the number of conjuncts that mention it.
pub(crate) fn uses(conjuncts: &[Conjunct]) -> HashMap<Slot, usize> {
    let mut uses = HashMap::new();
    for slot in conjuncts.iter().flat_map(Conjunct::slots) {
        *uses.entry(slot).or_default() += 1;
    }
    uses
}
