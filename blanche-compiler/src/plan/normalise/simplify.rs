//! What a conjunction says in other words: variables that must be equal become one, and what follows from the
//! rest is left out.

use std::cell::OnceCell;

use super::implied::leave_out_implied;
use crate::plan::model::{Around, Frame, Operand, Part, PartKind, Slot, Slots, uses};
use crate::plan::planner::Planner;

impl Planner<'_> {
    /// Simplifies the parts of a conjunction, and of the negations in it.
    pub(crate) fn simplify(&mut self, parts: &mut Vec<Part>, bound: &Slots, frame: &Frame, around: &Around) {
        let outside = |slot: &Slot| around.outside.contains(slot) || bound.contains(slot);
        self.unite(parts, frame, &outside);
        // A negation sees what stands around it.
        let uses = uses(parts);
        for part in parts.iter_mut() {
            if let PartKind::Not(inner) = &mut part.kind {
                self.unite(inner, frame, &|slot| {
                    outside(slot) || uses.get(slot).is_some_and(|uses| *uses > 1)
                });
            }
        }
        let fits = |slot: Slot, operand: Operand| {
            let sort = frame.slots[slot.index()].sort;
            match operand {
                Operand::Slot(other) => self.program.is_part(frame.slots[other.index()].sort, sort),
                Operand::Constant(value) => self.program.sort(sort).contains(value),
            }
        };
        self.budget.take(leave_out_implied(parts, &outside, &fits));
        let known = OnceCell::new();
        let around = &around.known;
        let all: Vec<bool> = parts
            .iter()
            .map(|part| match &part.kind {
                PartKind::Not(inner) => match inner.as_slice() {
                    // What cannot hold is denied already.
                    inner if inner.iter().any(|part| part.kind == PartKind::Fail) => false,
                    [Part { kind: PartKind::Equal(left, right), .. }] => {
                        !known.get_or_init(|| around.and(parts)).differ(self.program, *left, *right)
                    }
                    _ => true,
                },
                _ => true,
            })
            .collect();
        let mut says = all.into_iter();
        parts.retain(|_| says.next().unwrap_or(true));
        parts.dedup_by(|a, b| a.kind == b.kind);
    }

    /// Puts one variable in place of another where both must be equal and one of them is known nowhere else.
    fn unite(&mut self, parts: &mut Vec<Part>, frame: &Frame, outside: &dyn Fn(&Slot) -> bool) {
        loop {
            let found = parts.iter().enumerate().find_map(|(at, part)| {
                let PartKind::Equal(left, right) = &part.kind else { return None };
                let own = |operand: &Operand| match operand {
                    Operand::Slot(slot) if !outside(slot) => Some(*slot),
                    _ => None,
                };
                match (own(left), own(right)) {
                    (Some(slot), _) if *right != Operand::Slot(slot) => Some((at, slot, *right)),
                    (_, Some(slot)) if *left != Operand::Slot(slot) => Some((at, slot, *left)),
                    _ => None,
                }
            });
            let Some((at, slot, value)) = found else { return };
            self.budget.take(parts.len());
            if self.budget.is_spent() {
                return;
            }
            let literal = parts.remove(at).literal;
            let sort = frame.slots[slot.index()].sort;
            let must = match value {
                Operand::Slot(other) => (!self.program.is_part(frame.slots[other.index()].sort, sort))
                    .then_some(PartKind::Within(other, sort)),
                Operand::Constant(constant) => {
                    (!self.program.sort(sort).contains(constant)).then_some(PartKind::Fail)
                }
            };
            self.substitute(parts, slot, value);
            parts.extend(must.map(|kind| Part { kind, literal }));
        }
    }

    /// Puts an operand in the place of a slot.
    pub(crate) fn substitute(&self, parts: &mut Vec<Part>, slot: Slot, value: Operand) {
        let replace = |operand: &mut Operand| {
            if *operand == Operand::Slot(slot) {
                *operand = value;
            }
        };
        parts.retain_mut(|part| {
            match &mut part.kind {
                PartKind::Atom { arguments, .. } | PartKind::Call { arguments, .. } => {
                    arguments.iter_mut().for_each(replace);
                }
                PartKind::Equal(left, right) => [left, right].into_iter().for_each(replace),
                PartKind::Within(known, sort) if *known == slot => match value {
                    Operand::Slot(other) => *known = other,
                    Operand::Constant(constant) if self.program.sort(*sort).contains(constant) => {
                        return false;
                    }
                    Operand::Constant(_) => part.kind = PartKind::Fail,
                },
                PartKind::Member(known, _) if *known == slot => {
                    let Operand::Slot(other) = value else {
                        unreachable!("what is in a set is no constant: sets are made behind this")
                    };
                    *known = other;
                }
                PartKind::Not(inner) => {
                    self.substitute(inner, slot, value);
                    // Nothing is left to deny: it holds.
                    if inner.is_empty() {
                        part.kind = PartKind::Fail;
                    }
                }
                PartKind::Within(..) | PartKind::Member(..) | PartKind::Fail => {}
            }
            true
        });
    }
}
