//! Removes negations that other negations imply: if no black three meets a group, then no black three meets both that
//! group and another group.

use crate::plan::params::{MAX_IMPLIED_COMPARISONS, MAX_IMPLIED_DISTANCE};
use std::collections::HashMap;

use blanche_sorted::SortedMap;

use crate::plan::faults::{self, Fault};
use crate::plan::model::{Conjunct, ConjunctKind, Operand, Slot, Slots, uses};

/// Removes each negation whose body contains the whole body of another negation, because the other negation implies it.
/// Returns the number of comparisons made.
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
        let near = at.saturating_sub(MAX_IMPLIED_DISTANCE)..(at + MAX_IMPLIED_DISTANCE).min(negations.len());
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
            let mut comparison = Comparison { own, locals, fits, left: MAX_IMPLIED_COMPARISONS };
            let covered = comparison.covers(denied, others, &Substitution::default());
            comparisons += 1 + MAX_IMPLIED_COMPARISONS - comparison.left;
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

/// The slots of a body that occur in one of its nested negations and nowhere else.
fn inner_locals(conjuncts: &[Conjunct], own: &Slots) -> Slots {
    let uses = uses(conjuncts);
    let denied = conjuncts.iter().filter(|conjunct| matches!(conjunct.kind, ConjunctKind::Not(_)));
    denied.flat_map(Conjunct::slots).filter(|slot| own.contains(slot) && uses[slot] == 1).collect()
}

/// A substitution from the slots of one body to the operands of another.
#[derive(Clone, Default)]
struct Substitution {
    /// For the body's own slots: operands that are bound if the other body holds.
    own: SortedMap<Slot, Operand>,
    /// For the local slots of a nested negation: slots of the corresponding negation.
    local: SortedMap<Slot, Slot>,
}

/// Checks whether one negated body holds whenever a second body holds, so that the first negation implies the second
/// negation.
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
    /// Whether, under some substitution, each of `conjuncts` equals one of `others`. `false` once no comparisons are
    /// left.
    fn covers(&mut self, conjuncts: &[Conjunct], others: &[Conjunct], substitution: &Substitution) -> bool {
        let Some((first, rest)) = conjuncts.split_first() else { return true };
        others.iter().any(|other| {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let mut substitution = substitution.clone();
            self.same(&first.kind, &other.kind, &mut substitution) && {
                substitution.local.clear();
                self.covers(rest, others, &substitution)
            }
        })
    }

    /// Whether two conjuncts are equal under the substitution, which is extended as needed.
    fn same(&self, one: &ConjunctKind, other: &ConjunctKind, substitution: &mut Substitution) -> bool {
        let mut all_stand = |ones: &[Operand], others: &[Operand]| {
            ones.len() == others.len()
                && ones.iter().zip(others).all(|(one, other)| self.may_replace(*one, *other, substitution))
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
                        .all(|(one, other)| self.same(&one.kind, &other.kind, substitution))
            }
            _ => false,
        }
    }

    /// Whether an operand of the second body may replace an operand of the first body, given the substitution so far.
    ///
    /// Within a nested negation the implication is reversed. A slot that is local to a nested negation ranges over all
    /// its values. It may therefore be replaced only by a local slot that replaces no other slot.
    fn may_replace(&self, one: Operand, other: Operand, substitution: &mut Substitution) -> bool {
        let [locals, other_locals] = &self.locals;
        match one {
            Operand::Slot(slot) if locals.contains(&slot) => {
                let Some(other) = other.slot().filter(|other| other_locals.contains(other)) else {
                    return false;
                };
                let is_alike =
                    (self.fits)(slot, Operand::Slot(other)) && (self.fits)(other, Operand::Slot(slot));
                let is_one_for_one =
                    substitution.local.iter().all(|(known, stands)| (*known == slot) == (*stands == other));
                substitution.local.insert(slot, other);
                is_alike && is_one_for_one
            }
            Operand::Slot(slot) if self.own.contains(&slot) => {
                other.slot().is_none_or(|other| !other_locals.contains(&other))
                    && (self.fits)(slot, other)
                    && *substitution.own.entry(slot).or_insert(other) == other
            }
            _ => one == other,
        }
    }
}
