//! A base that a program has compiled in besides those of `knowledge/`: what `noire compile` adds to a program.
//!
//! It is set once, before anything is asked, and stays what it is: as the bases of `knowledge/` do.

use std::sync::OnceLock;

use blanche_compiler::project::BuiltIn;
use blanche_compiler::runtime::{self, CompiledBase};

use crate::board::Position;

/// A base with its compiled rules and its texts.
#[derive(Clone, Copy, Debug)]
pub struct Addition {
    /// The base, where it stands on the domain of five in a row.
    pub five_in_a_row: fn() -> Vec<CompiledBase<Position>>,
    /// The base, where its game stands in its text.
    pub games: fn() -> Vec<CompiledBase<runtime::Position>>,
    /// Its rule files and files of facts, by the paths under which a `use` finds them.
    pub knowledge: BuiltIn,
    /// What lies beside its rules, by the same paths.
    pub sidecars: BuiltIn,
}

static ADDITION: OnceLock<Addition> = OnceLock::new();

/// Adds a base to this program. Of several the first counts.
pub fn add(addition: Addition) {
    ADDITION.get_or_init(|| addition);
}

/// What this program has besides the bases of `knowledge/`.
pub fn added() -> Option<&'static Addition> {
    ADDITION.get()
}
