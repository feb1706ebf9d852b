//! Editor features as plain functions over names, programs and diagnostics.
//!
//! A [`Workspace`] holds the programs of some folders and the unsaved texts of the editor. When a file changes, only
//! the affected parts are read again. The other functions are queries at a position (a file and a byte offset), and
//! return data with spans. This module does not depend on the protocol of the editor, nor on lines and columns. Texts
//! with errors are supported: the parser recovers, and [`crate::names::occurrences`] has the meaning of every name that
//! could be resolved.

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
pub mod start_positions;
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

/// A name at a position, in one of the programs that contain the file.
#[derive(Clone, Copy, Debug)]
pub struct ResolvedName<'a> {
    /// The program.
    pub program: &'a Checked,
    /// The occurrence of the name.
    pub name: &'a Occurrence,
}

/// The name at a position, in the first program that can resolve it.
pub fn name_at(workspace: &Workspace, file: FileId, offset: u32) -> Option<ResolvedName<'_>> {
    let mut programs = workspace.programs_of(file);
    programs.find_map(|program| {
        let name = program.resolved.occurrences.at(file, offset)?;
        Some(ResolvedName { program, name })
    })
}

/// The formatted text of a file; `None` if it has syntax errors.
pub fn formatted(workspace: &Workspace, file: FileId) -> Option<String> {
    let parsed = syntax::parse(workspace.sources(), file);
    (!has_errors(&parsed.diagnostics)).then(|| syntax::print(&parsed.file))
}
