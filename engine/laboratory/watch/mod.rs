//! Finds out what changed when a base was saved: which files, which rules have another meaning, and which answers
//! differ.
//!
//! | module | what it holds |
//! |---|---|
//! | [`seen`] | the files of a base, identified by time and size |
//! | [`meaning`] | the queries whose meaning has changed |
//! | [`compared`] | gained and lost answers, in as many positions as time allows |
//!
//! This module does not wait, print or use the terminal. It takes two versions of a base and returns the differences.

pub mod compared;
pub mod meaning;
pub mod seen;

#[cfg(test)]
mod tests;
