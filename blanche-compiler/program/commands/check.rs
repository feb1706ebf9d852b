//! `blanche check`: reports all diagnostics of the given files.

use std::path::PathBuf;

use blanche_compiler::diagnostic::{Diagnostic, Severity};
use blanche_compiler::paths::Programs;
use blanche_compiler::service::fixes::trial;
use blanche_compiler::service::start_positions;
use blanche_compiler::{has_errors, report};
use clap::{Args, ValueEnum};

use crate::terminal::{Terminal, count};
use crate::watch::{self, Seen};
use crate::{CommandOutcome, Failure, Reading};

/// Find mistakes in rule files
///
/// Each base is checked as one program; any other file is checked together with the files it uses. A file of a
/// base is checked as part of the base, and only messages about this file are shown. Without mistakes nothing is
/// printed.
#[derive(Args)]
#[command(after_help = "Examples:\n  blanche check knowledge/\n  blanche check --watch my-rules/")]
pub(crate) struct Check {
    /// Rule files, and folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Text for people, or a JSON array for programs
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Show every message in full. By default, only the first three messages with the same code are shown in full; the
    /// others are shortened to one line each
    #[arg(long)]
    all: bool,
    /// Fail on warnings too
    #[arg(long)]
    deny_warnings: bool,
    /// Check again whenever a file changes, until interrupted by Ctrl-C
    #[arg(long)]
    watch: bool,
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
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        if self.watch {
            return self.watch(terminal);
        }
        let found = self.say(&self.reading.programs(&self.paths, terminal)?, terminal)?;
        let denied = self.deny_warnings && found.iter().any(|message| message.severity == Severity::Warning);
        Ok(if denied || has_errors(&found) { CommandOutcome::Mistakes } else { CommandOutcome::Fine })
    }

    /// Prints the diagnostics, and returns them.
    fn say(&self, programs: &Programs, terminal: &Terminal) -> Result<Vec<Diagnostic>, Failure> {
        let found = trial::offered(programs, start_positions::diagnostics(programs, &programs.check()));
        let sources = &programs.project.sources;
        match self.format {
            Format::Text => terminal.print_all(sources, &found, self.all)?,
            Format::Json => terminal.print(&format!("{}\n", report::json(sources, &found)))?,
        }
        Ok(found)
    }

    /// Checks again after every change. Ctrl-C ends the program, which needs no cleanup.
    fn watch(&self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let knowledge = self.reading.knowledge.as_deref();
        let now = |programs: Option<&Programs>| Seen::now(&self.paths, knowledge, programs);
        // Errors in the arguments are reported only once, and end the command.
        let mut last = self.reading.programs(&self.paths, terminal)?;
        loop {
            // The snapshot is taken before the files are read, so that changes made while reading are noticed.
            let before = now(Some(&last));
            // Unreadable files are reported, and all other files are checked.
            terminal.clear();
            let read = self.reading.programs(&self.paths, terminal);
            let said = match read {
                Ok(programs) => {
                    last = programs;
                    Ok(self.say(&last, terminal)?)
                }
                Err(Failure::Use(reason) | Failure::Machine(reason)) => Err(reason),
            };
            let seen = now(Some(&last)).seen_as_in(&before);
            let watched = format!("watching {}; Ctrl-C ends it", count(seen.files(), "file"));
            match (self.format, said) {
                (_, Err(reason)) => {
                    terminal.fail(&format!("{reason}\n{watched}"), 0);
                }
                (Format::Text, Ok(found)) => {
                    let well = if found.is_empty() { "no messages; " } else { "" };
                    terminal.print(&format!("{well}{watched}\n"))?;
                }
                (Format::Json, Ok(_)) => {}
            }
            watch::wait(&seen, || now(Some(&last)));
        }
    }
}
