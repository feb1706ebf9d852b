//! `blanche check`: everything that is to be said of some files, in one run.

use std::path::PathBuf;

use blanche_compiler::diagnostic::Severity;
use blanche_compiler::{has_errors, report};
use clap::{Args, ValueEnum};

use crate::terminal::Terminal;
use crate::{Failure, Outcome, Reading};

/// Find mistakes in rule files
///
/// Every base among the paths is checked as one program, and so is every other file with what it uses. A file
/// of a base is checked as part of it, and only what concerns this file is shown. Nothing is printed when there
/// is nothing to say.
#[derive(Args)]
#[command(after_help = "Example:\n  blanche check knowledge/")]
pub(crate) struct Check {
    /// Rule files, and folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Drawn for people, or a JSON array for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Fail on warnings too
    #[arg(long)]
    deny_warnings: bool,
    #[command(flatten)]
    reading: Reading,
}

/// For whom something is printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

impl Check {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<Outcome, Failure> {
        let programs = self.reading.programs(&self.paths)?;
        let found = programs.diagnostics(&programs.check());
        let sources = &programs.project.sources;
        match self.format {
            Format::Text => terminal.print_all(sources, &found)?,
            Format::Json => terminal.print(&format!("{}\n", report::json(sources, &found)))?,
        }
        let denied = self.deny_warnings && found.iter().any(|message| message.severity == Severity::Warning);
        Ok(if denied || has_errors(&found) { Outcome::Mistakes } else { Outcome::Fine })
    }
}
