//! Environment variables for passing a command on. The running program is then replaced by a program with compiled
//! rules, which runs the command.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Environment variable with the number of times that the command was passed on to another program.
const SWITCHES_VARIABLE: &str = "NOIRE_IN_PLACE";

/// Environment variable with the path of the program that builds the programs with compiled rules.
const BUILDER_VARIABLE: &str = "NOIRE_BUILT_BY";

/// Maximum number of times that a command is passed on to another program. More than one may be needed, because rules
/// may change between the build and the run.
pub(crate) const MAX_SWITCHES: u32 = 7;

/// Number of times that this command was passed on to another program.
pub(crate) fn switches() -> u32 {
    env::var(SWITCHES_VARIABLE).ok().and_then(|times| times.parse().ok()).unwrap_or(0)
}

/// Whether another program has passed this command on. That program has already printed the warnings about the base.
pub(crate) fn is_switched() -> bool {
    switches() > 0
}

/// Path of the program that built the current program.
pub(crate) fn builder() -> Option<PathBuf> {
    env::var_os(BUILDER_VARIABLE).filter(|_| is_switched()).map(PathBuf::from)
}

/// Sets the environment variables for the program that will replace the current one.
pub(crate) fn set_environment(command: &mut Command, times: u32, builder: &Path) {
    command.env(SWITCHES_VARIABLE, times.to_string()).env(BUILDER_VARIABLE, builder);
}
