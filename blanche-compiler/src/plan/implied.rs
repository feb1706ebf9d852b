//! Negations that say nothing new: if no black three meets one group, no black three meets that group and another.

use std::collections::BTreeMap;

use super::order::Slots;
use super::parts::{Part, PartKind};
use super::{Operand, Slot};

/// Leaves out negations that follow from others: those that deny all that another denies, and more.
///
/// `outside` are the slots that matter around the conjunction.
///
/// `fits` says whether an operand may stand for a slot: whether all its values are of the slot's sort.
pub(super) fn leave_out_implied(parts: &mut Vec<Part>, outside: &dyn Fn(&Slot) -> bool, fits: Fits<'_>) {
    let mut at = 0;
    while at < parts.len() {
        let follows = (0..parts.len()).any(|other| {
            let (PartKind::Not(less), PartKind::Not(more)) = (&parts[other].kind, &parts[at].kind) else {
                return false;
            };
            // Of two that say the same, the first stays.
            let follows = other != at && covers(less, &own(parts, other, outside), more, fits);
            follows && (other < at || !covers(more, &own(parts, at, outside), less, fits))
        });
        if follows {
            parts.remove(at);
        } else {
            at += 1;
        }
    }
}

/// The slots that belong to one part alone.
fn own(parts: &[Part], at: usize, outside: &dyn Fn(&Slot) -> bool) -> Slots {
    let elsewhere = |slot: &Slot| {
        parts.iter().enumerate().any(|(other, part)| other != at && part.slots().contains(slot))
    };
    parts[at].slots().into_iter().filter(|slot| !outside(slot) && !elsewhere(slot)).collect()
}

/// What stands for the own slots of one sentence in another.
type Standing = BTreeMap<Slot, Operand>;

/// Whether an operand may stand for a slot.
type Fits<'f> = &'f dyn Fn(Slot, Operand) -> bool;

/// Whether each of these parts is one of the others, with something standing for their own slots.
fn covers(parts: &[Part], own: &Slots, others: &[Part], fits: Fits<'_>) -> bool {
    fn search(parts: &[Part], own: &Slots, others: &[Part], fits: Fits<'_>, standing: &Standing) -> bool {
        let Some((first, rest)) = parts.split_first() else { return true };
        others.iter().any(|other| {
            let mut standing = standing.clone();
            same(&first.kind, &other.kind, own, fits, &mut standing)
                && search(rest, own, others, fits, &standing)
        })
    }
    search(parts, own, others, fits, &Standing::new())
}

/// Whether two parts are the same when something stands for the own slots of the first.
fn same(one: &PartKind, other: &PartKind, own: &Slots, fits: Fits<'_>, standing: &mut Standing) -> bool {
    let mut stands = |one: &Operand, other: &Operand| match one {
        Operand::Slot(slot) if own.contains(slot) => {
            fits(*slot, *other) && *standing.entry(*slot).or_insert(*other) == *other
        }
        _ => one == other,
    };
    match (one, other) {
        (PartKind::Atom { predicate, arguments }, PartKind::Atom { predicate: other, arguments: others }) => {
            predicate == other && arguments.iter().zip(others).all(|(one, other)| stands(one, other))
        }
        (PartKind::Call { callee, arguments }, PartKind::Call { callee: other, arguments: others }) => {
            callee == other && arguments.iter().zip(others).all(|(one, other)| stands(one, other))
        }
        (PartKind::Equal(left, right), PartKind::Equal(other_left, other_right)) => {
            stands(left, other_left) && stands(right, other_right)
        }
        (PartKind::Within(slot, sort), PartKind::Within(other, other_sort)) => {
            sort == other_sort && stands(&Operand::Slot(*slot), &Operand::Slot(*other))
        }
        (PartKind::Not(inner), PartKind::Not(others)) => {
            inner.len() == others.len()
                && inner
                    .iter()
                    .zip(others)
                    .all(|(one, other)| same(&one.kind, &other.kind, own, fits, standing))
        }
        _ => false,
    }
}
