//! The option that chooses the back end, for commands that ask one.

use clap::ValueEnum;
use noire::bases::{Backend, Base};

use crate::matching::not_compiled;
use crate::output::Failure;

/// The back end that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendChoice {
    Compiled,
    Interpreted,
}

/// The back end that answers for a base that was named so: the faster one that can, unless a choice was made.
pub(crate) fn chosen(choice: Option<BackendChoice>, base: &Base, name: &str) -> Result<Backend, Failure> {
    let backend = match choice {
        None => base.backend(),
        Some(BackendChoice::Compiled) => Backend::Compiled,
        Some(BackendChoice::Interpreted) => Backend::Interpreted,
    };
    if base.has(backend) { Ok(backend) } else { Err(not_compiled(name)) }
}
