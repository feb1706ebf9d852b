//! Repeats what documents report about their programs, and prints our figures next to theirs.
//!
//! This package uses `noire`, and no other package uses it. The program `reproduce` has a command for each experiment.
//!
//! | module | what it holds |
//! |---|---|
//! | [`curve`] | draws curves, as pictures and as text |
//! | [`experiment`] | the experiments of the thesis |
//! | [`learning`] | how many games a learner needs until it is no longer beaten; tables that it learns |
//! | [`loops`] | the rules of the thesis written in plain Rust, and their speed compared with the generated ones |
//! | [`mod@matches`] | matches that documents report |

pub mod curve;
pub mod experiment;
pub mod learning;
pub mod loops;
pub mod matches;
