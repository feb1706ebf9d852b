//! Finds out what changed when a base was saved: which files, which rules now have a different meaning, and which
//! answers differ.
//!
//! | module | what it holds |
//! |---|---|
//! | [`file_versions`] | the files of a base, identified by time and size |
//! | [`changed_queries`] | the queries whose meaning has changed |
//! | [`answer_comparison`] | gained and lost answers, in as many positions as time allows |
//!
//! This module does not wait, print or use the terminal. It takes two versions of a base and returns the differences.

pub mod answer_comparison;
pub mod changed_queries;
pub mod file_versions;

#[cfg(test)]
mod tests;
