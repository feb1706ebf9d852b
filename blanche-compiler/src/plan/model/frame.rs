//! The slots and sets of a rule or clause while it is planned. What is added on trial is taken back without a copy of
//! the rest.

use std::collections::{HashMap, HashSet};

use super::reductions::Reduction;
use super::steps::{HostValue, SetInfo, SetSlot, Slot, SlotInfo, Step};
use crate::program::SortId;

/// The slots of a rule or clause while it is planned.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    pub(crate) slots: Vec<SlotInfo>,
    pub(crate) host_values: Vec<HostValue>,
    pub(crate) sets: Vec<SetInfo>,
    /// How many members each set is expected to have.
    pub(crate) members: Vec<f64>,
    /// Sets may be made in front of everything else: it is entered once for a question.
    pub(crate) hoists: bool,
    /// The steps that make them.
    pub(crate) hoisted: Vec<Step>,
    /// What they stand for, so that none is made twice.
    pub(crate) projections: Vec<(String, SetSlot)>,
    /// How often one was looked for.
    pub(crate) looked_up: usize,
    /// Sets that follow for a variable from what hangs together with it.
    pub(crate) reductions: Vec<Reduction>,
    /// The clauses that were put in place of literals.
    pub(crate) unfolded: usize,
    slot_names: Names,
    set_names: Names,
}

/// How much there is in a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) slots: usize,
    pub(crate) host_values: usize,
    pub(crate) sets: usize,
    pub(crate) hoisted: usize,
    pub(crate) projections: usize,
    pub(crate) reductions: usize,
    pub(crate) unfolded: usize,
}

/// What was added to a frame behind a mark.
pub(crate) struct Added {
    slots: Vec<SlotInfo>,
    host_values: Vec<HostValue>,
    sets: Vec<SetInfo>,
    members: Vec<f64>,
    hoisted: Vec<Step>,
    projections: Vec<(String, SetSlot)>,
    reductions: Vec<Reduction>,
    pub(crate) unfolded: usize,
}

impl Frame {
    /// The frame of what is entered once for a question.
    pub(crate) fn entered_once() -> Frame {
        Frame { hoists: true, ..Frame::default() }
    }

    /// A new slot, with a name that no other slot of the frame has.
    pub(crate) fn add(&mut self, name: &str, sort: SortId) -> Slot {
        let name = self.slot_names.unique(name, '_');
        self.slots.push(SlotInfo { name, sort });
        Slot((self.slots.len() - 1) as u16)
    }

    /// A new set, with a name that no other set of the frame has.
    pub(crate) fn add_set(&mut self, name: &str, sort: SortId, members: f64) -> SetSlot {
        let name = self.set_names.unique(name, '.');
        self.sets.push(SetInfo { name, sort });
        self.members.push(members);
        SetSlot((self.sets.len() - 1) as u16)
    }

    pub(crate) fn host_value(&mut self, sort: SortId, text: &str) -> Slot {
        if let Some(known) = self.host_values.iter().find(|known| known.sort == sort && known.text == text) {
            return known.slot;
        }
        let name: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let slot = self.add(&format!("the_{name}"), sort);
        self.host_values.push(HostValue { slot, sort, text: text.to_owned() });
        slot
    }

    /// The set that was made for this already.
    pub(crate) fn projection(&mut self, text: &str) -> Option<SetSlot> {
        self.looked_up += 1;
        self.projections.iter().find(|(known, _)| known == text).map(|(_, set)| *set)
    }

    /// How much there is now. What is tried only adds.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            slots: self.slots.len(),
            host_values: self.host_values.len(),
            sets: self.sets.len(),
            hoisted: self.hoisted.len(),
            projections: self.projections.len(),
            reductions: self.reductions.len(),
            unfolded: self.unfolded,
        }
    }

    /// Takes out what was added since, so that the frame is again what it was.
    pub(crate) fn take_back(&mut self, mark: &Mark) -> Added {
        let added = Added {
            slots: self.slots.split_off(mark.slots),
            host_values: self.host_values.split_off(mark.host_values),
            sets: self.sets.split_off(mark.sets),
            members: self.members.split_off(mark.sets),
            hoisted: self.hoisted.split_off(mark.hoisted),
            projections: self.projections.split_off(mark.projections),
            reductions: self.reductions.split_off(mark.reductions),
            unfolded: self.unfolded,
        };
        self.unfolded = mark.unfolded;
        self.slot_names.forget(added.slots.iter().map(|slot| &slot.name));
        self.set_names.forget(added.sets.iter().map(|set| &set.name));
        added
    }

    /// Puts what was taken back in again. The frame must be what it was when that was added.
    pub(crate) fn put_back(&mut self, added: Added) {
        self.slot_names.taken.extend(added.slots.iter().map(|slot| slot.name.clone()));
        self.set_names.taken.extend(added.sets.iter().map(|set| set.name.clone()));
        self.slots.extend(added.slots);
        self.host_values.extend(added.host_values);
        self.sets.extend(added.sets);
        self.members.extend(added.members);
        self.hoisted.extend(added.hoisted);
        self.projections.extend(added.projections);
        self.reductions.extend(added.reductions);
        self.unfolded = added.unfolded;
    }
}

impl Added {
    /// Whether nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
            && self.host_values.is_empty()
            && self.sets.is_empty()
            && self.hoisted.is_empty()
            && self.projections.is_empty()
            && self.reductions.is_empty()
    }
}

/// Names of which each is given once.
#[derive(Clone, Default)]
struct Names {
    taken: HashSet<String>,
    /// The number that is tried next behind a name.
    next: HashMap<String, usize>,
}

impl Names {
    fn unique(&mut self, name: &str, sign: char) -> String {
        if self.taken.insert(name.to_owned()) {
            return name.to_owned();
        }
        let mut number = self.next.get(name).copied().unwrap_or(2);
        loop {
            let unique = format!("{name}{sign}{number}");
            number += 1;
            if self.taken.insert(unique.clone()) {
                self.next.insert(name.to_owned(), number);
                return unique;
            }
        }
    }

    fn forget<'n>(&mut self, names: impl Iterator<Item = &'n String>) {
        for name in names {
            self.taken.remove(name);
            // A number is free again.
            self.next.clear();
        }
    }
}
