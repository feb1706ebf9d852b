//! The rules of `knowledge/renju-2001` written in plain Rust, and their speed compared with the generated ones.
//!
//! | module | what it holds |
//! |---|---|
//! | [`plain`] | all 18 rules as plain nested loops: the result of an afternoon's work |
//! | [`sets`] | three of them over sets: the result of more time and knowledge of the rules |
//! | [`compared`] | compares answers and times |
//! | [`plot`] | draws the times as a picture |

pub mod compared;
pub mod plain;
pub mod plot;
pub mod sets;
