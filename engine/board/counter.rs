//! How many stones of one colour every group holds, counted for all groups at once.
//!
//! ```text
//! group         e3.i3  e4.i4  e5.i9  …
//! stones            3      0      5
//! plane of 1        1      0      1
//! plane of 2        1      0      0
//! plane of 4        0      0      1
//! ```
//!
//! The three binary digits of the counts stand in three sets of groups. A stone adds one to all groups of its
//! field in a few operations on words, whatever they hold, and so does taking it back; the groups with a given
//! count are a meet of the three.

use super::bitboard::GroupSet;
use super::group::Group;

/// The counts of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counter {
    ones: GroupSet,
    twos: GroupSet,
    fours: GroupSet,
}

impl Counter {
    /// No stones anywhere.
    pub(super) const NONE: Counter =
        Counter { ones: GroupSet::EMPTY, twos: GroupSet::EMPTY, fours: GroupSet::EMPTY };

    /// One stone more in each of these groups.
    #[inline]
    pub(super) fn add(&mut self, groups: GroupSet) {
        let carry = self.ones & groups;
        self.ones = self.ones ^ groups;
        let next = self.twos & carry;
        self.twos = self.twos ^ carry;
        self.fours = self.fours ^ next;
    }

    /// One stone less in each of these groups.
    #[inline]
    pub(super) fn subtract(&mut self, groups: GroupSet) {
        let borrow = groups - self.ones;
        self.ones = self.ones ^ groups;
        let next = borrow - self.twos;
        self.twos = self.twos ^ borrow;
        self.fours = self.fours ^ next;
    }

    /// The groups with so many stones, of 1 to 5.
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

    /// The groups with a stone or more.
    #[inline]
    pub(super) fn any(&self) -> GroupSet {
        self.ones | self.twos | self.fours
    }

    /// The stones of a group.
    #[inline]
    pub(super) fn of(&self, group: Group) -> u8 {
        u8::from(self.ones.contains(group))
            + 2 * u8::from(self.twos.contains(group))
            + 4 * u8::from(self.fours.contains(group))
    }
}
