//! Estimates used by the passes: the selectivities of literals and the costs of steps.

mod asks_rules;
mod selectivity;
mod set_cost;

pub(crate) use self::selectivity::comparison_selectivity;
