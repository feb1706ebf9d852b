//! Parts of meets.

use super::slots::source_slots;
use super::steps::{Meet, SetSlot, Source};

/// The part of a meet that depends on no slot.
pub(crate) fn constant_part(meet: &Meet) -> Option<Meet> {
    let constant = |sources: &[Source]| -> Vec<Source> {
        sources
            .iter()
            .filter(|source| matches!(source, Source::Answers { .. }) && source_slots(source).is_empty())
            .cloned()
            .collect()
    };
    let of = constant(&meet.of);
    (!of.is_empty()).then(|| Meet { sort: meet.sort, of, without: constant(&meet.without) })
}

/// Puts a set in the place of the constant part of a meet.
pub(crate) fn use_instead(meet: &mut Meet, constant: &Meet, set: SetSlot) {
    meet.of.retain(|source| !constant.of.contains(source));
    meet.without.retain(|source| !constant.without.contains(source));
    meet.of.insert(0, Source::Kept(set));
}
