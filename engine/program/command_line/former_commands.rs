//! Former commands of `noire`, and what replaces them.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::command_line::output::{Failure, USAGE_ERROR};

/// Name of each former command, its replacement, and how to use the replacement.
const FORMER_COMMANDS: [(&str, &str, &str); 3] = [
    (
        "extract",
        "`noire learn --extract DIR`",
        "write for instance: noire learn --extract by-numbers --into by-rules",
    ),
    (
        "experiment",
        "`reproduce experiment`; its commands are `reproduce learning`, `tables` and `matches`",
        "where noire is built, run: cargo run --release --package noire-reproductions -- experiment",
    ),
    (
        "playouts",
        "`noire perft --random GAMES`",
        "write for instance: noire perft --game my-game/ --random 1000",
    ),
];

/// The message for an unknown command whose name is the name of a former command.
pub(super) fn failure(error: &clap::Error) -> Option<Failure> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let (once, now, how) = FORMER_COMMANDS.into_iter().find(|(once, ..)| once == name)?;
    Some(Failure::Message(format!("error: `noire {once}` is now {now}\n  {how}"), USAGE_ERROR))
}
