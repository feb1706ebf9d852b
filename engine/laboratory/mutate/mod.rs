//! Mutation: whether anything notices when a rule is wrong. One thing is changed in a rule or derivation of a base, by
//! machine, and those who stand by it are asked, the cheapest first.
//!
//! ```text
//! 1. the compiler     refuses the text, or warns where it did not
//! 2. positions.txt    an example position is said to be another one
//! 3. answers.txt      something else is answered somewhere in the built-in corpus, or not within the step limit
//! 4. verify           a claim that the base does not make is refuted
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`mutant`] | all mutants of a base |
//! | `collector`, `of_games` | how they are made of the items of a text |
//! | [`checks`] | what is committed and fails: 1 to 3 |
//! | [`difference`] | a position where a mutant that nobody noticed answers something else, and 4 |
//! | [`survivors`] | the list of those that nothing notices, with a reason for each |
//! | [`run`] | all of it, on all cores |
//!
//! A mutant that survives is one of two things. Either it answers something else somewhere, and that position is the test
//! that is missing; or it answers the same wherever anybody looked, and the literal says what the others say already.

pub mod checks;
mod collector;
pub mod difference;
pub mod mutant;
mod of_games;
pub mod run;
pub mod survivors;
mod symmetric;
mod uses;
