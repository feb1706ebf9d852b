//! Small programs and what three evaluators answer, as one test program.

// What tests share.
mod answers;
mod changes;
mod disturbances;
#[path = "../../tests/trials.rs"]
mod trials;

mod aggregates;
mod chains;
mod compiled;
mod compiled_games;
mod functions;
mod games;
mod generate;
mod interpreted;
mod least;
mod meaning;
mod moving;
mod naive;
mod planned;
mod why;
