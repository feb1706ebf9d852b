//! Games written by hand, as a good engineer writes them in a day: noughts and crosses, connect four, Othello, English
//! draughts, Hex and go-moku.
//!
//! They are what a game in the rule language is compared with: it must have the same positions, and the ratio of random
//! games per second says what its text costs. So these programs are meant to be fast. The pieces of a player are the bits
//! of words, a move makes a new position, and no branch looks for a line. One is not: draughts in arrays says what bits are
//! worth. Counts ask for [`Positions`], and playouts for [`Chance`]; what the two smallest games have in common stands in
//! [`Game`].
//!
//! `engine/tests/game_counts.rs` and `engine/tests/larger_game_counts.rs` hold the counts against those that are known, and
//! moves, lines and connections against slow loops.

mod bits;
mod connect_four;
mod counts;
mod draughts;
mod gomoku;
mod hex;
mod lots;
mod noughts;
mod othello;
mod playouts;

use std::hash::Hash;

use blanche_compiler::random::Random;

pub(crate) use connect_four::ConnectFour;
pub(crate) use counts::{Ended, distinct, perft};
pub(crate) use draughts::{Draughts, DraughtsInArrays};
pub(crate) use gomoku::Gomoku;
pub(crate) use hex::Hex;
pub(crate) use noughts::Noughts;
pub(crate) use othello::Othello;
pub(crate) use playouts::{Tally, playouts};

/// A position of a game for two who move in turn, as counts see it.
pub(crate) trait Positions: Copy {
    /// The name of the game in a sentence.
    const NAME: &'static str;

    /// The position at the beginning.
    fn start() -> Self;

    /// How the game has ended, if it has.
    fn end(self) -> Option<End>;

    /// How many legal moves there are. The game is not over.
    fn number_of_moves(self) -> u64;

    /// Hands the position after each legal move. The game is not over.
    fn each_after(self, take: &mut impl FnMut(Self));

    /// How many ways there are to make so many moves.
    fn perft(self, depth: u32, ended: Ended) -> u64 {
        counts::perft_of_positions(self, depth, ended)
    }
}

/// A game that is played by chance.
pub(crate) trait Chance: Positions {
    /// Plays so many games from the start to their ends, every legal move as likely as the others. Hands how each ended, and
    /// after how many moves.
    fn random_games(number: u64, random: &mut Random, take: &mut impl FnMut(End, u32));
}

/// A position of a small game for two who win by their own moves, and have a few moves.
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
    /// Nobody has won.
    Drawn,
    /// Whoever moved last has lost.
    Lost,
}

impl<G: Game> Positions for G {
    const NAME: &'static str = <G as Game>::NAME;

    fn start() -> G {
        G::START
    }

    fn end(self) -> Option<End> {
        Game::end(self)
    }

    fn number_of_moves(self) -> u64 {
        u64::from(self.moves().count_ones())
    }

    fn each_after(self, take: &mut impl FnMut(G)) {
        members(self.moves()).for_each(|number| take(self.play(number)));
    }

    /// As for other games, but as a sum, which compilers take apart: that is twice as fast.
    fn perft(self, depth: u32, ended: Ended) -> u64 {
        if depth == 0 {
            return 1;
        }
        if Game::end(self).is_some() {
            return u64::from(ended == Ended::Counted);
        }
        if depth == 1 {
            return self.number_of_moves();
        }
        members(self.moves()).map(|number| self.play(number).perft(depth - 1, ended)).sum()
    }
}

impl<G: Game> Chance for G {
    #[inline]
    fn random_games(number: u64, random: &mut Random, take: &mut impl FnMut(End, u32)) {
        for _ in 0..number {
            let (mut position, mut plies) = (G::START, 0);
            let end = loop {
                position = position.play(position.any_move(random));
                plies += 1;
                if let Some(end) = Game::end(position) {
                    break end;
                }
            };
            take(end, plies);
        }
    }
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

/// Writes so many fields by their signs, in rows of a width.
fn rows(
    formatter: &mut std::fmt::Formatter<'_>,
    (fields, width): (usize, usize),
    sign: impl Fn(usize) -> char,
) -> std::fmt::Result {
    for number in 0..fields {
        let end = if number % width == width - 1 { "\n" } else { "" };
        write!(formatter, "{}{end}", sign(number))?;
    }
    Ok(())
}
