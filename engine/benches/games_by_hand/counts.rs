//! How many positions a game has: the field's test of the rules of moves.

use std::collections::HashSet;

use super::{Game, Positions, members};

/// Whether perft counts games that ended before its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Each as one.
    Counted,
    /// Not at all: `strict`.
    LeftOut,
}

/// How many ways there are to make so many moves from a position. It keeps no table. The last moves are counted and not made.
pub(crate) fn perft<P: Positions>(position: P, depth: u32, ended: Ended) -> u64 {
    position.perft(depth, ended)
}

/// The same from what each position says of itself: [`Positions::perft`] of most games.
pub(super) fn perft_of_positions<P: Positions>(position: P, depth: u32, ended: Ended) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.end().is_some() {
        return u64::from(ended == Ended::Counted);
    }
    if depth == 1 {
        return position.number_of_moves();
    }
    let mut all = 0;
    position.each_after(&mut |after| all += perft_of_positions(after, depth - 1, ended));
    all
}

/// How many different positions there are after 0, 1, 2, … moves, up to so many; fewer numbers where all games are over
/// before. Positions count as one that `seen` takes to one: [`Game::least_image`] counts them up to symmetry.
pub(crate) fn distinct<G: Game>(depth: usize, seen: fn(G) -> G) -> Vec<usize> {
    let mut positions = HashSet::from([seen(G::START)]);
    let mut numbers = Vec::new();
    while !positions.is_empty() {
        numbers.push(positions.len());
        if numbers.len() > depth {
            break;
        }
        let played = |position: G| members(position.moves()).map(move |number| seen(position.play(number)));
        let unfinished = positions.into_iter().filter(|position| position.end().is_none());
        positions = unfinished.flat_map(played).collect();
    }
    numbers
}
