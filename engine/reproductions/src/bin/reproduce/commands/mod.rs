//! The commands: their arguments and what they do.

pub(crate) mod experiment;
pub(crate) mod learning;
pub(crate) mod loops;
pub(crate) mod matches;
pub(crate) mod tables;

use noire::command_line::public_api::{Failure, USAGE_ERROR};
use noire::lists::hint;

/// The failure for an unknown experiment. `rows` are the known names, with adjacent duplicates.
fn unknown<'n>(name: &str, rows: impl Iterator<Item = &'n str>) -> Failure {
    let mut known: Vec<&str> = rows.collect();
    known.dedup();
    let hint = hint(name, known.into_iter());
    Failure::Message(format!("error: there is no experiment `{name}`\n  {hint}"), USAGE_ERROR)
}
