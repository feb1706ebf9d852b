//! A game at the terminal: people and the computer in turn, until it ends (thesis, table 3.1) or somebody leaves.
//!
//! | file | what it holds |
//! |---|---|
//! | [`command`] | what a person can say at a turn |
//! | [`openings`] | the 26 openings and their names |
//! | [`session`] | the game itself: who is to move, what is said, how it ends |

pub mod command;
pub mod openings;
pub mod session;

pub use session::{Player, Session, Settings};
