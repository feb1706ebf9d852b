//! The subcommands, each with its arguments and its implementation.

pub(crate) mod check;
pub(crate) mod doc;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod fmt;
pub(crate) mod grammar;
pub(crate) mod lsp;
pub(crate) mod new;
pub(crate) mod plan;
pub(crate) mod query;
pub(crate) mod repl;
pub(crate) mod test;
