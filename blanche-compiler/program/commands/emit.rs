//! `blanche emit`: prints the Rust generated from rules.

use std::path::{Path, PathBuf};

use blanche_compiler::emit;
use clap::Args;

use crate::programs::{planned, sound};
use crate::terminal::Terminal;
use crate::{CommandOutcome, Failure, Reading};

/// Print the Rust that rules compile to
///
/// One module for each domain, with the trait that a host implements, and one for each base, with a function
/// for every rule.
#[derive(Args)]
#[command(after_help = "Example:\n  blanche emit knowledge/ > rules.rs")]
pub(crate) struct Emit {
    /// A rule file, a base, or a folder of bases
    #[arg(value_name = "PATH")]
    path: PathBuf,
    #[command(flatten)]
    reading: Reading,
}

impl Emit {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let Some((programs, checked)) = sound(&self.reading, &self.path, terminal)? else {
            return Ok(CommandOutcome::Mistakes);
        };
        let Some(plans) = planned(&programs, &checked, terminal) else {
            return Ok(CommandOutcome::Mistakes);
        };
        let stems: Vec<String> = programs.members.iter().map(|member| stem(programs.name(member))).collect();
        let units: Vec<emit::Unit<'_>> = checked
            .iter()
            .zip(&plans)
            .zip(&stems)
            .map(|((checked, plan), stem)| emit::Unit {
                name: checked.resolved.program.base.as_deref().unwrap_or(stem),
                program: &checked.resolved.program,
                plan,
                hash: checked.hash,
            })
            .collect();
        let modules = match emit::emit(&programs.project.sources, &units) {
            Ok(modules) => modules,
            Err(message) => {
                terminal.complain(&programs.project.sources, &[*message]);
                return Ok(CommandOutcome::Mistakes);
            }
        };
        terminal.print(&emit::in_one_text(&modules))?;
        Ok(CommandOutcome::Fine)
    }
}

/// The file name without its folder and extension.
fn stem(name: &str) -> String {
    Path::new(name)
        .file_stem()
        .map_or_else(|| "program".to_owned(), |stem| stem.to_string_lossy().into_owned())
}
