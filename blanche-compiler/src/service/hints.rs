//! Inlay hints: the sort of a variable, shown at its first occurrence.
//!
//! There is no hint for a variable whose name already shows its sort. An example is `Field1`, if the sort declares that
//! the names of its variables start with `Field`.

use blanche_sorted::SortedMap;

use crate::files::{FileId, Span};

use super::Workspace;

/// A hint that can be shown after a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The position of the hint, directly after the variable.
    pub place: Span,
    /// The name of the sort.
    pub sort: String,
}

/// The hints of a file, without duplicates.
pub fn hints(workspace: &Workspace, file: FileId) -> Vec<Hint> {
    let mut found: SortedMap<Span, Hint> = SortedMap::new();
    for program in workspace.programs_of(file) {
        let variables = &program.resolved.occurrences.variables;
        for variable in
            variables.iter().filter(|variable| variable.first.file == file && !variable.sort_shows)
        {
            let Some(sort) = variable.sort else { continue };
            let place = variable.first.after();
            let hint = || Hint { place, sort: program.resolved.program.sort(sort).name.clone() };
            found.entry(place).or_insert_with(hint);
        }
    }
    found.into_values().collect()
}
