//! `noire bases`: the compiled bases, and whether a folder agrees with them.

use std::io::{self, Write};
use std::process::ExitCode;

use blanche_compiler::runtime::Limits;
use clap::Args;
use noire::bases::{Base, DEFAULT_BASE, Note, built_in};

use crate::output::{Failure, count};

/// List the knowledge bases that are compiled into this program.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders with bases to compare with the compiled ones
    #[arg(value_name = "DIR")]
    folders: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    for base in built_in() {
        let default = if base.name == DEFAULT_BASE { ", asked when none is named" } else { "" };
        let rules = count(base.rules, "rule");
        writeln!(out, "{}  {rules}, sources {:016x}{default}", base.name, base.hash)?;
        for line in base.doc.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    for folder in &arguments.folders {
        let base = Base::open(folder, Limits::default())?;
        writeln!(out, "\n{folder}: the base {}, {}", base.name(), count(base.rules().len(), "rule"))?;
        if !base.notes().iter().any(|note| matches!(note, Note::DiffersFromCompiled { .. })) {
            let same = if base.has(noire::bases::Backend::Compiled) {
                "its files are those of the compiled base"
            } else {
                "no base of this name is compiled into this program; its rules are interpreted"
            };
            writeln!(out, "    {same}")?;
        }
        for note in base.notes() {
            writeln!(out, "    {note}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
