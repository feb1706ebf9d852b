//! The slots and sets of a rule or clause during planning.

use std::collections::{HashMap, HashSet};

use super::steps::{HostValue, SetInfo, SetSlot, Slot, SlotInfo};
use crate::program::SortId;

/// The slots and sets of a rule or clause during planning. Passes only add to it.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    pub(crate) slots: Vec<SlotInfo>,
    pub(crate) host_values: Vec<HostValue>,
    pub(crate) sets: Vec<PlannedSet>,
    /// Number of clauses that have replaced the literals that call them.
    pub(crate) unfolded: usize,
    slot_names: Names,
    set_names: Names,
}

/// A set of a frame. The pass that adds the set estimates its size, and all later passes rely on this estimate.
#[derive(Clone)]
pub(crate) struct PlannedSet {
    pub(crate) info: SetInfo,
    /// Expected number of members.
    pub(crate) members: f64,
}

/// A snapshot of a frame's sizes, used to undo later additions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FrameMark {
    slots: usize,
    host_values: usize,
    sets: usize,
    unfolded: usize,
}

/// What was added to a frame after a mark.
pub(crate) struct AddedSlots {
    slots: Vec<SlotInfo>,
    host_values: Vec<HostValue>,
    sets: Vec<PlannedSet>,
    unfolded: usize,
}

impl Frame {
    /// Adds a slot, with a number appended to its name if the name is taken.
    pub(crate) fn add(&mut self, name: &str, sort: SortId) -> Slot {
        let name = self.slot_names.unique(name, '_');
        self.slots.push(SlotInfo { name, sort });
        Slot((self.slots.len() - 1) as u16)
    }

    /// Adds a set, with a number appended to its name if the name is taken.
    pub(crate) fn add_set(&mut self, name: &str, sort: SortId, members: f64) -> SetSlot {
        let name = self.set_names.unique(name, '.');
        self.sets.push(PlannedSet { info: SetInfo { name, sort }, members });
        SetSlot((self.sets.len() - 1) as u16)
    }

    /// The slots of host values, which are bound from the beginning.
    pub(crate) fn read_slots(&self) -> impl Iterator<Item = Slot> {
        self.host_values.iter().map(|value| value.slot)
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

    /// The expected number of members of `set`.
    pub(crate) fn members(&self, set: SetSlot) -> f64 {
        self.sets[set.index()].members
    }

    /// Drops the estimates of sets, which the finished plan does not contain.
    pub(crate) fn set_infos(sets: Vec<PlannedSet>) -> Vec<SetInfo> {
        sets.into_iter().map(|set| set.info).collect()
    }

    pub(crate) fn mark(&self) -> FrameMark {
        FrameMark {
            slots: self.slots.len(),
            host_values: self.host_values.len(),
            sets: self.sets.len(),
            unfolded: self.unfolded,
        }
    }

    /// Removes and returns everything added since `mark`.
    pub(crate) fn take_back(&mut self, mark: &FrameMark) -> AddedSlots {
        let added = AddedSlots {
            slots: self.slots.split_off(mark.slots),
            host_values: self.host_values.split_off(mark.host_values),
            sets: self.sets.split_off(mark.sets),
            unfolded: self.unfolded,
        };
        self.unfolded = mark.unfolded;
        self.slot_names.forget(added.slots.iter().map(|slot| slot.name.as_str()), '_');
        self.set_names.forget(added.sets.iter().map(|set| set.info.name.as_str()), '.');
        added
    }

    /// Adds again what [`take_back`](Self::take_back) removed. The frame must be in the state that it had at the
    /// mark.
    pub(crate) fn put_back(&mut self, added: AddedSlots) {
        self.slot_names.taken.extend(added.slots.iter().map(|slot| slot.name.clone()));
        self.set_names.taken.extend(added.sets.iter().map(|set| set.info.name.clone()));
        self.slots.extend(added.slots);
        self.host_values.extend(added.host_values);
        self.sets.extend(added.sets);
        self.unfolded = added.unfolded;
    }
}

impl AddedSlots {
    /// Whether no slot, set or host value was added since the mark.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty() && self.host_values.is_empty() && self.sets.is_empty()
    }
}

/// Makes names unique by appending numbers.
#[derive(Clone, Default)]
struct Names {
    taken: HashSet<String>,
    /// For each name, the number to try next as a suffix.
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

    fn forget<'n>(&mut self, names: impl Iterator<Item = &'n str>, sign: char) {
        for name in names {
            self.taken.remove(name);
            // The number in the suffix becomes available again.
            if let Some((name, number)) = name.rsplit_once(sign)
                && let (Some(next), Ok(number)) = (self.next.get_mut(name), number.parse::<usize>())
            {
                *next = number.min(*next);
            }
        }
    }
}
