//! Wins that can be proved, and the proofs.
//!
//! | file | what it holds |
//! |---|---|
//! | [`limits`] | when a search has to end: positions, time, and a sign to stop |
//! | [`looks`] | when long work looks at the clock |
//! | `descent` | how every search makes a move and takes it back |
//! | [`endgame`] | what moves are worth where every line can be followed to its end |
//! | `params` | the numbers of judgment, each with its reason |
//! | [`proof`] | what a won position is won by: moves, replies, threats and the rules at the ends |
//! | [`refuted`] | which claims of rules have been refuted, and which replies a search missed |
//! | [`strategy`] | what strategies have in common |
//! | [`classic`] | the strategy of the thesis: iterative deepening over fours and open threes |
//! | [`threats`] | our strategy: proof-number search over fours, threes and quiet moves |
//! | [`tactics`] | both strategies by name |
//! | [`alpha_beta`] | the best move by alpha-beta, where nothing can be proved |
//! | [`memory`] | what the next one remembers of positions |
//! | [`minimax`] | the best move of all lines of a length, in which every position on the way counts |
//! | [`player`] | a move to play: a proved win, or the best move after which the other side has none |
//! | [`time`] | time management: how much of its clock a player uses for a move |
//! | [`check`] | what a proof has to stand up to, and what is wrong with one that does not |
//! | [`solve`] | a position solved and its proof checked, again and again until both agree |
//! | [`worth`] | what a move or a position is worth |
//! | [`told`] | what a search tells while it thinks, and why a move was chosen |
//!
//! A search sees a [`Game`](crate::games::Game): moves, rules, exports. It does not know what a five is. A position counts
//! as *examined* for every stone that the search sets, each time that it does; stones that rules set themselves (`after`)
//! are counted by nobody.

pub mod alpha_beta;
pub mod check;
pub mod classic;
mod descent;
pub mod endgame;
pub mod limits;
pub mod looks;
pub mod memory;
pub mod minimax;
mod params;
pub mod player;
pub mod proof;
pub mod refuted;
pub mod solve;
pub mod strategy;
pub mod tactics;
pub mod threats;
pub mod time;
pub mod told;
pub mod worth;
