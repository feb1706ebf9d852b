//! Contests: two players or more, every opening from both sides, so many games or until the pairs say enough of who is stronger. What
//! is changed in a search or a base goes through one.
//!
//! | file | what it holds |
//! |---|---|
//! | [`entrants`] | who plays, and how games begin |
//! | [`player`] | what a contest asks of a player |
//! | `here` | players that are asked about the game of the contest itself |
//! | [`elsewhere`] | players to whom the game is told in words: with the knowledge of another base, or programs of somebody else |
//! | [`same_game`] | whether what a contestant knows is of the game that is played |
//! | [`game`] | a game, and both games of an opening |
//! | [`pairs`], [`score`] | the scores of pairs and of games |
//! | [`sprt`] | a sequential test of how strong the first is |
//! | [`log`] | a log from which a contest goes on |
//! | [`run()`] | all of it, on several cores |
//!
//! Whatever the number of threads, pairs count in their order: without a clock a contest is the same on every machine.

pub mod elsewhere;
pub mod entrants;
pub mod game;
mod here;
pub mod log;
pub mod pairs;
pub mod player;
pub mod run;
pub mod same_game;
pub mod score;
pub mod sprt;

#[cfg(test)]
mod tests;

pub use entrants::{Contest, Entrant, Knows, Openings};
pub use game::{Allowance, Pair, PlayedGame, Used};
pub use pairs::PairCounts;
pub use player::ContestError;
pub use run::{Report, Terms, run};
pub use score::{GameScore, MatchScore};
pub use sprt::{EloModel, Sprt, Verdict};
