//! Removes negations that other negations imply: if no black three meets a group, no black three meets that group
//! and another one.

use crate::plan::params::{IMPLIED_REACH, MOST_IMPLIED_COMPARISONS};
use std::collections::HashMap;

use blanche_sorted::SortedMap;

use crate::plan::faults::{self, Fault};
use crate::plan::model::{Conjunct, ConjunctKind, Operand, Slot, Slots, uses};

/// Removes each negation implied by another: one whose body contains the whole body of the other. Returns the
/// number of comparisons made.
///
/// `live` are the slots that are needed outside the conjunction.
///
/// `fits` returns whether an operand may replace a slot: whether all its values belong to the slot's sort.
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
            let [own, theirs] =
                [less, more].map(|negation| negation.slots().into_iter().filter(is_own).collect::<Slots>());
            let locals = match faults::has(Fault::InnerLocalsStandForAnything) {
                true => Default::default(),
                false => [inner_locals(denied, &own), inner_locals(others, &theirs)],
            };
            let mut comparison = Comparison { own, locals, fits, left: MOST_IMPLIED_COMPARISONS };
            let covered = comparison.covers(denied, others, &Standing::default());
            comparisons += 1 + MOST_IMPLIED_COMPARISONS - comparison.left;
            covered
        };
        // Of two equivalent negations, the first stays.
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

/// Whether an operand may replace a slot.
type Fits<'f> = &'f dyn Fn(Slot, Operand) -> bool;

/// Those of a body's own slots that occur in one nested negation and nowhere else.
fn inner_locals(conjuncts: &[Conjunct], own: &Slots) -> Slots {
    let uses = uses(conjuncts);
    let denied = conjuncts.iter().filter(|conjunct| matches!(conjunct.kind, ConjunctKind::Not(_)));
    denied.flat_map(Conjunct::slots).filter(|slot| own.contains(slot) && uses[slot] == 1).collect()
}

/// A substitution from the slots of one body to the operands of another.
#[derive(Clone, Default)]
struct Standing {
    /// For the body's own slots: operands that are bound if the other body holds.
    own: SortedMap<Slot, Operand>,
    /// For the local slots of a nested negation: slots of the corresponding negation.
    local: SortedMap<Slot, Slot>,
}

/// Checks whether one negated body holds whenever another does, so that the other negation is implied.
struct Comparison<'f> {
    /// The slots that only the first negation mentions.
    own: Slots,
    /// For both bodies, the slots that are local to a nested negation.
    locals: [Slots; 2],
    fits: Fits<'f>,
    /// Number of comparisons still allowed.
    left: usize,
}

impl Comparison<'_> {
    /// Whether each of `conjuncts` equals one of `others` under some substitution of its own slots. `false` once no
    /// comparisons are left.
    fn covers(&mut self, conjuncts: &[Conjunct], others: &[Conjunct], standing: &Standing) -> bool {
        let Some((first, rest)) = conjuncts.split_first() else { return true };
        others.iter().any(|other| {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let mut standing = standing.clone();
            self.same(&first.kind, &other.kind, &mut standing) && {
                standing.local.clear();
                self.covers(rest, others, &standing)
            }
        })
    }

    /// Whether two conjuncts are equal under the substitution, which is extended as needed.
    fn same(&self, one: &ConjunctKind, other: &ConjunctKind, standing: &mut Standing) -> bool {
        let mut all_stand = |ones: &[Operand], others: &[Operand]| {
            ones.len() == others.len()
                && ones.iter().zip(others).all(|(one, other)| self.stands(*one, *other, standing))
        };
        match (one, other) {
            (
                ConjunctKind::Atom { predicate, arguments },
                ConjunctKind::Atom { predicate: other, arguments: others },
            )
            | (
                ConjunctKind::Comparison { predicate, arguments },
                ConjunctKind::Comparison { predicate: other, arguments: others },
            ) => predicate == other && all_stand(arguments, others),
            (
                ConjunctKind::Call { callee, arguments },
                ConjunctKind::Call { callee: other, arguments: others },
            ) => callee == other && all_stand(arguments, others),
            (ConjunctKind::Equal(left, right), ConjunctKind::Equal(other_left, other_right)) => {
                all_stand(&[*left, *right], &[*other_left, *other_right])
            }
            (ConjunctKind::Within(slot, sort), ConjunctKind::Within(other, other_sort)) => {
                sort == other_sort && all_stand(&[Operand::Slot(*slot)], &[Operand::Slot(*other)])
            }
            (ConjunctKind::Not(inner), ConjunctKind::Not(others)) => {
                inner.len() == others.len()
                    && inner
                        .iter()
                        .zip(others)
                        .all(|(one, other)| self.same(&one.kind, &other.kind, standing))
            }
            _ => false,
        }
    }

    /// Whether an operand of the second body may replace one of the first, given the substitution so far.
    ///
    /// Within a nested negation the implication is reversed. A local slot there ranges over all its values, so it
    /// may be replaced only by another local slot, and one to one.
    fn stands(&self, one: Operand, other: Operand, standing: &mut Standing) -> bool {
        let [locals, other_locals] = &self.locals;
        match one {
            Operand::Slot(slot) if locals.contains(&slot) => {
                let Some(other) = other.slot().filter(|other| other_locals.contains(other)) else {
                    return false;
                };
                let is_alike =
                    (self.fits)(slot, Operand::Slot(other)) && (self.fits)(other, Operand::Slot(slot));
                let is_one_for_one =
                    standing.local.iter().all(|(known, stands)| (*known == slot) == (*stands == other));
                standing.local.insert(slot, other);
                is_alike && is_one_for_one
            }
            Operand::Slot(slot) if self.own.contains(&slot) => {
                other.slot().is_none_or(|other| !other_locals.contains(&other))
                    && (self.fits)(slot, other)
                    && *standing.own.entry(slot).or_insert(other) == other
            }
            _ => one == other,
        }
    }
}
