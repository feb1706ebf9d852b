//! `noire agents`: who can play.

use std::io::Write;
use std::process::ExitCode;

use crate::learning;
use crate::players::{self, Method};
use clap::Args;

use crate::command_line::output::Failure;
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire agents";

/// List the players and those who learn games, and what can be set of them.
///
/// A player is named in `contest --player` and `play --agent`, with settings behind a colon: `minimax:depth=8,scores=man+king`. A name
/// that stands for such a text can have settings too. Learners are named in `learn --by`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn run(_: &Arguments) -> Result<ExitCode, Failure> {
    let mut out = width::out(true);
    let (agents, learners) = (players::spec::named, learning::spec::named);
    let wide = agents().chain(learners()).map(|[name, ..]| name.len()).max().unwrap_or(0);
    for (name, method) in Method::ALL {
        writeln!(out, "{name:wide$}  {}{}", method.what(), settings(method.keys()))?;
    }
    for [name, stands_for, what] in agents() {
        writeln!(out, "{name:wide$}  {what}\n{:wide$}  = {stands_for}", "")?;
    }
    writeln!(out, "\nLearners (`learn --by`)")?;
    for (name, method) in learning::spec::Method::ALL {
        writeln!(out, "{name:wide$}  {}{}", method.what(), settings(method.keys()))?;
    }
    for [name, stands_for, what] in learners() {
        writeln!(out, "{name:wide$}  {what}\n{:wide$}  = {stands_for}", "")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn settings(keys: &[&str]) -> String {
    if keys.is_empty() { String::new() } else { format!(" ({})", keys.join(", ")) }
}
