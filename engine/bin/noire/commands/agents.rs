//! `noire agents`: who can play games in text.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use noire::agents::Method;
use noire::agents::spec::named;

use crate::output::Failure;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire agents";

/// List the agents that play games in text, and what can be set of them.
///
/// An agent is named in `play --agent` and in `match --first` and `--second`, with settings behind a colon:
/// `minimax:depth=8,scores=man+king`. A name that stands for such a text can have settings too.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn run(_: &Arguments) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let wide = named().map(|[name, ..]| name.len()).max().unwrap_or(0);
    for (name, method) in Method::ALL {
        let keys = method.keys();
        let settings = if keys.is_empty() { String::new() } else { format!(" ({})", keys.join(", ")) };
        writeln!(out, "{name:wide$}  {}{settings}", method.what())?;
    }
    for [name, stands_for, what] in named() {
        writeln!(out, "{name:wide$}  {what}\n{:wide$}  = {stands_for}", "")?;
    }
    Ok(ExitCode::SUCCESS)
}
