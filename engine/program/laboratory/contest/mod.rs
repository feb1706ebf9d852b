//! Contests: two players or more, every opening from both sides, so many games or until the pairs say enough of who is stronger. What
//! is changed in a search or a base goes through one.
//!
//! | file | what it holds |
//! |---|---|
//! | `entrants` | who plays, and how games begin |
//! | `player` | what a contest asks of a player |
//! | `here` | players that are asked about the game of the contest itself |
//! | `elsewhere` | players to whom the game is told in words: with the knowledge of another base, or programs of somebody else |
//! | `same_game` | whether what a contestant knows is of the game that is played |
//! | `game` | a game, and both games of an opening |
//! | `pairs`, `score` | the scores of pairs and of games |
//! | `sprt` | a sequential test of how strong the first is |
//! | `log` | a log from which a contest goes on |
//! | [`run()`] | all of it, on several cores |
//!
//! Whatever the number of threads, pairs count in their order: without a clock a contest is the same on every machine.

pub(crate) mod elsewhere;
pub(crate) mod entrants;
pub(crate) mod game;
mod here;
pub(crate) mod log;
pub(crate) mod pairs;
pub(crate) mod player;
pub(crate) mod run;
pub(crate) mod same_game;
pub(crate) mod score;
pub(crate) mod sprt;

#[cfg(test)]
mod tests;

pub use entrants::{Contest, Entrant, Knows, Openings};
pub use game::{Allowance, LATE, Pair, PlayedGame, Used};
pub use pairs::PairCounts;
pub use player::ContestError;
pub use run::{Report, Taken, Terms, run};
pub use score::MatchScore;
pub use sprt::Sprt;
pub(crate) use sprt::{EloModel, Verdict};
