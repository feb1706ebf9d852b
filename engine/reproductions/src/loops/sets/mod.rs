//! Three rules of `knowledge/renju-2001` written in Rust with operations on sets: the fast baseline of the benchmarks.
//!
//! This is what a good engineer writes with more time and knowledge of the rules. Populations are counted before
//! anything is enumerated, since most positions do not contain two threes. Fields are enumerated first and in order, so
//! that solutions are passed on as they are found and need no sorting; the groups of a field are found with a mask.
//! Conditions that follow from others are left out, with a comment that explains why. No rule allocates.
//!
//! The answers are the same as those of the plain loops and of the compiled rules, in the same order; `tests/loops.rs`
//! checks this.

mod crosses;
mod threats;

use std::ops::ControlFlow;

use blanche_compiler::runtime::Value;
use noire::board::{Color, Direction, Group, GroupContent, GroupSet, Point, PointSet, Position};

/// Callback for solutions. They come in order of the played field, and then of the other variables by name. The
/// callback returns whether to continue.
pub type Take<'t> = &'t mut dyn FnMut(&[Value]) -> ControlFlow<()>;

/// A rule written in Rust with operations on sets.
pub struct HandRule {
    /// The short name of the rule, the same as for the plain loops.
    pub code: &'static str,
    /// Whether the rule has a solution.
    pub applies: fn(&Position) -> bool,
    /// The number of solutions of the rule.
    pub count: fn(&Position) -> usize,
    /// Passes all solutions to the callback, in order and without duplicates.
    pub all: fn(&Position, Take<'_>) -> ControlFlow<()>,
}

/// The three rules, one each of levels 3, 5 and 7.
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

/// The groups with this number of white stones and no black one.
#[inline]
fn white(position: &Position, stones: u8) -> GroupSet {
    position.groups(GroupContent::Only(Color::White, stones))
}

/// Whether the set has two or more members. This is called in nearly every position, so it stops counting at two.
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

/// Whether the first or the last base field is empty, and so is the border field at the opposite end of the group.
#[inline]
fn is_open(position: &Position, group: Group) -> bool {
    let empty = position.empty_fields();
    let is_empty = |place: usize| group.fields()[place].is_some_and(|field| empty.contains(field));
    is_empty(0) && is_empty(5) || is_empty(1) && is_empty(6)
}

/// The groups that are open.
#[inline]
fn open(position: &Position, mut groups: GroupSet) -> GroupSet {
    for group in groups {
        if !is_open(position, group) {
            groups.remove(group);
        }
    }
    groups
}

/// The groups that have a direction other than `direction`.
#[inline]
fn across(groups: GroupSet, direction: Direction) -> GroupSet {
    groups - Group::along_as_set(direction)
}
