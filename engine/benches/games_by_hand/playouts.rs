//! Games by chance.

use blanche_compiler::random::Random;

use super::{Chance, End};

/// What came of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// How many the player who began has won.
    pub(crate) first: u64,
    /// How many the other player has won.
    pub(crate) second: u64,
    /// How many were drawn.
    pub(crate) drawn: u64,
    /// The moves of all games together.
    pub(crate) plies: u64,
}

impl Tally {
    /// How many games there were.
    pub(crate) fn games(&self) -> u64 {
        self.first + self.second + self.drawn
    }

    /// The moves of a game, on average.
    pub(crate) fn plies_per_game(&self) -> f64 {
        self.plies as f64 / self.games() as f64
    }
}

/// Plays so many games from the start to their ends, every legal move as likely as the others.
pub(crate) fn playouts<G: Chance>(number: u64, random: &mut Random) -> Tally {
    let mut tally = Tally::default();
    G::random_games(number, random, &mut |end, plies| {
        tally.plies += u64::from(plies);
        // Who wins cannot be guessed, so no branch asks.
        let is_drawn = u64::from(end == End::Drawn);
        let is_first = u64::from((end == End::Won) == (plies % 2 == 1));
        tally.first += is_first & !is_drawn;
        tally.second += 1 - (is_first | is_drawn);
        tally.drawn += is_drawn;
    });
    tally
}
