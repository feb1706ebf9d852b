//! Counts the positions of a game (perft), the usual test of move generation.

use std::collections::HashSet;

use super::{Game, Positions, members};

/// How perft counts games that end before its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// A game that ends early counts as one.
    Counted,
    /// Games that end early are left out (`strict`).
    LeftOut,
}

/// The number of sequences of `depth` moves from a position, computed without a table of positions. The moves at the
/// last ply are counted without being made.
pub(crate) fn perft<P: Positions>(position: P, depth: u32, ended: Ended) -> u64 {
    position.perft(depth, ended)
}

/// Computes perft from the other methods of a position. This is the default implementation of [`Positions::perft`].
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

/// The numbers of distinct positions after 0, 1, 2, … moves, up to `depth`. The list is shorter if all games end
/// earlier. Positions count as one if `seen` maps them to the same position. With [`Game::least_image`] as `seen`,
/// positions are counted up to symmetry.
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
