//! The bases that are compiled into a program: those of `knowledge/`, and one that `noire compile` adds.
//!
//! This crate has none of them. A package with compiled rules, such as `noire`, registers them in [`REGISTERED`]; whatever
//! links that package has them, without a call.

use std::sync::OnceLock;

use blanche_compiler::project::BuiltIn;
use blanche_compiler::runtime::{self, CompiledBase};
use linkme::distributed_slice;

use crate::board::Position;
use crate::host_table::HostTable;

/// Compiled bases and the texts that they were compiled from.
#[derive(Clone, Copy, Debug)]
pub struct CompiledBases {
    /// The bases on the domain of five in a row.
    pub five_in_a_row: fn() -> Vec<CompiledBase<Position>>,
    /// The bases whose games stand in their text.
    pub games: fn() -> Vec<CompiledBase<runtime::Position>>,
    /// Their rule files and files of facts, by the paths under which a `use` finds them.
    pub knowledge: BuiltIn,
    /// What lies beside their rules, by the same paths.
    pub sidecars: BuiltIn,
}

/// What a package registers that has the rules of `knowledge/`.
#[derive(Debug)]
pub struct Registered {
    /// The bases of `knowledge/`.
    pub compiled: CompiledBases,
    /// How a position answers the interpreter, by the domain in `knowledge/`.
    pub host: HostTable<Position>,
}

/// The packages with compiled rules that this program links. The first one counts.
#[distributed_slice]
pub static REGISTERED: [Registered];

static ADDED: OnceLock<CompiledBases> = OnceLock::new();

/// Adds bases to those of `knowledge/`, before anything is asked. Only the first call counts.
pub fn add(compiled: CompiledBases) {
    ADDED.get_or_init(|| compiled);
}

/// The rule files of `knowledge/`, by their paths below it.
pub fn knowledge() -> BuiltIn {
    REGISTERED.first().map_or(&[], |registered| registered.compiled.knowledge)
}

/// The files beside those of [`knowledge`].
pub fn sidecars() -> BuiltIn {
    REGISTERED.first().map_or(&[], |registered| registered.compiled.sidecars)
}

/// Both sets of compiled bases: those of `knowledge/`, then those that were added.
pub(crate) fn all() -> impl Iterator<Item = CompiledBases> {
    let registered = REGISTERED.first().map(|registered| registered.compiled);
    registered.into_iter().chain(ADDED.get().copied())
}
