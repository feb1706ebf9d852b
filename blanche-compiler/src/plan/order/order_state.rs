//! The state of ordering a conjunction.

use super::agenda::{Agenda, Entry};
use super::candidates::Trial;
use crate::plan::model::{Conjunct, ConjunctKind, Context, Draft, Estimate, Slot, Slots, Step};
use crate::plan::normalise::is_range;
use crate::program::Program;

/// The state of ordering a conjunction.
pub(crate) struct Order<'o> {
    pub(crate) program: &'o Program,
    pub(crate) agenda: Agenda,
    pub(crate) bound: Slots,
    pub(crate) draft: &'o mut Draft,
    pub(crate) context: Context,
    /// The slots that make up the answers.
    pub(crate) wanted: Slots,
    pub(crate) steps: Vec<Step>,
    /// Whether the next step may run more than once per evaluation of the conjunction.
    pub(crate) several: bool,
    /// Number of sets that existed when the negations were planned.
    pub(crate) projections: usize,
    /// The cached estimate for the next variable, with the versions of the inputs from which it was computed.
    pub(crate) next: Option<((u64, usize, usize), Option<Estimate>)>,
}

impl Trial {
    /// Whether planning the negation again would give the same result.
    pub(crate) fn holds(&self, order: &Order<'_>) -> bool {
        let same_sets = !self.looked_up || self.mark.made == order.draft.prelude.made.len();
        self.repeated == order.repeats() && same_sets
    }

    /// Whether the block can be used unchanged once its additions are put back.
    pub(crate) fn is_ready(&self, order: &Order<'_>) -> bool {
        self.holds(order) && (self.added.is_empty() || self.mark == order.draft.mark())
    }
}

impl Order<'_> {
    /// Whether the next step runs repeatedly.
    pub(crate) fn repeats(&self) -> bool {
        self.context.repeated || self.several
    }

    /// Appends a step. After the first step with several answers, negations are tested repeatedly and must be
    /// planned again.
    pub(crate) fn push(&mut self, step: Step) {
        if step.gives_several() && !self.several {
            self.several = true;
            self.agenda.reconsider_negations();
        }
        self.steps.push(step);
    }

    /// Records that a slot is bound after the last step.
    pub(crate) fn bind(&mut self, slot: Slot) {
        if self.bound.insert(slot) {
            self.agenda.bind(slot);
            self.drop_range(slot);
            // If only this slot connected a conjunct to the answer, the conjunct is no longer connected to the answer.
            if self.wanted.contains(&slot) {
                let apart = self.agenda.open_with(slot).any(|open| open.is_disjoint(&self.wanted));
                self.agenda.may_be_split |= apart;
            }
        }
    }

    /// Removes the range literals of a slot. They only say that the slot's value belongs to the slot's sort.
    fn drop_range(&mut self, slot: Slot) {
        let frame = &self.draft.frame;
        let known = self.agenda.conjuncts_with(slot).filter(|(_, part)| is_range(self.program, part, frame));
        let known: Vec<usize> = known.map(|(at, _)| at).collect();
        for at in known {
            self.remove(at);
        }
    }

    pub(crate) fn remove(&mut self, at: usize) -> Entry {
        self.agenda.remove(at)
    }

    /// The bound slots and the context for a nested conjunction over `slots` that is evaluated at this point.
    pub(crate) fn inside(&self, slots: &Slots) -> (Slots, Context) {
        let mut bound: Slots = slots.intersection(&self.bound).copied().collect();
        // The variables from which a reduction is derived may be outside the nested conjunction.
        for known in &self.draft.prelude.reductions {
            let speaks_of = known.through.iter().chain([&known.of]);
            bound.extend(speaks_of.filter(|slot| self.bound.contains(slot)));
        }
        let live = |slot: &&Slot| self.context.live.contains(slot) || self.bound.contains(slot);
        let live = slots.iter().filter(live).copied().collect();
        let (known, repeated) = (self.context.known.clone(), self.repeats());
        (bound, Context { live, known, repeated })
    }

    /// The slots of a conjunct that are needed outside it: all its slots, or, for a negation, the slots that are not
    /// local to the negation.
    pub(crate) fn outer(&self, conjunct: &Conjunct, slots: &Slots) -> Slots {
        let is_not = matches!(conjunct.kind, ConjunctKind::Not(_));
        let is_live = |slot: &&Slot| {
            !is_not
                || self.context.live.contains(slot)
                || self.bound.contains(slot)
                || self.agenda.uses(**slot) > 1
        };
        slots.iter().filter(is_live).copied().collect()
    }
}
