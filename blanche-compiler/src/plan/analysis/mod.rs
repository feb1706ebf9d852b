//! Analyses of the whole program that run before planning.

mod empty;
mod rules_asked;
mod tabling;
mod unfolded_size;

pub(crate) use empty::{contradicts, empty};
pub(crate) use rules_asked::rules_asked;
pub(crate) use tabling::tabled;
pub(crate) use unfolded_size::Sizes;
