//! The connected components of a conjunction.

use std::collections::HashMap;

use blanche_sorted::SortedMap;

use crate::plan::faults::{self, Fault};
use crate::plan::model::Slots;

/// Conjuncts connected by unbound slots.
pub(crate) struct Component {
    pub(crate) conjuncts: Vec<usize>,
    /// Whether one of the slots is a wanted slot.
    pub(crate) is_wanted: bool,
}

/// The connected components of the conjuncts, ordered by their first conjuncts. Conjuncts without unbound slots belong
/// to no component.
pub(crate) fn components(open: &SortedMap<usize, Slots>, wanted: &Slots) -> Vec<Component> {
    // Union-find: each slot points to another slot of its component, the root to itself.
    let slots = open.values().filter_map(|slots| slots.last()).max().map_or(0, |last| last.index() + 1);
    let mut parents: Vec<usize> = (0..slots).collect();
    fn root(parents: &mut [usize], mut slot: usize) -> usize {
        while parents[slot] != slot {
            parents[slot] = parents[parents[slot]];
            slot = parents[slot];
        }
        slot
    }
    for slots in open.values() {
        let joined = if faults::has(Fault::SharedVariablesApart) { 1 } else { slots.len() };
        let mut slots = slots.iter().take(joined);
        let Some(first) = slots.next() else { continue };
        let first = root(&mut parents, first.index());
        for slot in slots {
            let other = root(&mut parents, slot.index());
            parents[other] = first;
        }
    }
    let mut groups: Vec<Component> = Vec::new();
    let mut known: HashMap<usize, usize> = HashMap::new();
    for (at, slots) in open {
        let Some(first) = slots.first() else { continue };
        let group = *known.entry(root(&mut parents, first.index())).or_insert_with(|| {
            groups.push(Component { conjuncts: Vec::new(), is_wanted: false });
            groups.len() - 1
        });
        groups[group].conjuncts.push(*at);
        groups[group].is_wanted |= !slots.is_disjoint(wanted);
    }
    groups
}
