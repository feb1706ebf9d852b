//! Conjuncts: what a body is made of before it is ordered.

use std::collections::{BTreeSet, HashMap};

use super::steps::{Operand, SetSlot, Slot};
use crate::program::{PredicateId, SortId};

/// What a routine is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Callee {
    Predicate(PredicateId),
    /// The branches of a `;`, by their place in [`Planner::branches`].
    Branches(usize),
    /// What holds after some actions, by its place in [`Planner::afters`].
    After(usize),
}

/// A part of a conjunction, not yet ordered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Conjunct {
    pub(crate) kind: ConjunctKind,
    /// The literal of the clause that it comes from, in the author's words.
    pub(crate) literal: String,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConjunctKind {
    /// An extern predicate or facts.
    Atom { predicate: crate::program::PredicateId, arguments: Vec<Operand> },
    /// A derivation with several clauses, or branches.
    Call { callee: Callee, arguments: Vec<Operand> },
    /// Two values are the same.
    Equal(Operand, Operand),
    /// A comparison holds of these; not all of them are constant.
    Comparison { predicate: PredicateId, arguments: Vec<Operand> },
    /// A value belongs to a part of its sort.
    Within(Slot, SortId),
    /// A value is in a set that was made before.
    Member(Slot, SetSlot),
    /// Not all of these together.
    Not(Vec<Conjunct>),
    /// Nothing can make this hold.
    Fail,
}

impl Conjunct {
    /// The slots in it.
    pub(crate) fn slots(&self) -> BTreeSet<Slot> {
        fn add(operand: &Operand, slots: &mut BTreeSet<Slot>) {
            if let Operand::Slot(slot) = operand {
                slots.insert(*slot);
            }
        }
        let mut slots = BTreeSet::new();
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
pub(crate) type Slots = BTreeSet<Slot>;

/// How many parts each slot stands in.
pub(crate) fn uses(conjuncts: &[Conjunct]) -> HashMap<Slot, usize> {
    let mut uses = HashMap::new();
    for slot in conjuncts.iter().flat_map(Conjunct::slots) {
        *uses.entry(slot).or_default() += 1;
    }
    uses
}
