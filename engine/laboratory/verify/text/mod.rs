//! Attacks on the claims of games defined by rule files. The positions come from the moves of the game, and a search
//! over these moves decides which positions are won.
//!
//! | module | what it holds |
//! |---|---|
//! | `claims` | the claims of a rule in a position, and whether they hold |
//! | [`run`] | attacks the claims of every rule, on all cores, until a limit of time, rounds or positions |

pub(crate) mod claims;
pub mod run;
