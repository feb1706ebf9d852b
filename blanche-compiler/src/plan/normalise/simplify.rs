//! Simplifies a conjunction without changing its meaning: variables that must be equal are unified, and literals
//! implied by the rest are removed.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::implied_negations::leave_out_implied;
use crate::plan::faults::{self, Fault};
use crate::plan::model::{Callee, Conjunct, ConjunctKind, Context, Frame, Operand, Slot, Slots, uses};
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// Simplifies these conjuncts and the conjuncts of nested negations.
    pub(crate) fn simplify(
        &mut self,
        conjuncts: &mut Vec<Conjunct>,
        bound: &Slots,
        frame: &Frame,
        context: &Context,
    ) {
        let live = |slot: &Slot| context.live.contains(slot) || bound.contains(slot);
        self.unify(conjuncts, frame, &live);
        self.leave_out_ranges(conjuncts, bound, frame);
        // In a negation, outer variables may not be replaced.
        let uses = uses(conjuncts);
        for conjunct in conjuncts.iter_mut() {
            if let ConjunctKind::Not(inner) = &mut conjunct.kind {
                let is_outer = |slot: &Slot| live(slot) || uses.get(slot).is_some_and(|uses| *uses > 1);
                self.unify(inner, frame, &is_outer);
                // Variables from outside are bound before the negation is tested.
                let outer = inner.iter().flat_map(Conjunct::slots).filter(is_outer).collect();
                self.leave_out_ranges(inner, &outer, frame);
            }
        }
        let fits = |slot: Slot, operand: Operand| {
            let sort = frame.slots[slot.index()].sort;
            match operand {
                Operand::Slot(other) => self.program.is_part(frame.slots[other.index()].sort, sort),
                Operand::Constant(value) => self.program.sort(sort).contains(value),
            }
        };
        self.budget.take(leave_out_implied(conjuncts, &live, &fits));
        let known = OnceCell::new();
        let context = &context.known;
        let all: Vec<bool> = conjuncts
            .iter()
            .map(|conjunct| match &conjunct.kind {
                ConjunctKind::Not(inner) => match inner.as_slice() {
                    // The negation of something that never holds is always true.
                    inner if inner.iter().any(|conjunct| conjunct.kind == ConjunctKind::Fail) => false,
                    [Conjunct { kind: ConjunctKind::Equal(left, right), .. }] => {
                        !known.get_or_init(|| context.and(conjuncts)).differ(self.program, *left, *right)
                    }
                    _ => true,
                },
                _ => true,
            })
            .collect();
        let mut says = all.into_iter();
        conjuncts.retain(|_| says.next().unwrap_or(true));
        conjuncts.dedup_by(|a, b| a.kind == b.kind);
        if let Some(literal) = contradiction(conjuncts) {
            conjuncts.push(Conjunct { kind: ConjunctKind::Fail, literal });
        }
    }

    /// Unifies two variables that must be equal if one of them occurs only in these conjuncts.
    fn unify(&mut self, conjuncts: &mut Vec<Conjunct>, frame: &Frame, live: &dyn Fn(&Slot) -> bool) {
        loop {
            let found = conjuncts.iter().enumerate().find_map(|(at, conjunct)| {
                let ConjunctKind::Equal(left, right) = &conjunct.kind else { return None };
                let own = |operand: &Operand| match operand {
                    Operand::Slot(slot) if !live(slot) => Some(*slot),
                    _ => None,
                };
                match (own(left), own(right)) {
                    (Some(slot), _) if *right != Operand::Slot(slot) => Some((at, slot, *right)),
                    (_, Some(slot)) if *left != Operand::Slot(slot) => Some((at, slot, *left)),
                    _ => None,
                }
            });
            let Some((at, slot, value)) = found else { return };
            self.budget.take(conjuncts.len());
            if self.budget.is_spent() {
                return;
            }
            let literal = conjuncts.remove(at).literal;
            let sort = frame.slots[slot.index()].sort;
            let must = match value {
                Operand::Slot(other) => (!self.program.is_part(frame.slots[other.index()].sort, sort))
                    .then_some(ConjunctKind::Within(other, sort)),
                Operand::Constant(constant) => {
                    (!self.program.sort(sort).contains(constant)).then_some(ConjunctKind::Fail)
                }
            };
            self.substitute(conjuncts, slot, value, frame);
            let must = must.filter(|_| !faults::has(Fault::NarrowVariablesTakeAll));
            conjuncts.extend(must.map(|kind| Conjunct { kind, literal }));
        }
    }

    /// Replaces a slot by an operand.
    pub(crate) fn substitute(
        &self,
        conjuncts: &mut Vec<Conjunct>,
        slot: Slot,
        value: Operand,
        frame: &Frame,
    ) {
        let replace = |operand: &mut Operand| {
            if *operand == Operand::Slot(slot) {
                *operand = value;
            }
        };
        conjuncts.retain_mut(|conjunct| {
            match &mut conjunct.kind {
                ConjunctKind::Atom { arguments, .. } | ConjunctKind::Call { arguments, .. } => {
                    arguments.iter_mut().for_each(replace);
                }
                ConjunctKind::Comparison { predicate, arguments } => {
                    arguments.iter_mut().for_each(replace);
                    match self.comparison_of_constants(*predicate, arguments) {
                        Some(true) => return false,
                        Some(false) => conjunct.kind = ConjunctKind::Fail,
                        None => {}
                    }
                }
                ConjunctKind::Equal(left, right) => {
                    [&mut *left, &mut *right].into_iter().for_each(replace);
                    if faults::has(Fault::ValuesOfOtherSorts) {
                        return true;
                    }
                    // The equality may be impossible now: the new operand may be a value that the other operand cannot
                    // have.
                    match self.equality(*left, *right, frame) {
                        Some(kind) => conjunct.kind = kind,
                        None => return false,
                    }
                }
                ConjunctKind::Within(known, sort) if *known == slot => match value {
                    Operand::Slot(other) => *known = other,
                    Operand::Constant(constant) if self.program.sort(*sort).contains(constant) => {
                        return false;
                    }
                    Operand::Constant(_) => conjunct.kind = ConjunctKind::Fail,
                },
                ConjunctKind::Member(known, _) if *known == slot => {
                    let Operand::Slot(other) = value else {
                        unreachable!("what is in a set is no constant: sets are made behind this")
                    };
                    *known = other;
                }
                ConjunctKind::Not(inner) => {
                    self.substitute(inner, slot, value, frame);
                    // The negation of an empty conjunction never holds.
                    if inner.is_empty() {
                        conjunct.kind = ConjunctKind::Fail;
                    }
                }
                ConjunctKind::Within(..) | ConjunctKind::Member(..) | ConjunctKind::Fail => {}
            }
            true
        });
    }
}

/// The literal of a negation that contradicts other conjuncts, if there is one.
fn contradiction(conjuncts: &[Conjunct]) -> Option<String> {
    let denials = conjuncts.iter().filter_map(|conjunct| match &conjunct.kind {
        ConjunctKind::Not(inner) if !inner.is_empty() => Some((inner, &conjunct.literal)),
        _ => None,
    });
    let said: OnceCell<HashSet<(Callee, &[Operand])>> = OnceCell::new();
    let holds = |conjunct: &Conjunct| {
        let said = said.get_or_init(|| conjuncts.iter().filter_map(as_literal).collect());
        as_literal(conjunct).is_some_and(|asked| said.contains(&asked))
    };
    let mut denials = denials.filter(|(inner, _)| inner.iter().all(holds));
    denials.next().map(|(_, literal)| literal.clone())
}

/// The predicate and arguments of a literal, to compare it with other literals.
fn as_literal(conjunct: &Conjunct) -> Option<(Callee, &[Operand])> {
    match &conjunct.kind {
        ConjunctKind::Atom { predicate, arguments } => Some((Callee::Predicate(*predicate), arguments)),
        ConjunctKind::Call { callee, arguments } => Some((*callee, arguments)),
        _ => None,
    }
}
