//! The knowledge bases that are compiled into a program: the bases of `knowledge/`, and one base that `noire compile`
//! adds.
//!
//! This crate contains no base itself. A package with compiled rules, such as `noire`, registers them in
//! [`REGISTERED`]; linking that package is enough, and no call is needed.

use std::sync::OnceLock;

use blanche_compiler::project::BuiltIn;
use blanche_compiler::runtime::{self, CompiledBase};
use linkme::distributed_slice;

use crate::board::Position;
use crate::host_table::HostTable;

/// Compiled bases and the texts that they were compiled from.
#[derive(Clone, Copy, Debug)]
pub struct CompiledBases {
    /// The bases whose domain is five in a row.
    pub five_in_a_row: fn() -> Vec<CompiledBase<Position>>,
    /// The bases of games that are defined by rule files alone, without Rust code for their positions.
    pub games: fn() -> Vec<CompiledBase<runtime::Position>>,
    /// The rule files and fact files of these bases, by the paths under which a `use` finds them.
    pub knowledge: BuiltIn,
    /// The sidecar files of these bases, such as `positions.txt`, by their paths.
    pub sidecars: BuiltIn,
}

/// The parts that a package with the compiled rules of `knowledge/` registers.
#[derive(Debug)]
pub struct Registered {
    /// The bases of `knowledge/`.
    pub compiled: CompiledBases,
    /// The functions with which the interpreter queries a position about the domain of `knowledge/`.
    pub host: HostTable<Position>,
}

/// The linked packages that contain compiled rules. Only the first one is used.
#[distributed_slice]
pub static REGISTERED: [Registered];

static ADDED: OnceLock<CompiledBases> = OnceLock::new();

/// Adds bases to those of `knowledge/`. Must be called before the first query; only the first call has an effect.
pub fn add(compiled: CompiledBases) {
    ADDED.get_or_init(|| compiled);
}

/// The rule files of `knowledge/`, by their paths relative to it.
pub fn knowledge() -> BuiltIn {
    REGISTERED.first().map_or(&[], |registered| registered.compiled.knowledge)
}

/// The sidecar files of the bases in `knowledge/`, by their paths.
pub fn sidecars() -> BuiltIn {
    REGISTERED.first().map_or(&[], |registered| registered.compiled.sidecars)
}

/// Both sets of compiled bases: first those of `knowledge/`, then those passed to [`add`].
pub(crate) fn all() -> impl Iterator<Item = CompiledBases> {
    let registered = REGISTERED.first().map(|registered| registered.compiled);
    registered.into_iter().chain(ADDED.get().copied())
}
