//! All integration tests of the language as one program, because linking is slow. `cargo test -p blanche --test
//! language NAME::` runs a single module.

/// The tests process thousands of small programs. With the system allocator, a tenth of the time was spent on
/// allocation.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// Modules that several tests share.
mod folder;
mod lots;
mod missing;
mod several;
mod slips;
mod snapshot_folders;
mod trials;

mod accidental_asks;
mod book;
mod broken_lines;
mod bytes;
mod cli;
mod damage;
mod embedding;
mod emitted;
mod expectations;
mod explain;
mod fix;
mod fix_guesses;
mod fuzz;
mod grammar;
mod large;
mod layers;
mod layout;
mod lsp;
mod manual;
mod mistakes;
mod open;
mod repairs;
mod repl;
mod rules_for_players;
mod snapshots;
mod suppressed_consequences;
mod surroundings;
mod watch;

/// The folder of the crate `blanche-compiler`. These tests belong to the package of the program `blanche`, whose folder
/// is inside it.
fn crate_folder() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the program is in the folder of the crate")
}
