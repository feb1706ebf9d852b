//! Helpers for the tests of the laboratory, and tests that involve several parts of it. Tests outside the crate share
//! most of the helpers.

#[path = "../../tests/back_ends/mod.rs"]
pub(super) mod back_ends;
#[path = "../../tests/connect_four.rs"]
pub(super) mod connect_four;
#[path = "../../tests/data/mod.rs"]
pub(super) mod data;
#[path = "../../tests/deep.rs"]
pub(super) mod deep;
#[path = "../../tests/faults.rs"]
pub(super) mod faults;
#[path = "../../tests/folders.rs"]
pub(super) mod folders;
#[path = "../../benches/games_by_hand/mod.rs"]
#[allow(dead_code, unused_imports, reason = "two of them are asked")]
pub(super) mod games_by_hand;
#[path = "../../../blanche-compiler/tests/trials.rs"]
pub(super) mod trials;
#[path = "../../tests/watched.rs"]
pub(super) mod watched;

mod own_games;
pub(super) mod small_board;
mod text;

/// The tests parse, plan and run thousands of small programs. With the system allocator, a tenth of their time was
/// spent on memory allocation.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
