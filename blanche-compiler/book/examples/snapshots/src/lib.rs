//! A program with rules of its own. `build.rs` compiles the folder `rules/`; the program itself needs the crate that compiled
//! rules call, and no compiler.

use blanche_runtime::{Budget, CompiledBase, LimitReached, Limits, Position};

// ANCHOR: compiled
/// What `build.rs` has made of `rules/`.
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

/// The base in `rules/rows`, as it was compiled.
pub fn base() -> CompiledBase<Position> {
    compiled::rows::base()
}

/// The rules that apply in a position, with their players.
///
/// # Errors
/// When a rule takes too much work.
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
