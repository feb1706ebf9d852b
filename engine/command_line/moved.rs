//! Commands that `noire` had under these names, and where they are now.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::command_line::output::{Failure, WRONG_USE};

/// The names, and the commands that took their places.
const MOVED: [(&str, &str); 1] =
    [("experiment", "cargo run --release --package noire-reproductions -- experiment")];

/// Where the command is that was not found, if it had this name once.
pub(super) fn of(error: &clap::Error) -> Option<Failure> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let (_, now) = MOVED.into_iter().find(|(once, _)| once == name)?;
    Some(Failure::Said(
        format!(
            "error: `noire {name}` has become a program of its own, `reproduce {name}`\n  where noire is built: {now}"
        ),
        WRONG_USE,
    ))
}
