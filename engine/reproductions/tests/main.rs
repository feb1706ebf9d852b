//! The tests of the reproductions, as a single test program.

/// The tests parse and search a lot; the system's allocator took a tenth of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// Modules that several of the tests use.
#[path = "../../tests/folders.rs"]
#[allow(dead_code, reason = "each program that includes this uses a part of it")]
mod folders;
#[path = "../../tests/incomplete_bases.rs"]
mod incomplete_bases;
#[path = "../../tests/programs.rs"]
#[allow(dead_code, unused_imports, reason = "each program that includes this uses a part of it")]
mod programs;

mod book;
mod commands;
mod curve;
mod experiment;
mod learning;
mod loops;
mod matches;

use std::process::Command;

use programs::Ran;

/// Runs the program with these arguments.
fn reproduce(words: &[&str]) -> Ran {
    Command::new(env!("CARGO_BIN_EXE_reproduce")).args(words).output().expect("the program starts").into()
}
