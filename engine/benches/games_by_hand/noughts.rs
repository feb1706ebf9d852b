//! Noughts and crosses in nine bits for each player.
//!
//! ```text
//! 6 7 8     a move is the number of a field
//! 3 4 5
//! 0 1 2
//! ```

use blanche_compiler::random::Random;

use super::{End, Game, below};

/// A position from the point of view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Noughts {
    own: u32,
    /// The marks of the player who has just moved.
    other: u32,
    /// The number of empty fields, kept so that no bits need to be counted.
    empty: u32,
}

const FIELDS: u32 = 0b111_111_111;

/// Number of sets of fields.
const SETS: usize = 512;

/// Three rows, three columns, two diagonals.
const LINES: [usize; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// For each set of fields, whether it contains a line.
static HAS_LINE: [bool; SETS] = {
    let mut table = [false; SETS];
    let mut set = 0;
    while set < SETS {
        let mut line = 0;
        while line < LINES.len() {
            table[set] |= set & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// For each set of fields, its fields in ascending order. The table's rows have 16 entries, so that no bounds check is
/// needed.
static MEMBERS: [[u8; 16]; SETS] = {
    let mut table = [[0; 16]; SETS];
    let mut set = 0;
    while set < SETS {
        let (mut field, mut count) = (0, 0);
        while field < 9 {
            if set >> field & 1 == 1 {
                table[set][count] = field;
                count += 1;
            }
            field += 1;
        }
        set += 1;
    }
    table
};

/// The image of each field under a quarter turn to the left.
const TURNED: [u8; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];

/// The image of each field under a reflection in the middle column.
const REFLECTED: [u8; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

impl Noughts {
    fn image(self, places: &[u8; 9]) -> Noughts {
        let moved = |set: u32| (0..9).map(|field| (set >> field & 1) << places[field]).sum();
        Noughts { own: moved(self.own), other: moved(self.other), ..self }
    }
}

impl Game for Noughts {
    const NAME: &'static str = "noughts and crosses";

    const START: Noughts = Noughts { own: 0, other: 0, empty: 9 };

    #[inline]
    fn moves(self) -> u16 {
        (FIELDS & !(self.own | self.other)) as u16
    }

    #[inline]
    fn any_move(self, random: &mut Random) -> u8 {
        MEMBERS[usize::from(self.moves())][usize::from(below(self.empty, random)) % 16]
    }

    #[inline]
    fn play(self, field: u8) -> Noughts {
        Noughts { own: self.other, other: self.own | 1 << field, empty: self.empty - 1 }
    }

    #[inline]
    fn end(self) -> Option<End> {
        if HAS_LINE[self.other as usize % SETS] {
            Some(End::Won)
        } else if self.empty == 0 {
            Some(End::Drawn)
        } else {
            None
        }
    }

    fn images(self) -> impl Iterator<Item = Noughts> {
        let turns = std::iter::successors(Some(self), |position| Some(position.image(&TURNED))).take(4);
        turns.flat_map(|position| [position, position.image(&REFLECTED)])
    }
}
