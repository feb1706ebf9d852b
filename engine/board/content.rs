//! What stands on the base fields of a group, and the two counts that say it.
//!
//! ```text
//! x x . . x   Only(Black, 3)      . . . . .   Empty
//! . o . . .   Only(White, 1)      x . o . .   Both
//! ```
//!
//! A group with stones of both colours can become nobody's five any more, so rules never ask how many it has;
//! the counts remember it for when stones are taken back.

use super::colour::Colour;

/// What stands on the base fields of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupContent {
    /// No stone.
    Empty,
    /// Stones of one colour only, and how many: 1 to 5.
    Only(Colour, u8),
    /// Stones of both colours.
    Both,
}

/// The number of different contents: empty, one to five stones of either colour, both.
pub(super) const CONTENTS: usize = 12;

impl GroupContent {
    const fn of(black: u8, white: u8) -> GroupContent {
        match (black, white) {
            (0, 0) => GroupContent::Empty,
            (stones, 0) => GroupContent::Only(Colour::Black, stones),
            (0, stones) => GroupContent::Only(Colour::White, stones),
            _ => GroupContent::Both,
        }
    }

    /// The number of the set in which groups with this content are kept.
    pub(super) const fn set(self) -> usize {
        match self {
            GroupContent::Empty => 0,
            GroupContent::Only(colour, stones) => colour.index() * 5 + stones as usize,
            GroupContent::Both => CONTENTS - 1,
        }
    }
}

/// The stones of a group of each colour in one byte: black in the lower three bits, white in the next three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts(u8);

impl Counts {
    /// No stone.
    pub(super) const NONE: Counts = Counts(0);

    /// One stone more.
    #[inline]
    pub(super) fn with(self, colour: Colour) -> Counts {
        Counts(self.0 + Counts::step(colour))
    }

    /// One stone less.
    #[inline]
    pub(super) fn without(self, colour: Colour) -> Counts {
        Counts(self.0 - Counts::step(colour))
    }

    const fn step(colour: Colour) -> u8 {
        match colour {
            Colour::Black => 1,
            Colour::White => 8,
        }
    }

    /// The stones of this colour.
    #[inline]
    pub(super) fn of(self, colour: Colour) -> u8 {
        match colour {
            Colour::Black => self.0 & 7,
            Colour::White => self.0 >> 3,
        }
    }

    /// What these stones make of the group.
    #[inline]
    pub(super) fn content(self) -> GroupContent {
        CONTENT_OF[usize::from(self.0 & 63)]
    }

    /// The number of the set of the content.
    #[inline]
    pub(super) fn set(self) -> usize {
        usize::from(SET_OF[usize::from(self.0 & 63)])
    }
}

static CONTENT_OF: [GroupContent; 64] = {
    let mut table = [GroupContent::Empty; 64];
    let mut counts = 0;
    while counts < 64 {
        table[counts] = GroupContent::of(counts as u8 & 7, counts as u8 >> 3);
        counts += 1;
    }
    table
};

static SET_OF: [u8; 64] = {
    let mut table = [0; 64];
    let mut counts = 0;
    while counts < 64 {
        table[counts] = GroupContent::of(counts as u8 & 7, counts as u8 >> 3).set() as u8;
        counts += 1;
    }
    table
};
