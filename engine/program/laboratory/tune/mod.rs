//! Fits the weights of scores to the results of games: how likely the side to move is to win is taken for a logistic function of
//! what the scores count, and the weights are those under which the results were most likely.
//!
//! | file | what it holds |
//! |---|---|
//! | [`sentences`] | the scores of a base as they stand in its text, with a weight for either side of each |
//! | [`samples`] | what the scores count in the quiet positions of games whose winner is known |
//! | [`ends`] | positions at which a search asks the scores |
//! | [`self_play`] | games that a base plays against itself from there |
//! | [`tuning`] | what a game must tell for that |
//! | [`fit`] | logistic regression |
//! | [`tuned()`] | all of it: weights before and after, and how well they foretell games that they were not fitted to |
//! | [`rewrite`] | writes weights into the files of a base |
//!
//! CITE: Cox 1958, *The regression analysis of binary sequences*; Buro 1995, *Statistical feature combination for the evaluation of
//! game positions*.

pub(crate) mod ends;
pub(crate) mod fit;
pub(crate) mod rewrite;
pub(crate) mod samples;
pub(crate) mod self_play;
pub(crate) mod sentences;
mod tuned;
pub(crate) mod tuning;

pub(crate) use tuned::{Tuned, tuned};
