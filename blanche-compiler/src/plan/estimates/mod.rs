//! The numbers that the passes reckon with: how often literals hold, and what steps cost.

mod asks_rules;
mod selectivity;
mod set_cost;

pub(crate) use self::selectivity::comparison_selectivity;
