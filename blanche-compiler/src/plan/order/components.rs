//! Parts of a conjunction that have nothing to do with each other.

use std::collections::BTreeMap;

use crate::plan::model::{Slot, Slots};

/// Parts that hang together by unbound slots.
pub(crate) struct Component {
    pub(crate) conjuncts: Vec<usize>,
    pub(crate) slots: Slots,
}

/// The groups of parts that share unbound slots; parts without any belong to none.
pub(crate) fn components(open: &BTreeMap<usize, Slots>) -> Vec<Component> {
    // Each slot points to one that it hangs together with, and the last of a chain to itself.
    let mut parents: BTreeMap<Slot, Slot> = open.values().flatten().map(|slot| (*slot, *slot)).collect();
    fn root(parents: &mut BTreeMap<Slot, Slot>, mut slot: Slot) -> Slot {
        while parents[&slot] != slot {
            let next = parents[&parents[&slot]];
            parents.insert(slot, next);
            slot = next;
        }
        slot
    }
    for slots in open.values() {
        let mut slots = slots.iter();
        let Some(first) = slots.next() else { continue };
        let first = root(&mut parents, *first);
        for slot in slots {
            let other = root(&mut parents, *slot);
            parents.insert(other, first);
        }
    }
    let mut groups: BTreeMap<Slot, Component> = BTreeMap::new();
    for (at, slots) in open {
        let Some(first) = slots.first() else { continue };
        let root = root(&mut parents, *first);
        let group =
            groups.entry(root).or_insert_with(|| Component { conjuncts: Vec::new(), slots: Slots::new() });
        group.conjuncts.push(*at);
        group.slots.extend(slots);
    }
    // In the order of their first parts.
    let mut groups: Vec<Component> = groups.into_values().collect();
    groups.sort_by_key(|group| group.conjuncts[0]);
    groups
}
