//! Mutation: whether anything notices when a rule is wrong. One thing is changed in a rule or derivation of a base, by
//! machine, and those who stand by it are asked, the cheapest first.
//!
//! ```text
//! 1. the compiler     refuses the text, or warns where it did not
//! 2. positions.txt    an example position is said to be another one
//! 3. counts           after some moves there are more positions, or fewer
//! 4. random games     a game of the same random numbers has another length or another end
//! 5. answers.txt      something else is answered somewhere in a corpus of positions, or not within the step limit
//! 6. verify           a claim that the base does not make is refuted
//! ```
//!
//! Counts and games are asked where the text says how the game goes on.
//!
//! | module | what it holds |
//! |---|---|
//! | [`mutant`] | all mutants of a base |
//! | `collector`, `of_games` | how they are made of the items of a text |
//! | [`mutating`] | what a game must tell so that mutants of it can be examined |
//! | `stones`, `text` | what five in a row tells, and what a game in text does |
//! | [`course`] | 3 and 4: how a game goes on |
//! | [`checks`] | who notices: 1 to 5 |
//! | [`difference`] | a position where a mutant that nobody noticed answers something else, and 6 |
//! | [`survivors`] | the list of those that nothing notices, with a reason for each |
//! | [`run`] | all of it, on all cores |
//!
//! A mutant that survives is one of two things. Either it answers something else somewhere, and that position is the test
//! that is missing; or it answers the same wherever anybody looked, and the literal says what the others say already.

pub(crate) mod checks;
mod collector;
pub(crate) mod course;
pub(crate) mod difference;
pub(crate) mod mutant;
pub(crate) mod mutating;
mod of_games;
pub(crate) mod run;
mod stones;
pub(crate) mod survivors;
mod symmetric;
mod text;
mod uses;

#[cfg(test)]
mod tests;
