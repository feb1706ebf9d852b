//! Fits the weights of scores to the results of games. The probability that the side to move wins is modelled as a
//! logistic function of the counts of the scores. The weights are the maximum-likelihood estimate.
//!
//! | file | what it holds |
//! |---|---|
//! | [`score_items`] | the scores of a base as written in its source, each with two weights |
//! | [`samples`] | the counts of the scores in quiet positions of games whose winner is known |
//! | [`evaluated_positions`] | positions at which a search evaluates the scores |
//! | [`self_play`] | games that a base plays against itself, starting from such positions |
//! | [`tuning_world`] | what a game must implement so that its scores can be fitted |
//! | `logistic_regression` | logistic regression |
//! | [`fit_weights()`] | the whole process: weights before and after, and how well they predict other games |
//! | [`rewrite`] | writes weights into the files of a base |
//!
//! CITE: Cox 1958, *The regression analysis of binary sequences*; Buro 1995, *Statistical feature combination for the evaluation of
//! game positions*.

pub mod evaluated_positions;
mod fitted_weights;
pub(crate) mod logistic_regression;
pub mod rewrite;
pub mod samples;
pub mod score_items;
pub mod self_play;
pub mod tuning_world;

pub use fitted_weights::{FittedWeights, fit_weights};
