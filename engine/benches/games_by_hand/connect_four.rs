//! Connect four in 49 bits for each player: seven columns of six fields, with a spare row above them, so that no line
//! continues from the top of one column into the next.
//!
//! ```text
//!  6 13 20 27 34 41 48     spare, always empty
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42     a move is the number of a column, 0 to 6 from the left
//! ```
//!
//! CITE: Tromp, *The Fhourstones benchmark*, whose board and lines these are.

use blanche_compiler::random::Random;

use super::{End, Game, below};

/// A position from the point of view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ConnectFour {
    own: u64,
    /// The discs of the player who has just moved.
    other: u64,
}

/// The fields of each column. An eighth column without fields is added, so that no bounds check is needed.
const COLUMNS: [u64; 8] = {
    let mut columns = [0; 8];
    let mut column = 0;
    while column < 7 {
        columns[column] = 0b11_1111 << (7 * column);
        column += 1;
    }
    columns
};

/// The lowest field of each column.
const LOWEST: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;

/// The bits of all fields.
const BOARD: u64 = LOWEST * COLUMNS[0];

impl ConnectFour {
    /// The field where a disc in this column lands, or 0 if the column is full. Adding the lowest field to a column's
    /// discs carries a bit into the field above them.
    #[inline]
    fn landing(self, column: u8) -> u64 {
        ((self.own | self.other) + LOWEST) & COLUMNS[usize::from(column) % 8]
    }
}

/// Whether there are four discs in a line: vertical, horizontal or diagonal.
#[inline]
fn has_line(discs: u64) -> bool {
    let along = |step: u32| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step)
    };
    along(1) | along(7) | along(8) | along(6) != 0
}

fn mirrored(discs: u64) -> u64 {
    (0..7).map(|column| (discs & COLUMNS[column]) >> (7 * column) << (42 - 7 * column)).sum()
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect four";

    const START: ConnectFour = ConnectFour { own: 0, other: 0 };

    #[inline]
    fn moves(self) -> u16 {
        // The multiplication moves the bit of column n from 7 n to 42 + n. The other bits of the product do not collide
        // with it.
        const GATHER: u64 = 1 << 42 | 1 << 36 | 1 << 30 | 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6;
        let open = !(self.own | self.other) >> 5 & LOWEST;
        (open.wrapping_mul(GATHER) >> 42) as u16 & 0b111_1111
    }

    /// Most columns are open during most of a game, so columns are drawn until one is open.
    #[inline]
    fn any_move(self, random: &mut Random) -> u8 {
        loop {
            let column = below(7, random);
            if self.landing(column) != 0 {
                return column;
            }
        }
    }

    #[inline]
    fn play(self, column: u8) -> ConnectFour {
        ConnectFour { own: self.other, other: self.own | self.landing(column) }
    }

    #[inline]
    fn end(self) -> Option<End> {
        if has_line(self.other) {
            Some(End::Won)
        } else if self.own | self.other == BOARD {
            Some(End::Drawn)
        } else {
            None
        }
    }

    fn images(self) -> impl Iterator<Item = ConnectFour> {
        [self, ConnectFour { own: mirrored(self.own), other: mirrored(self.other) }].into_iter()
    }
}
