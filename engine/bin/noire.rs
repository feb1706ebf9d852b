//! The game program `noire`: its command line stands in the library, so that programs with more bases compiled in have it
//! too.

fn main() -> std::process::ExitCode {
    noire::command_line::main()
}
