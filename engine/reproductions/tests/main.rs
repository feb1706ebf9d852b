//! The tests of the reproductions, as one program.

/// Tests read and search much: a tenth of their time went to the allocator of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// What tests share.
#[path = "../../tests/folders.rs"]
#[allow(dead_code, reason = "each program that includes this uses a part of it")]
mod folders;
#[path = "../../tests/lacking.rs"]
mod lacking;
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

/// Runs the program with these words.
fn reproduce(words: &[&str]) -> Ran {
    Command::new(env!("CARGO_BIN_EXE_reproduce")).args(words).output().expect("the program starts").into()
}
