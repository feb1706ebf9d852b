//! The program `reproduce`; each command has a file in `commands/`.

mod commands;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::{experiment, learning, loops, matches, tables};
use noire::command_line::public_api::{self, Colors};

/// Repeat what documents report about their programs, and print our figures beside theirs.
///
/// The thesis *Kennis en renju* has experiments with renju; other documents report when a learner is no longer beaten,
/// which program beats which, and what a program has learned. `loops` compares the rules of the thesis with the same
/// rules written by hand.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 success; 1 mistakes in rules; 2 usage error; 3 I/O or internal error, or answers differ; 130 interrupted by \
                  Ctrl-C, partial results were printed."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    colors: Colors,
}

#[derive(Subcommand)]
enum Command {
    Experiment(experiment::Arguments),
    Learning(learning::Arguments),
    Tables(tables::Arguments),
    Matches(matches::Arguments),
    Loops(loops::Arguments),
}

fn main() -> ExitCode {
    public_api::run_program(
        |arguments: &Arguments| &arguments.colors,
        |_, arguments| match arguments.command {
            Command::Experiment(arguments) => experiment::run(&arguments),
            Command::Learning(arguments) => learning::run(&arguments),
            Command::Tables(arguments) => tables::run(&arguments),
            Command::Matches(arguments) => matches::run(&arguments),
            Command::Loops(arguments) => loops::run(&arguments),
        },
    )
}
