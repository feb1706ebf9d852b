//! Laws of the passes: whatever a pass drops, merges, moves or replaces, the answers stay the same.
//!
//! Bodies are drawn that fit a pass (`bodies`), as text that the checks accept (`programs`), and planned with statistics
//! that make the planner choose in many ways. What comes out of a pass is held in small models (`models`) against what the
//! body means (`meaning`, `relations`): conjuncts by all assignments of their slots, steps by executing them (`execution`,
//! `routines`). Nothing of a back end is used here.
//!
//! A law says how often its pass must have changed something: a law whose pass does nothing tests nothing. `BLANCHE_TRIALS=all`
//! draws eight times as many bodies, and `BLANCHE_TALLY=1` prints how often something was changed.

mod bodies;
mod cases;
mod changes;
mod conjuncts;
mod execution;
mod fixpoints;
mod found;
mod literals;
mod meaning;
mod models;
mod parts;
mod planning;
mod profiles;
mod programs;
mod relations;
mod routines;
mod steps;
mod tally;
mod whole_plans;
