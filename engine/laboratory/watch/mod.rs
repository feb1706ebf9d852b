//! Finds out what saving a base has changed: which files, which rules have another meaning, and what they answer
//! now.
//!
//! | module | what it holds |
//! |---|---|
//! | [`seen`] | the files of a base, identified by time and size |
//! | [`meaning`] | the queries whose meaning has changed |
//! | [`compared`] | answers gained and lost, in as many positions as time allows |
//!
//! This module does not wait, print or use the terminal: it takes two versions of a base and returns the
//! differences.

pub mod compared;
pub mod meaning;
pub mod seen;

#[cfg(test)]
mod tests;
