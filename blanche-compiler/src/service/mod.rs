//! What an editor may ask of a project: plain functions over the names, the program and the messages.
//!
//! A [`Workspace`] holds the programs of some folders and the texts that somebody is writing, and reads anew only what
//! changed. Everything else is a question at a place (a file and a byte), and its answer is data with places in it:
//! this module knows no protocol, no line and no column. A text with mistakes answers too, for what is right in it:
//! the parser recovers, and [`crate::names::occurrences`] says what every name means that could be understood.

pub mod completion;
pub mod context;
pub mod describe;
pub mod fixes;
pub mod folding;
pub mod hints;
pub mod hover;
pub mod references;
pub mod rename;
pub mod scope;
pub mod signature;
pub mod starts;
pub mod symbols;
pub mod tokens;
pub mod workspace;

#[cfg(test)]
mod tests;

pub use workspace::Workspace;

use crate::checked::Checked;
use crate::diagnostic::has_errors;
use crate::files::FileId;
use crate::names::occurrences::Occurrence;
use crate::syntax;

/// A name at a place, in one of the programs that its file belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The program.
    pub program: &'a Checked,
    /// The name.
    pub name: &'a Occurrence,
}

/// The name at a place, in the first program that knows what it means.
pub fn name_at(workspace: &Workspace, file: FileId, offset: u32) -> Option<Found<'_>> {
    let mut programs = workspace.programs_of(file);
    programs.find_map(|program| {
        let name = program.resolved.occurrences.at(file, offset)?;
        Some(Found { program, name })
    })
}

/// The text of a file in the one layout; `None` where it cannot be read as rules.
pub fn formatted(workspace: &Workspace, file: FileId) -> Option<String> {
    let parsed = syntax::parse(workspace.sources(), file);
    (!has_errors(&parsed.diagnostics)).then(|| syntax::print(&parsed.file))
}
