//! Games written in plain Rust, without rules, as a good engineer writes them in a day: noughts and crosses, connect
//! four, Othello, English draughts, Hex and go-moku.
//!
//! Games in the rule language are compared with them: the positions must be the same, and the ratio of random games per
//! second is the cost of using the language. So these programs are meant to be fast: the pieces of a player are the
//! bits of words, a move creates a new position, and lines are found without branches. The exception is draughts in
//! arrays, which shows the benefit of bitboards.
//!
//! Perft uses the trait [`Positions`], and random games use [`Chance`]. [`Game`] is what the two smallest games have in
//! common.
//!
//! `engine/tests/game_counts.rs` and `engine/tests/larger_game_counts.rs` compare the counts with known ones, and
//! moves, lines and connections with slow loops.

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

/// A position of a game for two players who move in turn, for perft.
pub(crate) trait Positions: Copy {
    /// The name of the game, for use in a sentence.
    const NAME: &'static str;

    /// The initial position.
    fn start() -> Self;

    /// How the game has ended; `None` if it is not over.
    fn end(self) -> Option<End>;

    /// The number of legal moves. The game must not be over.
    fn number_of_moves(self) -> u64;

    /// Calls `take` with the position after each legal move. The game must not be over.
    fn each_after(self, take: &mut impl FnMut(Self));

    /// The number of sequences of `depth` moves.
    fn perft(self, depth: u32, ended: Ended) -> u64 {
        counts::perft_of_positions(self, depth, ended)
    }
}

/// A game that can be played at random.
pub(crate) trait Chance: Positions {
    /// Plays `number` games from the start to their ends, with uniformly random legal moves. Calls `take` with the end
    /// and the number of moves of each game.
    fn random_games(number: u64, random: &mut Random, take: &mut impl FnMut(End, u32));
}

/// A position of a small game for two players with few moves, in which a player can win only by their own move.
pub(crate) trait Game: Copy + Eq + Hash + Ord {
    /// The name of the game, for use in a sentence.
    const NAME: &'static str;

    /// The empty board.
    const START: Self;

    /// The legal moves as a bit set of their numbers. The game must not be over.
    fn moves(self) -> u16;

    /// A uniformly random legal move. The game must not be over.
    fn any_move(self, random: &mut Random) -> u8;

    /// The position after a legal move.
    fn play(self, number: u8) -> Self;

    /// How the game has ended; `None` if it is not over.
    fn end(self) -> Option<End>;

    /// The images of the position under the symmetries of the board, including itself.
    fn images(self) -> impl Iterator<Item = Self>;

    /// The least of all images of the position. Positions that are images of each other have the same least image.
    fn least_image(self) -> Self {
        self.images().min().unwrap_or(self)
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The player who moved last has won.
    Won,
    /// Neither player has won.
    Drawn,
    /// The player who moved last has lost.
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

    /// Overrides the default method with a sum, which compilers optimise better: the sum takes half the time.
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

/// The indices of the set bits, in ascending order.
pub(crate) fn members(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        least
    })
}

/// A random number below `end`: the high half of a product, which is faster to compute than a remainder. Probabilities
/// differ by at most one in 2^32.
#[inline]
fn below(end: u32, random: &mut Random) -> u8 {
    (((random.bits() >> 32) * u64::from(end)) >> 32) as u8
}

/// Writes the signs of `fields` fields in rows of `width`.
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
