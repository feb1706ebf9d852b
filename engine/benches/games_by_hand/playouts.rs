//! Games by chance.

use blanche_compiler::random::Random;

use super::{End, Game};

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
pub(crate) fn playouts<G: Game>(number: u64, random: &mut Random) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..number {
        let (end, plies) = playout::<G>(random);
        tally.plies += u64::from(plies);
        // Who wins cannot be guessed, so no branch asks.
        let (is_won, is_odd) = (u64::from(end == End::Won), u64::from(plies % 2));
        tally.first += is_won & is_odd;
        tally.second += is_won & !is_odd;
        tally.drawn += 1 - is_won;
    }
    tally
}

/// How a game ended, and after how many moves.
#[inline]
fn playout<G: Game>(random: &mut Random) -> (End, u32) {
    let (mut position, mut plies) = (G::START, 0);
    loop {
        position = position.play(position.any_move(random));
        plies += 1;
        if let Some(end) = position.end() {
            return (end, plies);
        }
    }
}
