//! Two games written by hand, as a good engineer writes them in a day: noughts and crosses, and connect four.
//!
//! They are what a game in the rule language is compared with: it must have the same positions, and the ratio of random
//! games per second says what its text costs. So these programs are meant to be fast. The pieces of a player are the bits
//! of a word, a move makes a new position, and no branch looks for a line. What the two have in common stands in [`Game`];
//! counts and playouts ask for nothing else.
//!
//! `engine/tests/game_counts.rs` holds the counts against those that are known, and lines against a slow loop.

mod connect_four;
mod counts;
mod noughts;
mod playouts;

use std::hash::Hash;

use blanche_compiler::random::Random;

pub(crate) use connect_four::ConnectFour;
pub(crate) use counts::{Ended, distinct, perft};
pub(crate) use noughts::Noughts;
pub(crate) use playouts::{Tally, playouts};

/// A position of a game for two who move in turn, and who win by their own moves.
pub(crate) trait Game: Copy + Eq + Hash + Ord {
    /// Its name in a sentence.
    const NAME: &'static str;

    /// The empty board.
    const START: Self;

    /// The legal moves, a bit for each by its number. The game is not over.
    fn moves(self) -> u16;

    /// One of the legal moves, each as likely as the others. The game is not over.
    fn any_move(self, random: &mut Random) -> u8;

    /// The position after a legal move.
    fn play(self, number: u8) -> Self;

    /// How the game has ended, if it has.
    fn end(self) -> Option<End>;

    /// The images of the position under the symmetries of the board, itself among them.
    fn images(self) -> impl Iterator<Item = Self>;

    /// One image for all positions that are images of each other.
    fn least_image(self) -> Self {
        self.images().min().unwrap_or(self)
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Whoever moved last has won.
    Won,
    /// The board is full, and nobody has won.
    Drawn,
}

/// The numbers of the bits of a set, the least first.
pub(crate) fn members(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        least
    })
}

/// A number below `end`. It is the high half of a product, which is faster than a remainder; no number is likelier than
/// another by more than one in 2^32.
#[inline]
fn below(end: u32, random: &mut Random) -> u8 {
    (((random.bits() >> 32) * u64::from(end)) >> 32) as u8
}
