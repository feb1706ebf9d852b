//! Mutation testing shows whether any check notices a wrong rule. The program changes one thing in a rule or derivation
//! of a base, and runs the checks on the result, cheapest first.
//!
//! ```text
//! 1. the compiler     rejects the source, or gives a warning that it did not give before
//! 2. positions.txt    an example position fails
//! 3. counts           the number of positions after some moves changes
//! 4. random games     a game with the same random numbers has another length or result
//! 5. answers.txt      answers change somewhere in a corpus of positions, or the step limit is reached
//! 6. verify           a claim that the base does not make is refuted
//! ```
//!
//! The mutants come from [`mutants`](crate::mutants). Checks 3 and 4 apply to games defined by rule files, because
//! their rules determine how play continues.
//!
//! | module | what it holds |
//! |---|---|
//! | [`mutation_world`] | what a game must implement so that its mutants can be examined |
//! | `stones`, `text` | the implementations for five in a row and for games defined by rule files |
//! | `play_record` | checks 3 and 4: how play continues |
//! | [`checks`] | checks 1 to 5 |
//! | [`difference`] | finds a position in which an unnoticed mutant answers differently, and check 6 |
//! | [`survivors`] | the list of mutants that no check notices, with a reason for each |
//! | [`run`] | the whole run, on all cores |
//!
//! A surviving mutant means one of two things. If its answers differ in some position, that position is a missing test.
//! If its answers are the same in all examined positions, the changed literal is probably redundant.

pub mod checks;
pub mod difference;
pub mod mutation_world;
pub(crate) mod play_record;
pub mod run;
mod stones;
pub mod survivors;
mod text;

#[cfg(test)]
mod tests;
