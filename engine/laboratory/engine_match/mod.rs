//! Matches between ways to play: every opening from both sides, each game judged by the rules of level 0 of a base, and
//! the score with its error bar.
//!
//! | file | what it holds |
//! |---|---|
//! | [`opening`] | openings to play from: the 26 of renju, and after them more stones drawn at random |
//! | [`played`] | one game, and the judge |
//! | [`score`] | wins, draws and losses, and what they say of strength |
//! | [`run()`] | all of it, on several cores |
//!
//! Two games of one opening are not independent of each other: what an opening is worth shows in both. So the error bar
//! is that of pairs.

pub mod opening;
pub mod played;
pub mod run;
pub mod score;

pub use played::{Contestant, Played};
pub use run::{Match, run};
pub use score::MatchScore;
