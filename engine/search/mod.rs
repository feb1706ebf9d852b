//! Wins that can be proved, and the proofs.
//!
//! | file | what it holds |
//! |---|---|
//! | [`limits`] | how long a search may take: positions, time, and a sign to stop |
//! | [`proof`] | what a won position is won by: moves, replies, threats and the rules at the ends |
//! | [`beliefs`] | which claims of rules have been refuted, and which replies a search forgot |
//! | [`threats`] | our strategy: proof-number search over fours, threes and quiet moves |
//! | [`solve`] | a position solved and its proof checked, again and again until both agree |
//!
//! A search sees a [`Game`](crate::games::Game): moves, rules, exports. It does not know what a five is. A position counts
//! as *examined* for every stone that the search sets, each time that it does; stones that rules set themselves (`after`)
//! are counted by nobody.

pub mod beliefs;
pub mod limits;
pub mod proof;
pub mod solve;
mod table;
pub mod threats;
