//! An example program with its own rules. `build.rs` compiles the folder `rules/`; the program itself depends only on
//! the runtime library that compiled rules call, and not on the compiler.

use blanche_runtime::{Budget, CompiledBase, LimitReached, Limits, Position};

// ANCHOR: compiled
/// The Rust that `build.rs` generates from `rules/`.
#[allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    unused_imports,
    clippy::all,
    reason = "what the compiler writes"
)]
mod compiled {
    include!(concat!(env!("OUT_DIR"), "/rules/mod.rs"));
}

/// The base in `rules/rows`, in compiled form.
pub fn base() -> CompiledBase<Position> {
    compiled::rows::base()
}

/// The rules that apply in a position, with their players.
///
/// # Errors
/// When a rule exceeds a limit.
pub fn applying(position: &mut Position) -> Result<Vec<String>, LimitReached> {
    let mut found = Vec::new();
    for rule in base().rules {
        if (rule.matcher.applies)(position, &mut Budget::new(Limits::default()))? {
            found.push(format!("{} for {}", rule.name, rule.colour));
        }
    }
    Ok(found)
}
// ANCHOR_END: compiled
