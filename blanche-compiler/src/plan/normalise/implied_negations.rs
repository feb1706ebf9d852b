//! Negations that say nothing new: if no black three meets one group, no black three meets that group and another.

use crate::plan::params::{IMPLIED_REACH, MOST_IMPLIED_COMPARISONS};
use std::collections::{BTreeMap, HashMap};

use crate::plan::model::{Conjunct, ConjunctKind, Operand, Slot, Slots, uses};

/// Leaves out negations that follow from others: those that deny all that another denies, and more. Gives the number of
/// comparisons.
///
/// `live` are the slots that matter around the conjunction.
///
/// `fits` says whether an operand may stand for a slot: whether all its values are of the slot's sort.
pub(crate) fn leave_out_implied(
    conjuncts: &mut Vec<Conjunct>,
    live: &dyn Fn(&Slot) -> bool,
    fits: Fits<'_>,
) -> usize {
    let mut comparisons = 0;
    let mut negations: Vec<usize> =
        (0..conjuncts.len()).filter(|at| matches!(conjuncts[*at].kind, ConjunctKind::Not(_))).collect();
    if negations.len() < 2 {
        return comparisons;
    }
    let mut uses = uses(conjuncts);
    let mut gone = Vec::new();
    let mut at = 0;
    while at < negations.len() {
        let near = at.saturating_sub(IMPLIED_REACH)..(at + IMPLIED_REACH).min(negations.len());
        let mut covered = |less: usize, more: usize, uses: &HashMap<Slot, usize>| {
            let (less, more) = (&conjuncts[negations[less]], &conjuncts[negations[more]]);
            let (ConjunctKind::Not(denied), ConjunctKind::Not(others)) = (&less.kind, &more.kind) else {
                return false;
            };
            let is_own = |slot: &Slot| !live(slot) && uses[slot] == 1;
            let own: Slots = less.slots().into_iter().filter(is_own).collect();
            let mut left = MOST_IMPLIED_COMPARISONS;
            let covered = covers(denied, &own, others, fits, &mut left);
            comparisons += 1 + MOST_IMPLIED_COMPARISONS - left;
            covered
        };
        // Of two that say the same, the first stays.
        let follows = near.into_iter().any(|other| {
            other != at && covered(other, at, &uses) && (other < at || !covered(at, other, &uses))
        });
        if follows {
            let left_out = negations.remove(at);
            for slot in conjuncts[left_out].slots() {
                uses.entry(slot).and_modify(|uses| *uses -= 1);
            }
            gone.push(left_out);
        } else {
            at += 1;
        }
    }
    let mut number = 0;
    conjuncts.retain(|_| {
        number += 1;
        gone.binary_search(&(number - 1)).is_err()
    });
    comparisons
}

/// What stands for the own slots of one body in another.
type Standing = BTreeMap<Slot, Operand>;

/// Whether an operand may stand for a slot.
type Fits<'f> = &'f dyn Fn(Slot, Operand) -> bool;

/// Whether each of these parts is one of the others, with something standing for their own slots. Not, where nothing is
/// left of the comparisons that it may take.
fn covers(
    conjuncts: &[Conjunct],
    own: &Slots,
    others: &[Conjunct],
    fits: Fits<'_>,
    left: &mut usize,
) -> bool {
    fn search(
        conjuncts: &[Conjunct],
        own: &Slots,
        others: &[Conjunct],
        fits: Fits<'_>,
        standing: &Standing,
        left: &mut usize,
    ) -> bool {
        let Some((first, rest)) = conjuncts.split_first() else { return true };
        others.iter().any(|other| {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            let mut standing = standing.clone();
            same(&first.kind, &other.kind, own, fits, &mut standing)
                && search(rest, own, others, fits, &standing, left)
        })
    }
    search(conjuncts, own, others, fits, &Standing::new(), left)
}

/// Whether two parts are the same when something stands for the own slots of the first.
fn same(
    one: &ConjunctKind,
    other: &ConjunctKind,
    own: &Slots,
    fits: Fits<'_>,
    standing: &mut Standing,
) -> bool {
    let mut stands = |one: &Operand, other: &Operand| match one {
        Operand::Slot(slot) if own.contains(slot) => {
            fits(*slot, *other) && *standing.entry(*slot).or_insert(*other) == *other
        }
        _ => one == other,
    };
    match (one, other) {
        (
            ConjunctKind::Atom { predicate, arguments },
            ConjunctKind::Atom { predicate: other, arguments: others },
        ) => predicate == other && arguments.iter().zip(others).all(|(one, other)| stands(one, other)),
        (
            ConjunctKind::Call { callee, arguments },
            ConjunctKind::Call { callee: other, arguments: others },
        ) => callee == other && arguments.iter().zip(others).all(|(one, other)| stands(one, other)),
        (
            ConjunctKind::Comparison { predicate, arguments },
            ConjunctKind::Comparison { predicate: other, arguments: others },
        ) => predicate == other && arguments.iter().zip(others).all(|(one, other)| stands(one, other)),
        (ConjunctKind::Equal(left, right), ConjunctKind::Equal(other_left, other_right)) => {
            stands(left, other_left) && stands(right, other_right)
        }
        (ConjunctKind::Within(slot, sort), ConjunctKind::Within(other, other_sort)) => {
            sort == other_sort && stands(&Operand::Slot(*slot), &Operand::Slot(*other))
        }
        (ConjunctKind::Not(inner), ConjunctKind::Not(others)) => {
            inner.len() == others.len()
                && inner
                    .iter()
                    .zip(others)
                    .all(|(one, other)| same(&one.kind, &other.kind, own, fits, standing))
        }
        _ => false,
    }
}
