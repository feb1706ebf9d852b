//! What a score denies of a variable becomes a set, where that costs less than to deny it of one value after the
//! other: what is left can be counted without being gone through.
//!
//! Scores of one player are planned in one frame, and a set that several of them need is made once.

use crate::plan::model::{Action, Around, Callee, Frame, Known, Operand, Part, PartKind, Slot, Slots, uses};
use crate::plan::order::canonical;
use crate::plan::planner::Planner;
use crate::program::PredicateKind;

impl Planner<'_> {
    /// Puts sets in the place of negations that speak of one slot that the others speak of too, or that is among those
    /// that matter outside, and of no other such slot.
    pub(crate) fn exclude(&mut self, parts: &mut Vec<Part>, outside: &Slots, frame: &mut Frame) {
        let positive: Vec<Part> =
            parts.iter().filter(|part| !matches!(part.kind, PartKind::Not(_))).cloned().collect();
        let mut left = Vec::new();
        let uses = uses(parts);
        for part in parts.iter() {
            self.budget.take(parts.len());
            if self.budget.is_spent() {
                return;
            }
            let elsewhere = |slot: &Slot| outside.contains(slot) || uses[slot] > 1;
            match self.excluded_sets(part, &elsewhere, &positive, frame) {
                Some(sets) => left.extend(sets),
                None => left.push(part.clone()),
            }
        }
        *parts = left;
    }

    /// Sets that say what a negation says; none where it is no such negation, or is denied more cheaply as it stands.
    fn excluded_sets(
        &mut self,
        part: &Part,
        elsewhere: &dyn Fn(&Slot) -> bool,
        positive: &[Part],
        frame: &mut Frame,
    ) -> Option<Vec<Part>> {
        let PartKind::Not(inner) = &part.kind else { return None };
        let mut shared = part.slots().into_iter().filter(|slot| elsewhere(slot));
        let (slot, None) = (shared.next()?, shared.next()) else { return None };
        let sort = self.program.sort(frame.slots[slot.index()].sort).root;
        self.program.sort(sort).set_words()?;
        // What is tried leaves no trace where it is not worth it.
        let mut trial = frame.clone();
        let denied = self.clauses(inner, &part.literal, &mut trial);
        let turns = self.answers(positive, &Slots::new(), frame);
        let (mut sets, mut cost) = (Vec::new(), 0.0);
        for parts in denied {
            let speaks = parts.iter().any(|part| part.slots().contains(&slot));
            if parts.iter().any(|part| part.kind == PartKind::Fail) {
                continue;
            }
            if !speaks || parts.iter().any(|part| self.asks_in(part)) || !self.bind_themselves(&parts, slot) {
                return None;
            }
            if let [Part { kind: PartKind::Atom { .. } | PartKind::Equal(..), .. }] = parts.as_slice() {
                // That is a set already.
                sets.push(Part { kind: PartKind::Not(parts), literal: part.literal.clone() });
                continue;
            }
            let text = canonical(&parts, slot);
            let known = trial.projections.iter().find(|(known, _)| *known == text).map(|(_, set)| *set);
            let set = match known {
                Some(set) => set,
                None => {
                    let name = self.excluded_name(inner, slot, frame);
                    // What is gone through here is bound again elsewhere, so it has a place of its own.
                    let (mut parts, of) = (parts, &frame.slots[slot.index()]);
                    let member = trial.add(&of.name, of.sort);
                    self.substitute(&mut parts, slot, Operand::Slot(member));
                    let set = self.project(parts, member, sort, &part.literal, &name, &mut trial);
                    trial.projections.push((text, set));
                    cost += trial.hoisted.last().map_or(0.0, |step| match &step.action {
                        Action::Collect { block, add, .. } => {
                            block.estimate.cost + block.estimate.answers * self.keep_cost(add)
                        }
                        _ => step.estimate.cost,
                    });
                    set
                }
            };
            let member = Part { kind: PartKind::Member(slot, set), literal: part.literal.clone() };
            sets.push(Part { kind: PartKind::Not(vec![member]), literal: part.literal.clone() });
        }
        let asked = turns * self.cost_of_asking(inner, slot, frame);
        (cost < asked).then(|| {
            *frame = trial;
            sets
        })
    }

    /// What a set is called: after the predicate that is denied, `border.black`, or after its members.
    fn excluded_name(&self, inner: &[Part], slot: Slot, frame: &Frame) -> String {
        let [Part { kind: PartKind::Call { callee: Callee::Predicate(id), arguments }, .. }] = inner else {
            return format!("{}.denied", frame.slots[slot.index()].name);
        };
        let predicate = self.program.predicate(*id);
        let constants = arguments.iter().enumerate().filter_map(|(at, argument)| {
            let root = self.program.sort(predicate.sort(at)).root;
            Some(self.program.sort(root).text(argument.constant()?))
        });
        constants.fold(predicate.name.clone(), |name, constant| format!("{name}.{constant}"))
    }

    /// What a negation denies, one conjunction for each clause that it may hold by.
    fn clauses(&mut self, inner: &[Part], literal: &str, frame: &mut Frame) -> Vec<Vec<Part>> {
        let [Part { kind: PartKind::Call { callee, arguments }, .. }] = inner else {
            return vec![inner.to_vec()];
        };
        let clauses = match callee {
            Callee::Predicate(id) => match &self.program.predicate(*id).kind {
                PredicateKind::Derived(clauses) => clauses.clone(),
                _ => return vec![inner.to_vec()],
            },
            Callee::Branches(_) | Callee::After(_) => return vec![inner.to_vec()],
        };
        let fitting: Vec<_> =
            self.fitting(&clauses, arguments).into_iter().map(|(_, clause)| clause.clone()).collect();
        let unfolded = fitting.iter().map(|clause| {
            let mut parts = Vec::new();
            self.unfold(clause, arguments, literal.to_owned(), frame, &mut parts);
            parts
        });
        unfolded.collect()
    }

    /// What it costs to ask once whether some parts hold of a value.
    fn cost_of_asking(&mut self, inner: &[Part], slot: Slot, frame: &mut Frame) -> f64 {
        let bound = Slots::from([slot]);
        let around = Around { outside: bound.clone(), known: Known::default(), repeated: false };
        let mark = frame.mark();
        let block = self.conjunction(inner.to_vec(), bound, frame, &around, None);
        frame.take_back(&mark);
        1.0 + block.estimate.cost
    }
}
