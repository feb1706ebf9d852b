//! Parts of intersections.

use super::free_slots::source_slots;
use super::steps::{Intersection, SetSlot, Source};

/// The part of an intersection that depends on no slot.
pub(crate) fn constant_part(intersection: &Intersection) -> Option<Intersection> {
    let constant = |sources: &[Source]| -> Vec<Source> {
        sources
            .iter()
            .filter(|source| matches!(source, Source::Answers { .. }) && source_slots(source).is_empty())
            .cloned()
            .collect()
    };
    let of = constant(&intersection.of);
    (!of.is_empty()).then(|| Intersection {
        sort: intersection.sort,
        of,
        without: constant(&intersection.without),
    })
}

/// Puts a set in the place of the constant part of an intersection.
pub(crate) fn use_instead(intersection: &mut Intersection, constant: &Intersection, set: SetSlot) {
    intersection.of.retain(|source| !constant.of.contains(source));
    intersection.without.retain(|source| !constant.without.contains(source));
    intersection.of.insert(0, Source::Set(set));
}
