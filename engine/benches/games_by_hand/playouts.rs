//! Random games and their results.

use blanche_compiler::random::Random;

use super::{Chance, End};

/// The results of several games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Number of games won by the player who began.
    pub(crate) first: u64,
    /// Number of games won by the other player.
    pub(crate) second: u64,
    /// Number of drawn games.
    pub(crate) drawn: u64,
    /// Total number of moves in all games.
    pub(crate) plies: u64,
}

impl Tally {
    /// Number of all games.
    pub(crate) fn games(&self) -> u64 {
        self.first + self.second + self.drawn
    }

    /// The average number of moves of a game.
    pub(crate) fn plies_per_game(&self) -> f64 {
        self.plies as f64 / self.games() as f64
    }
}

/// Plays `number` games from the start to their ends, with uniformly random legal moves.
pub(crate) fn playouts<G: Chance>(number: u64, random: &mut Random) -> Tally {
    let mut tally = Tally::default();
    G::random_games(number, random, &mut |end, plies| {
        tally.plies += u64::from(plies);
        // The winner is unpredictable, so the code does not branch on it.
        let is_drawn = u64::from(end == End::Drawn);
        let is_first = u64::from((end == End::Won) == (plies % 2 == 1));
        tally.first += is_first & !is_drawn;
        tally.second += 1 - (is_first | is_drawn);
        tally.drawn += is_drawn;
    });
    tally
}
