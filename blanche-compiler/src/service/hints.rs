//! The sorts of variables whose names do not show them, at their first places.
//!
//! `Field1` shows that it is a field, because its sort says that variables of it begin like this. A hint at each of
//! those would repeat what stands there.

use std::collections::BTreeMap;

use crate::files::{FileId, Span};

use super::Workspace;

/// What could be shown behind a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where it would stand: behind the variable.
    pub place: Span,
    /// The name of the sort.
    pub sort: String,
}

/// The hints of a file, each once.
pub fn hints(workspace: &Workspace, file: FileId) -> Vec<Hint> {
    let mut found: BTreeMap<Span, Hint> = BTreeMap::new();
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
