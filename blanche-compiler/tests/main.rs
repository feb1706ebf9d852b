//! All integration tests of the language as one program, because linking is slow. `cargo test -p blanche
//! --test language NAME::` runs a single module.

/// The tests process thousands of small programs; the system allocator took a tenth of their time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// Shared by the tests.
mod folder;
mod lots;
mod missing;
mod several;
mod slips;
mod snapshot_folders;
mod trials;

mod asked;
mod book;
mod bytes;
mod cli;
mod damage;
mod doubt;
mod embedding;
mod emitted;
mod expectations;
mod explain;
mod fix;
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
mod sides;
mod snapshots;
mod surroundings;
mod torn;

/// The folder of the crate `blanche-compiler`. These tests belong to the package of its program, which is inside.
fn crate_folder() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the program is in the folder of the crate")
}
