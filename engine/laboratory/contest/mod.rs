//! Contests between two or more players. Each opening is played twice, with sides exchanged. The contest ends after a
//! number of games, or when the pairs of games show which player is stronger. Every change to the search or to a base
//! is tested by a contest.
//!
//! | file | what it holds |
//! |---|---|
//! | `entrants` | the players, and how games begin |
//! | `player` | the interface of players in a contest |
//! | `same_base_player` | players that use the game of the contest itself |
//! | `text_players` | players that receive moves as text: with another base, or external programs |
//! | `same_game` | checks that the base of a contestant defines the same game |
//! | `game` | plays one game, or both games of an opening |
//! | `pairs`, `score` | the scores of pairs and of games |
//! | `sprt` | a sequential test of the strength of the first player |
//! | `log` | a log from which a contest can be resumed |
//! | [`run()`] | plays the whole contest, on several cores |
//!
//! Pairs of games are counted in order, whatever the number of threads. So a contest without time limits has the same
//! result on every machine.

pub(crate) mod entrants;
pub(crate) mod game;
pub mod log;
pub(crate) mod pairs;
pub(crate) mod player;
pub mod run;
mod same_base_player;
pub mod same_game;
pub mod score;
pub mod sprt;
pub(crate) mod text_players;

#[cfg(test)]
mod tests;

pub use entrants::{Contest, Entrant, KnowledgeSource, Openings};
pub use game::{Allowance, Pair, PlayedGame, TIME_TOLERANCE, Used};
pub use pairs::PairCounts;
pub use player::ContestError;
pub use run::{ContestTerms, CountedPair, Report, run};
pub use score::MatchScore;
pub use sprt::Sprt;
pub use sprt::{EloModel, Verdict};
