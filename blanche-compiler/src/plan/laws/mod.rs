//! Laws of the passes: whatever a pass removes, merges, moves or replaces, the answers stay the same.
//!
//! Random bodies suited to a pass (`bodies`) are written as text, filtered by the checks (`programs`), and planned with
//! random statistics that make the planner choose differently. The result of a pass is compared with the meaning of the
//! body (`meaning`, `relations`) in small models (`models`). Conjuncts are evaluated by trying all assignments of their
//! slots, and steps by executing them (`execution`, `routines`). No back end is involved.
//!
//! A law states how often its pass must have changed something, because a law whose pass does nothing tests
//! nothing. `BLANCHE_TRIALS=all` generates eight times as many bodies, and `BLANCHE_TALLY=1` prints how often
//! something was changed.

mod bodies;
mod cases;
mod changes;
mod conjuncts;
mod execution;
mod fixpoints;
mod literals;
mod meaning;
mod models;
mod parts;
mod planning;
mod profiles;
mod programs;
mod regressions;
mod relations;
mod routines;
mod steps;
mod tally;
mod whole_plans;
