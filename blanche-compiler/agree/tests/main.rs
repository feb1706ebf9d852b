//! Tests that three evaluators agree on small programs. All tests are linked into a single program.

/// The tests parse, plan and evaluate thousands of small programs. With the allocator of the system, a tenth of the
/// time was spent on allocation.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// Modules shared by the tests.
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
// Faults can be planted only in debug builds.
#[cfg(debug_assertions)]
mod planted_faults;
mod whole;
mod whole_games;
mod why;
