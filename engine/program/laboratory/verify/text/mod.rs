//! Attacks on the claims of games in text. The rules of a text say all that is asked here: positions come from its moves, and a
//! search over them decides what is won.
//!
//! | module | what it holds |
//! |---|---|
//! | [`claims`] | what a rule claims in a position, and whether that is so |
//! | [`run`] | attacks what every rule claims, on all cores, for a time or a number of rounds or positions |

pub(crate) mod claims;
pub(crate) mod run;
