//! Mutation of games in text: whether anything notices when one thing in a text is wrong. The mutants are those of
//! [`crate::laboratory::mutate::mutant`]; those who stand by a text are asked, the cheapest first.
//!
//! ```text
//! 1. the compiler     refuses the text, or warns where it did not
//! 2. positions.txt    an example position is said to be another one
//! 3. counts           after some moves there are more positions, or fewer
//! 4. random games     a game of the same random numbers has another length or another end
//! 5. verify           a claim that the game does not make is refuted
//! ```
//!
//! Counts and games of a mutant are compared with those of the game itself.
//!
//! | module | what it holds |
//! |---|---|
//! | [`checks`] | 1 to 4 |
//! | [`difference`] | a position where a mutant that nobody noticed says something else, and 5 |
//! | [`run`] | all of it, on all cores |

pub mod checks;
pub mod difference;
pub mod run;
