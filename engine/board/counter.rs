//! Counts the stones of one colour in each group, with bit operations that update all groups in parallel.
//!
//! ```text
//! group         e3.i3  e4.i4  e5.i9  …
//! stones            3      0      5
//! plane of 1        1      0      1
//! plane of 2        1      0      0
//! plane of 4        0      0      1
//! ```
//!
//! The three binary digits of the counts are stored in three sets of groups (bit-sliced counters). Adding or removing a
//! stone updates the counts of all groups that contain its field, in a few word operations. The set of groups with a
//! given count is computed from the three sets by intersections and differences.

use super::bitboard::GroupSet;
use super::group::Group;

/// The stone counts of one colour for all groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counter {
    ones: GroupSet,
    twos: GroupSet,
    fours: GroupSet,
}

impl Counter {
    /// A counter in which all groups have zero stones.
    pub(super) const NONE: Counter =
        Counter { ones: GroupSet::EMPTY, twos: GroupSet::EMPTY, fours: GroupSet::EMPTY };

    /// Adds one stone to each of these groups.
    #[inline]
    pub(super) fn add(&mut self, groups: GroupSet) {
        let carry = self.ones & groups;
        self.ones = self.ones ^ groups;
        let next = self.twos & carry;
        self.twos = self.twos ^ carry;
        self.fours = self.fours ^ next;
    }

    /// Subtracts one stone from each of these groups.
    #[inline]
    pub(super) fn subtract(&mut self, groups: GroupSet) {
        let borrow = groups - self.ones;
        self.ones = self.ones ^ groups;
        let next = borrow - self.twos;
        self.twos = self.twos ^ borrow;
        self.fours = self.fours ^ next;
    }

    /// The groups with exactly `stones` stones, from 1 to 5.
    #[inline(always)]
    pub(super) fn exactly(&self, stones: u8) -> GroupSet {
        match stones {
            1 => self.ones - self.twos - self.fours,
            2 => self.twos - self.ones,
            3 => self.ones & self.twos,
            4 => self.fours - self.ones,
            5 => self.fours & self.ones,
            _ => GroupSet::EMPTY,
        }
    }

    /// The groups with at least one stone.
    #[inline]
    pub(super) fn any(&self) -> GroupSet {
        self.ones | self.twos | self.fours
    }

    /// The number of stones in a group.
    #[inline]
    pub(super) fn of(&self, group: Group) -> u8 {
        u8::from(self.ones.contains(group))
            + 2 * u8::from(self.twos.contains(group))
            + 4 * u8::from(self.fours.contains(group))
    }
}
