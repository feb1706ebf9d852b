//! Three rules of `knowledge/renju-2001` written by hand over sets: the fast baseline of the benchmarks.
//!
//! This is what a good engineer writes who has time, and knows the rules. Before anything is enumerated,
//! populations are counted: most positions hold no two threes. Fields come first and in their order, so that
//! solutions are handed out as they are found and nothing is sorted; the groups of a field are a mask of the
//! groups that are wanted. Conditions that follow from others are left out, and each such place says why. No
//! rule allocates.
//!
//! The answers are those of the plain loops and of the compiled rules in the same order; `tests/loops.rs`
//! holds them against each other.

mod crosses;
mod threats;

use std::ops::ControlFlow;

use blanche_compiler::runtime::Value;
use noire::board::{Color, Direction, Group, GroupContent, GroupSet, Point, PointSet, Position};

/// Takes solutions in their order, the played field first and then by the variables' names, and says whether it
/// wants more.
pub type Take<'t> = &'t mut dyn FnMut(&[Value]) -> ControlFlow<()>;

/// A rule by hand.
pub struct HandRule {
    /// Its short name, that of the plain loops.
    pub code: &'static str,
    /// Whether it has a solution.
    pub applies: fn(&Position) -> bool,
    /// How many solutions it has.
    pub count: fn(&Position) -> usize,
    /// Hands all solutions in order, each once.
    pub all: fn(&Position, Take<'_>) -> ControlFlow<()>,
}

/// The three rules, one of each level from 3 to 7.
pub const RULES: [HandRule; 3] = [
    HandRule {
        code: "w3t",
        applies: threats::t_threat_applies,
        count: threats::t_threat_count,
        all: threats::t_threat,
    },
    HandRule {
        code: "w5k2",
        applies: crosses::cross_2_applies,
        count: crosses::cross_2_count,
        all: crosses::cross_2,
    },
    HandRule {
        code: "w7d3",
        applies: crosses::double_cross_3_applies,
        count: crosses::double_cross_3_count,
        all: crosses::double_cross_3,
    },
];

/// The groups with so many white stones and no black one.
#[inline]
fn white(position: &Position, stones: u8) -> GroupSet {
    position.groups(GroupContent::Only(Color::White, stones))
}

/// The set has two members or more. It is asked in nearly every position, so it counts no further than that.
#[inline]
fn several(groups: &GroupSet) -> bool {
    let (mut pairs, mut words) = (0, 0);
    for &word in groups.words() {
        pairs |= word & word.wrapping_sub(1);
        words += u32::from(word != 0);
    }
    pairs != 0 || words > 1
}

/// The groups that have this field as a base field.
#[inline]
fn on(field: Point) -> GroupSet {
    Group::with(field, 1, 5)
}

/// The groups that have this field in their middle three.
#[inline]
fn centred_on(field: Point) -> GroupSet {
    Group::with(field, 2, 4)
}

/// The empty base fields of a group.
#[inline]
fn gaps(position: &Position, group: Group) -> PointSet {
    group.fields_between(1, 5) & position.empty_fields()
}

/// An outer base field and the border field at the other end are empty.
#[inline]
fn is_open(position: &Position, group: Group) -> bool {
    let empty = position.empty_fields();
    let is_empty = |place: usize| group.fields()[place].is_some_and(|field| empty.contains(field));
    is_empty(0) && is_empty(5) || is_empty(1) && is_empty(6)
}

/// Those of the groups that are open.
#[inline]
fn open(position: &Position, mut groups: GroupSet) -> GroupSet {
    for group in groups {
        if !is_open(position, group) {
            groups.remove(group);
        }
    }
    groups
}

/// Those of the groups that have another direction.
#[inline]
fn across(groups: GroupSet, direction: Direction) -> GroupSet {
    groups - Group::along_as_set(direction)
}
