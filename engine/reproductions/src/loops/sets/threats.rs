//! The T-threat for white: an empty field that lies in two threes.

use std::ops::ControlFlow;

use noire::board::{GroupSet, PointSet, Position};

use super::{Take, gaps, on, several, white};
use blanche_compiler::runtime::Value;

pub(super) fn t_threat_applies(position: &Position) -> bool {
    let threes = white(position, 3);
    if !several(&threes) {
        return false;
    }
    let mut once = PointSet::EMPTY;
    for group in threes {
        let gaps = gaps(position, group);
        if !(once & gaps).is_empty() {
            return true;
        }
        once |= gaps;
    }
    false
}

pub(super) fn t_threat_count(position: &Position) -> usize {
    let threes = white(position, 3);
    let fields = shared_gaps(position, &threes);
    let pairs = |threes: usize| threes * (threes - 1);
    fields.iter().map(|field| pairs((threes & on(field)).iter().count())).sum()
}

pub(super) fn t_threat(position: &Position, take: Take<'_>) -> ControlFlow<()> {
    let threes = white(position, 3);
    for field in shared_gaps(position, &threes) {
        let threes = threes & on(field);
        for group1 in threes {
            for group2 in threes {
                if group1 != group2 {
                    take(&[field.index() as Value, group1.index() as Value, group2.index() as Value])?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The empty base fields that at least two of the groups share.
#[inline]
fn shared_gaps(position: &Position, groups: &GroupSet) -> PointSet {
    let (mut once, mut twice) = (PointSet::EMPTY, PointSet::EMPTY);
    if several(groups) {
        for group in *groups {
            let gaps = gaps(position, group);
            twice |= once & gaps;
            once |= gaps;
        }
    }
    twice
}
