//! The parts of a conjunction that were not asked yet. What was found out of a part is kept until something that it
//! hangs on changes: a slot of it is bound, or stands in no other part any more.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::candidates::{Candidate, Class, Rank, Trial};
use crate::plan::model::{Conjunct, ConjunctKind, Slot, Slots};

/// A part of a conjunction and what is known of it.
pub(crate) struct Entry {
    pub(crate) conjunct: Conjunct,
    /// The slots in it.
    pub(crate) slots: Slots,
    /// The best way to ask it now, if there is one and it was looked for.
    pub(crate) candidate: Option<Candidate>,
    /// Of a negation how it was planned last.
    pub(crate) trial: Option<Trial>,
}

/// The parts that are left, by numbers that grow in their order.
#[derive(Default)]
pub(crate) struct Agenda {
    entries: BTreeMap<usize, Entry>,
    next: usize,
    /// Slots that matter outside.
    live: Slots,
    /// The parts that a slot stands in.
    users: HashMap<Slot, BTreeSet<usize>>,
    /// The unbound slots that a part shares with others or gives, if there are any.
    open: BTreeMap<usize, Slots>,
    /// The parts for which the best way must be looked for.
    stale: BTreeSet<usize>,
    /// The others that can be asked, the best first.
    ready: BTreeSet<(Class, Rank, usize)>,
    /// Grows when something changes in the open parts.
    pub(crate) version: u64,
    /// Whether parts that hung together may do so no more.
    pub(crate) may_be_split: bool,
}

impl Agenda {
    pub(crate) fn new(conjuncts: Vec<Conjunct>, bound: &Slots, live: &Slots) -> Agenda {
        let mut agenda = Agenda { live: live.clone(), may_be_split: true, ..Agenda::default() };
        for conjunct in conjuncts {
            let slots = conjunct.slots();
            slots.iter().for_each(|slot| {
                agenda.users.entry(*slot).or_default().insert(agenda.next);
            });
            agenda.entries.insert(agenda.next, Entry { conjunct, slots, candidate: None, trial: None });
            agenda.next += 1;
        }
        (0..agenda.next).for_each(|at| agenda.look_again(at, bound));
        agenda
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The parts with their numbers.
    pub(crate) fn conjuncts(&self) -> impl Iterator<Item = (usize, &Conjunct)> {
        self.entries.iter().map(|(at, entry)| (*at, &entry.conjunct))
    }

    pub(crate) fn conjunct(&self, at: usize) -> &Conjunct {
        &self.entries[&at].conjunct
    }

    pub(crate) fn slots(&self, at: usize) -> &Slots {
        &self.entries[&at].slots
    }

    /// The parts that a slot stands in, with their numbers.
    pub(crate) fn conjuncts_with(&self, slot: Slot) -> impl Iterator<Item = (usize, &Conjunct)> {
        self.users.get(&slot).into_iter().flatten().map(|at| (*at, &self.entries[at].conjunct))
    }

    /// How many parts a slot stands in.
    pub(crate) fn uses(&self, slot: Slot) -> usize {
        self.users.get(&slot).map_or(0, BTreeSet::len)
    }

    /// The parts with unbound slots that they share with others or give.
    pub(crate) fn open(&self) -> &BTreeMap<usize, Slots> {
        &self.open
    }

    /// The unbound slots of each open part that a slot stands in.
    pub(crate) fn open_with(&self, slot: Slot) -> impl Iterator<Item = &Slots> {
        self.users.get(&slot).into_iter().flatten().filter_map(|at| self.open.get(at))
    }

    /// Adds a part behind the others; gives its number.
    pub(crate) fn push(&mut self, conjunct: Conjunct, bound: &Slots) -> usize {
        let (at, slots) = (self.next, conjunct.slots());
        self.next += 1;
        for slot in &slots {
            self.users.entry(*slot).or_default().insert(at);
        }
        let shared: Vec<usize> = slots.iter().filter_map(|slot| self.only_other(*slot, at)).collect();
        self.entries.insert(at, Entry { conjunct, slots, candidate: None, trial: None });
        shared.into_iter().chain([at]).for_each(|at| self.look_again(at, bound));
        self.version += 1;
        at
    }

    /// Takes a part out.
    pub(crate) fn remove(&mut self, at: usize) -> Entry {
        let entry = self.lift(at);
        self.stale.remove(&at);
        if let Some(open) = self.open.remove(&at) {
            self.may_be_split |= open.len() > 1;
            self.version += 1;
        }
        for slot in &entry.slots {
            if let Some(users) = self.users.get_mut(slot) {
                users.remove(&at);
            }
        }
        for slot in &entry.slots {
            if let Some(other) = self.only_other(*slot, at) {
                let is_own = matches!(self.entries[&other].conjunct.kind, ConjunctKind::Not(_))
                    && !self.live.contains(slot);
                self.forget(other, is_own.then_some(*slot));
            }
        }
        entry
    }

    /// Takes note of a slot that was bound just now.
    pub(crate) fn bind(&mut self, slot: Slot) {
        let users: Vec<usize> = self.users.get(&slot).into_iter().flatten().copied().collect();
        users.iter().for_each(|at| self.forget(*at, Some(slot)));
        self.may_be_split |= users.iter().filter(|at| self.open.contains_key(at)).count() > 1;
    }

    /// The one part besides this that a slot stands in, where there is one only.
    fn only_other(&self, slot: Slot, at: usize) -> Option<usize> {
        let mut others = self.users.get(&slot)?.iter().filter(|other| **other != at);
        let (other, None) = (others.next()?, others.next()) else { return None };
        Some(*other)
    }

    /// Forgets what was found out of a part, of which a slot is perhaps not open any more.
    fn forget(&mut self, at: usize, closed: Option<Slot>) {
        self.stale.insert(at);
        let Some(open) = self.open.get_mut(&at) else { return };
        if closed.is_some_and(|slot| open.remove(&slot)) && open.is_empty() {
            self.open.remove(&at);
        }
        self.version += 1;
    }

    /// Forgets what was found out of a part, and finds its open slots.
    fn look_again(&mut self, at: usize, bound: &Slots) {
        self.stale.insert(at);
        let entry = &self.entries[&at];
        let is_not = matches!(entry.conjunct.kind, ConjunctKind::Not(_));
        let is_open = |slot: &&Slot| {
            !bound.contains(slot) && (!is_not || self.live.contains(slot) || self.uses(**slot) > 1)
        };
        let open: Slots = entry.slots.iter().filter(is_open).copied().collect();
        let before = if open.is_empty() { self.open.remove(&at) } else { self.open.insert(at, open) };
        if before.is_some() || self.open.contains_key(&at) {
            self.version += 1;
        }
    }

    /// Forgets what was found out of negations.
    pub(crate) fn look_at_negations_again(&mut self) {
        let negations =
            self.entries.iter().filter(|(_, entry)| matches!(entry.conjunct.kind, ConjunctKind::Not(_)));
        self.stale.extend(negations.map(|(at, _)| *at));
    }

    /// The parts for which the best way must be looked for, in their order.
    pub(crate) fn stale(&self) -> Vec<usize> {
        self.stale.iter().copied().collect()
    }

    pub(crate) fn is_stale(&self, at: usize) -> bool {
        self.stale.contains(&at)
    }

    /// Lifts a part out for a moment, to look for the best way to ask it.
    pub(crate) fn lift(&mut self, at: usize) -> Entry {
        let entry = self.entries.remove(&at).expect("a part that is left has its number");
        if let Some(candidate) = &entry.candidate {
            self.ready.remove(&(candidate.class, candidate.rank(), at));
        }
        entry
    }

    /// Lays it back, with the best way as it is now.
    pub(crate) fn lay_back(&mut self, at: usize, entry: Entry) {
        self.stale.remove(&at);
        if let Some(candidate) = &entry.candidate {
            self.ready.insert((candidate.class, candidate.rank(), at));
        }
        self.entries.insert(at, entry);
    }

    /// The best part to ask now, of those up to a class: what is stale is not among them.
    pub(crate) fn best(&self, up_to: Class) -> Option<usize> {
        self.ready.first().filter(|(class, ..)| *class <= up_to).map(|(.., at)| *at)
    }

    pub(crate) fn candidate(&self, at: usize) -> Option<&Candidate> {
        self.entries[&at].candidate.as_ref()
    }
}
