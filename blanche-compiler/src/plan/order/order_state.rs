//! A conjunction that is being ordered.

use super::agenda::{Agenda, Entry};
use super::candidates::Trial;
use crate::plan::model::{Conjunct, ConjunctKind, Context, Draft, Estimate, Slot, Slots, Step};
use crate::plan::normalise::is_range;
use crate::program::Program;

/// A conjunction that is being ordered.
pub(crate) struct Order<'o> {
    pub(crate) program: &'o Program,
    pub(crate) agenda: Agenda,
    pub(crate) bound: Slots,
    pub(crate) draft: &'o mut Draft,
    pub(crate) context: Context,
    /// The slots that its answers consist of.
    pub(crate) wanted: Slots,
    pub(crate) steps: Vec<Step>,
    /// Whether what comes next is asked more than once for each time that this is.
    pub(crate) several: bool,
    /// The sets that negations were planned with.
    pub(crate) projections: usize,
    /// What the next variable is expected to give, and of what that was found out.
    pub(crate) next: Option<((u64, usize, usize), Option<Estimate>)>,
}

impl Trial {
    /// Whether it would become the same now.
    pub(crate) fn holds(&self, order: &Order<'_>) -> bool {
        let same_sets = !self.looked_up || self.mark.made == order.draft.prelude.made.len();
        self.repeated == order.repeats() && same_sets
    }

    /// Whether its block can be used as it is, once what it added is put back.
    pub(crate) fn is_ready(&self, order: &Order<'_>) -> bool {
        self.holds(order) && (self.added.is_empty() || self.mark == order.draft.mark())
    }
}

impl Order<'_> {
    /// Whether what comes next is asked again and again.
    pub(crate) fn repeats(&self) -> bool {
        self.context.repeated || self.several
    }

    /// Adds a step. Behind the first that gives several answers negations are asked more than once.
    pub(crate) fn push(&mut self, step: Step) {
        if step.gives_several() && !self.several {
            self.several = true;
            self.agenda.look_at_negations_again();
        }
        self.steps.push(step);
    }

    /// Notes that a slot has a value behind the last step.
    pub(crate) fn bind(&mut self, slot: Slot) {
        if self.bound.insert(slot) {
            self.agenda.bind(slot);
            self.drop_range(slot);
            // What hung together with an answer by this slot alone does so no more.
            if self.wanted.contains(&slot) {
                let apart = self.agenda.open_with(slot).any(|open| open.is_disjoint(&self.wanted));
                self.agenda.may_be_split |= apart;
            }
        }
    }

    /// Drops what only says that a value is of its sort.
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

    /// What is bound and what stands around a question over some slots that is asked now.
    pub(crate) fn inside(&self, slots: &Slots) -> (Slots, Context) {
        let mut bound: Slots = slots.intersection(&self.bound).copied().collect();
        // What a set follows from may lie outside.
        for known in &self.draft.prelude.reductions {
            let speaks_of = known.through.iter().chain([&known.of]);
            bound.extend(speaks_of.filter(|slot| self.bound.contains(slot)));
        }
        let live = |slot: &&Slot| self.context.live.contains(slot) || self.bound.contains(slot);
        let live = slots.iter().filter(live).copied().collect();
        let (known, repeated) = (self.context.known.clone(), self.repeats());
        (bound, Context { live, known, repeated })
    }

    /// The slots of a part that matter outside it; of a negation, those that are not its own.
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
