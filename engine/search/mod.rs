//! Searches for proofs of wins, and for the best move if no win can be proved.
//!
//! | file | what it holds |
//! |---|---|
//! | [`limits`] | the limits of a search: positions, time, and a stop flag |
//! | [`clock_checks`] | decides how often long work checks the clock |
//! | `make_move` | how every search makes a move and undoes it |
//! | [`endgame`] | exact values of moves, if every line can be searched to its end |
//! | `params` | the tuning parameters, each with its reason |
//! | [`proof`] | proofs of wins: moves, replies, threats, and the rules at the ends of lines |
//! | [`proof_faults`] | refuted claims of rules, and replies that a search missed |
//! | [`strategy`] | the common interface of the strategies |
//! | [`classic`] | the strategy of the thesis: iterative deepening over fours and open threes |
//! | [`threats`] | our strategy: proof-number search over fours, threes and quiet moves |
//! | [`strategy_kind`] | both strategies by name |
//! | [`alpha_beta`] | the best move by alpha-beta, if nothing can be proved |
//! | [`always_replace`] | a simple table for search results |
//! | [`minimax`] | the best move by minimax in which every position along a line counts |
//! | [`player`] | chooses a move to play: a proved win, or the best move after which the opponent has no proved win |
//! | [`time`] | time management: how much of the clock to use for a move |
//! | [`check`] | the interface for checking proofs, and what may be wrong with them |
//! | [`solve`] | searches for a win and checks its proof, and repeats this until a check succeeds |
//! | [`evaluation`] | the evaluation of a move or a position: a result or a score |
//! | [`reports`] | reports of a search in words |
//!
//! A search sees a [`Game`](crate::games::Game): moves, rules and exports. It has no notion of five in a row. A
//! position counts as *examined* each time that the search makes the move leading to it. Stones that rules place during
//! their evaluation (`after`) are not counted.

pub mod alpha_beta;
pub mod always_replace;
pub mod check;
pub mod classic;
pub mod clock_checks;
pub mod endgame;
pub mod evaluation;
pub mod limits;
mod make_move;
pub mod minimax;
mod params;
pub mod player;
pub mod proof;
pub mod proof_faults;
pub mod reports;
pub mod solve;
pub mod strategy;
pub mod strategy_kind;
pub mod threats;
pub mod time;
