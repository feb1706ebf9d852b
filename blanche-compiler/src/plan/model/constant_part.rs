//! Splits intersections into constant and variable parts.

use super::free_slots::source_slots;
use super::steps::{Intersection, SetSlot, Source};

/// The part of an intersection that depends on no slot, or `None` if none of its positive sources is constant.
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

/// Replaces the constant part of an intersection by a set with the same members.
pub(crate) fn use_instead(intersection: &mut Intersection, constant: &Intersection, set: SetSlot) {
    intersection.of.retain(|source| !constant.of.contains(source));
    intersection.without.retain(|source| !constant.without.contains(source));
    intersection.of.insert(0, Source::Set(set));
}
