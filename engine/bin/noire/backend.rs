//! The options that choose the back end, for commands that ask one or compare both.

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

/// The back ends that were asked for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendsChoice {
    Compiled,
    Interpreted,
    Both,
}

/// The back ends that answer for a base that was named so.
pub(crate) fn chosen_backends(
    choice: Option<BackendsChoice>,
    base: &Base,
    name: &str,
) -> Result<Vec<Backend>, Failure> {
    let one = |choice| Ok(vec![chosen(choice, base, name)?]);
    match choice {
        None => one(None),
        Some(BackendsChoice::Compiled) => one(Some(BackendChoice::Compiled)),
        Some(BackendsChoice::Interpreted) => one(Some(BackendChoice::Interpreted)),
        Some(BackendsChoice::Both) => match base.has(Backend::Compiled) {
            true => Ok(vec![Backend::Compiled, Backend::Interpreted]),
            false => Err(not_compiled(name)),
        },
    }
}
