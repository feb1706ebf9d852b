//! Attacks on the claims of games in text, which are defined entirely by rules: positions come from their moves,
//! and a search over these moves decides what is won.
//!
//! | module | what it holds |
//! |---|---|
//! | [`claims`] | the claims of a rule in a position, and whether they hold |
//! | [`run`] | attacks the claims of every rule, on all cores, until a limit of time, rounds or positions |

pub(crate) mod claims;
pub mod run;
