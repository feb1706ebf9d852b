//! Every test of the language that stands outside of its crate, as one program: linking is what takes long, and one
//! module is asked for with `cargo test -p blanche-compiler --test language NAME::`.

/// Tests read, plan and answer thousands of small programs: a tenth of their time went to the allocator of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// What tests share.
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
