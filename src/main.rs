//! The game program `noire`.

// This links the bases of `knowledge/`, which register themselves.
use noire as _;

fn main() -> std::process::ExitCode {
    noire_program::command_line::main()
}
