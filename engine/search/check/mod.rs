//! Checks what a search has found: plays a proof out against every reply, and searches exhaustively where its rules end.
//!
//! | module | what it holds |
//! |---|---|
//! | [`referee`] | says who has won, by the rules of level 0 |
//! | [`plain`] | the definition of a win within n moves: every move, every reply, nothing left out |
//! | [`exhaustive`] | gives the same answer sooner |
//! | [`replay`] | plays a proof of a whole win out against every reply |
//!
//! It never asks a rule above level 0, so it can judge all others.

pub mod exhaustive;
pub mod plain;
pub mod referee;
pub mod replay;
