//! Commands that a program hands over to another one, which has rules compiled in: what the one tells the other by the way.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How often the command has been handed over.
const TIMES: &str = "NOIRE_IN_PLACE";

/// The program that builds others.
const BUILDER: &str = "NOIRE_BUILT_BY";

/// So often a command is handed over at most: rules may change between the build and the command that asks them.
pub(crate) const MOST_TIMES: u32 = 7;

/// How often this command has been handed over.
pub(crate) fn times() -> u32 {
    env::var(TIMES).ok().and_then(|times| times.parse().ok()).unwrap_or(0)
}

/// Whether another program has handed this command over, and has told what there is to tell of the base.
pub(crate) fn is_handed_over() -> bool {
    times() > 0
}

/// The program that has built this one.
pub(crate) fn builder() -> Option<PathBuf> {
    env::var_os(BUILDER).filter(|_| is_handed_over()).map(PathBuf::from)
}

/// Marks the command of a program to which this one hands over.
pub(crate) fn mark(command: &mut Command, times: u32, builder: &Path) {
    command.env(TIMES, times.to_string()).env(BUILDER, builder);
}
