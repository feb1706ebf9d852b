//! Small programs and what three evaluators answer, as one test program.

/// Tests read, plan and answer thousands of small programs: a tenth of their time went to the allocator of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// What tests share.
mod answers;
mod changes;
mod compiled_game;
mod disturbances;
mod hosts;
mod in_words;
mod played;
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
// Only debug builds can plant a fault.
#[cfg(debug_assertions)]
mod planted_faults;
mod whole;
mod whole_games;
mod why;
