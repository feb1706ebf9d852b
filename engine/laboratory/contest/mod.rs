//! Contests: two players, every opening from both sides, until the pairs say enough of who is stronger. What is changed in a
//! search or a base goes through one.
//!
//! | file | what it holds |
//! |---|---|
//! | [`player`] | what a contest asks of a game and of a player |
//! | [`searching`] | players that search by a base |
//! | `programs` | players that are programs of somebody else |
//! | [`same_game`] | whether what a contestant knows is of the judge's game |
//! | [`stones`] | contests on a base with a host |
//! | [`in_text`] | contests of agents in a game in text |
//! | [`game`] | a game, and both games of an opening |
//! | [`pairs`] | the scores of pairs |
//! | [`sprt`] | a sequential test of how strong the first is |
//! | [`log`] | a log from which a contest goes on |
//! | [`run()`] | all of it, on several cores |
//!
//! Whatever the number of threads, pairs count in their order: without a clock a contest is the same on every machine.

pub mod game;
pub mod in_text;
pub mod log;
pub mod pairs;
pub mod player;
mod programs;
pub mod run;
pub mod same_game;
pub mod searching;
pub mod sprt;
pub mod stones;

pub use game::{Allowance, Pair, PlayedGame, Used};
pub use pairs::PairCounts;
pub use player::ContestError;
pub use run::{Report, Terms, run};
pub use sprt::{EloModel, Sprt, Verdict};
