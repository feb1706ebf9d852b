//! The options that choose a base and the back end for its queries. Some commands use one back end, and others compare
//! both.

use blanche_compiler::runtime::Limits;
use clap::{Args, ValueEnum};
use noire_engine::bases::Backend;
use noire_engine::world::AnyBase;

/// How much work a question may take.
#[derive(Args)]
pub(crate) struct LimitOptions {
    /// The step limit of a query. A query that exceeds it has no answer, neither yes nor no, and the exit status is 1
    #[arg(long, value_name = "N", default_value_t = Limits::default().work)]
    work: u64,
    /// Memory limit for the answers to a query, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().memory >> 20)]
    memory: u64,
}

impl LimitOptions {
    /// The limits of a query: the values of the options, and default values for options that are not set.
    pub(crate) fn limits(&self) -> Limits {
        Limits { work: self.work, memory: self.memory.saturating_mul(1 << 20), ..Limits::default() }
    }
}

/// One back end.
#[derive(Args)]
pub(crate) struct BackendOption {
    /// The back end; by default compiled if the game is compiled, otherwise interpreted
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
}

impl BackendOption {
    /// The chosen back end, or the fastest one that this base has if the user chose none.
    pub(crate) fn of_base(&self, base: &AnyBase) -> Backend {
        self.backend.map_or_else(|| base.backend(), BackendChoice::backend)
    }
}

/// The back end that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "help would show a description of each")]
pub enum BackendChoice {
    Compiled,
    Interpreted,
}

impl BackendChoice {
    /// The chosen back end, whether or not the base has it.
    pub(crate) fn backend(self) -> Backend {
        match self {
            BackendChoice::Compiled => Backend::Compiled,
            BackendChoice::Interpreted => Backend::Interpreted,
        }
    }
}

/// The back ends that were asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendsChoice {
    Compiled,
    Interpreted,
    Both,
}

impl BackendsChoice {
    /// The chosen back ends, whether or not the base has them.
    pub(crate) fn backends(self) -> Vec<Backend> {
        match self {
            BackendsChoice::Compiled => vec![Backend::Compiled],
            BackendsChoice::Interpreted => vec![Backend::Interpreted],
            BackendsChoice::Both => vec![Backend::Compiled, Backend::Interpreted],
        }
    }
}
