//! The conjuncts that are not planned yet. The results computed for a conjunct are cached until one of the conjunct's
//! slots is bound, or no longer occurs in any other conjunct.

use std::collections::HashMap;

use blanche_sorted::{SortedMap, SortedSet};

use super::candidates::{Candidate, Class, Rank, Trial};
use crate::plan::model::{Conjunct, ConjunctKind, Slot, Slots};

/// A conjunct and the results cached for it.
pub(crate) struct Entry {
    pub(crate) conjunct: Conjunct,
    /// The slots that the conjunct mentions.
    pub(crate) slots: Slots,
    /// The best candidate, if the conjunct can be evaluated now and has been weighed.
    pub(crate) candidate: Option<Candidate>,
    /// For a negation, its plan from the last trial.
    pub(crate) trial: Option<Trial>,
}

/// The remaining conjuncts, by number. The numbers follow the original order of the conjuncts.
#[derive(Default)]
pub(crate) struct Agenda {
    entries: SortedMap<usize, Entry>,
    next: usize,
    /// Slots that are needed outside the conjunction.
    live: Slots,
    /// For each slot, the conjuncts that mention it.
    users: HashMap<Slot, SortedSet<usize>>,
    /// The open slots of each conjunct that has any. A slot of a conjunct is open if it is unbound, and the conjunct
    /// binds it or shares it with other conjuncts.
    open: SortedMap<usize, Slots>,
    /// The conjuncts whose best candidate must be recomputed.
    stale: SortedSet<usize>,
    /// The conjuncts that can be evaluated now and are not in `stale`, best first.
    ready: SortedSet<(Class, Rank, usize)>,
    /// Incremented whenever the open slots change.
    pub(crate) version: u64,
    /// Whether conjuncts that were connected by shared slots may now be unconnected.
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
        (0..agenda.next).for_each(|at| agenda.refresh(at, bound));
        agenda
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The conjuncts with their numbers.
    pub(crate) fn conjuncts(&self) -> impl Iterator<Item = (usize, &Conjunct)> {
        self.entries.iter().map(|(at, entry)| (*at, &entry.conjunct))
    }

    pub(crate) fn conjunct(&self, at: usize) -> &Conjunct {
        &self.entries[&at].conjunct
    }

    pub(crate) fn slots(&self, at: usize) -> &Slots {
        &self.entries[&at].slots
    }

    /// The conjuncts that mention a slot, with their numbers.
    pub(crate) fn conjuncts_with(&self, slot: Slot) -> impl Iterator<Item = (usize, &Conjunct)> {
        self.users.get(&slot).into_iter().flatten().map(|at| (*at, &self.entries[at].conjunct))
    }

    /// The number of conjuncts that mention a slot.
    pub(crate) fn uses(&self, slot: Slot) -> usize {
        self.users.get(&slot).map_or(0, SortedSet::len)
    }

    /// The open slots of each conjunct that has any. A slot of a conjunct is open if it is unbound, and the conjunct
    /// binds it or shares it with other conjuncts.
    pub(crate) fn open(&self) -> &SortedMap<usize, Slots> {
        &self.open
    }

    /// The open slots of each conjunct that mentions a slot.
    pub(crate) fn open_with(&self, slot: Slot) -> impl Iterator<Item = &Slots> {
        self.users.get(&slot).into_iter().flatten().filter_map(|at| self.open.get(at))
    }

    /// Appends a conjunct and returns its number.
    pub(crate) fn push(&mut self, conjunct: Conjunct, bound: &Slots) -> usize {
        let (at, slots) = (self.next, conjunct.slots());
        self.next += 1;
        for slot in &slots {
            self.users.entry(*slot).or_default().insert(at);
        }
        let shared: Vec<usize> = slots.iter().filter_map(|slot| self.only_other(*slot, at)).collect();
        self.entries.insert(at, Entry { conjunct, slots, candidate: None, trial: None });
        shared.into_iter().chain([at]).for_each(|at| self.refresh(at, bound));
        self.version += 1;
        at
    }

    /// Removes and returns a conjunct.
    pub(crate) fn remove(&mut self, at: usize) -> Entry {
        let entry = self.take_entry(at);
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

    /// Records that a slot has just been bound.
    pub(crate) fn bind(&mut self, slot: Slot) {
        let users: Vec<usize> = self.users.get(&slot).into_iter().flatten().copied().collect();
        users.iter().for_each(|at| self.forget(*at, Some(slot)));
        self.may_be_split |= users.iter().filter(|at| self.open.contains_key(at)).count() > 1;
    }

    /// The only conjunct other than `at` that mentions a slot, if there is exactly one.
    fn only_other(&self, slot: Slot, at: usize) -> Option<usize> {
        let mut others = self.users.get(&slot)?.iter().filter(|other| **other != at);
        let (other, None) = (others.next()?, others.next()) else { return None };
        Some(*other)
    }

    /// Discards the cached results for a conjunct, and closes a slot if `closed` names one.
    fn forget(&mut self, at: usize, closed: Option<Slot>) {
        self.stale.insert(at);
        let Some(open) = self.open.get_mut(&at) else { return };
        if closed.is_some_and(|slot| open.remove(&slot)) && open.is_empty() {
            self.open.remove(&at);
        }
        self.version += 1;
    }

    /// Discards the cached results for a conjunct and recomputes its open slots.
    fn refresh(&mut self, at: usize, bound: &Slots) {
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

    /// Discards the cached candidates of all negations.
    pub(crate) fn reconsider_negations(&mut self) {
        let negations =
            self.entries.iter().filter(|(_, entry)| matches!(entry.conjunct.kind, ConjunctKind::Not(_)));
        self.stale.extend(negations.map(|(at, _)| *at));
    }

    /// The conjuncts whose best candidate must be recomputed, in order.
    pub(crate) fn stale(&self) -> Vec<usize> {
        self.stale.iter().copied().collect()
    }

    pub(crate) fn is_stale(&self, at: usize) -> bool {
        self.stale.contains(&at)
    }

    /// Removes a conjunct temporarily, while its best candidate is recomputed.
    pub(crate) fn take_entry(&mut self, at: usize) -> Entry {
        let entry = self.entries.remove(&at).expect("a part that is left has its number");
        if let Some(candidate) = &entry.candidate {
            self.ready.remove(&(candidate.class, candidate.rank(), at));
        }
        entry
    }

    /// Puts a conjunct back, with its recomputed candidate.
    pub(crate) fn put_entry(&mut self, at: usize, entry: Entry) {
        self.stale.remove(&at);
        if let Some(candidate) = &entry.candidate {
            self.ready.insert((candidate.class, candidate.rank(), at));
        }
        self.entries.insert(at, entry);
    }

    /// The best conjunct to evaluate now, among the conjuncts whose candidate has a class of at most `up_to`. Conjuncts
    /// whose candidate must be recomputed are ignored.
    pub(crate) fn best(&self, up_to: Class) -> Option<usize> {
        self.ready.first().filter(|(class, ..)| *class <= up_to).map(|(.., at)| *at)
    }

    pub(crate) fn candidate(&self, at: usize) -> Option<&Candidate> {
        self.entries[&at].candidate.as_ref()
    }
}
