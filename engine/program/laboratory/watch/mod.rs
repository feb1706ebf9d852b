//! What a save has changed: which files, which rules mean something else, and what they answer now.
//!
//! | module | what it holds |
//! |---|---|
//! | [`seen`] | the files that a base consists of, by their times and sizes |
//! | [`meaning`] | the questions that ask something else than before |
//! | [`compared`] | answers that were gained and lost, in as many positions as there is time for |
//!
//! Nothing here waits, prints or knows of a terminal: two versions of a base go in, and what is different comes out.

pub(crate) mod compared;
pub(crate) mod meaning;
pub(crate) mod seen;

#[cfg(test)]
mod tests;
