//! Find references and go to definition, across all programs.
//!
//! A file may belong to several programs, and a name in it has a different id in each program. Names of different
//! programs are linked by location. A location has only one meaning, so two names with a common occurrence are the same
//! name.

use blanche_sorted::{SortedMap, SortedSet};

use crate::files::{FileId, Span};
use crate::names::occurrences::{Meaning, Occurrence};

use super::{ResolvedName, Workspace, name_at};

/// An occurrence of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameLocation {
    /// The location.
    pub span: Span,
    /// Whether the name is declared or derived here, rather than used.
    pub defines: bool,
}

/// All occurrences of the name at a position, sorted by file and location.
pub fn references(workspace: &Workspace, file: FileId, offset: u32) -> Vec<NameLocation> {
    let Some(ResolvedName { name, .. }) = name_at(workspace, file, offset) else { return Vec::new() };
    places(workspace, name)
}

/// All occurrences of a name, in all programs.
pub(super) fn places(workspace: &Workspace, name: &Occurrence) -> Vec<NameLocation> {
    let mut found: SortedMap<Span, bool> = SortedMap::from([(name.span, name.defines)]);
    let mut waiting: Vec<Span> = vec![name.span];
    let mut asked: SortedSet<(usize, Meaning, String)> = SortedSet::new();
    while let Some(span) = waiting.pop() {
        for (at, program) in workspace.programs().enumerate() {
            let names = &program.resolved.occurrences;
            let Some(here) = names.at(span.file, span.start).filter(|here| here.span == span) else {
                continue;
            };
            // The ids of these names are unique, so one search for each id suffices, and the text of the name does not
            // matter.
            let text = match here.meaning {
                Meaning::Sort(_) | Meaning::Predicate(_) | Meaning::Variable(_) => String::new(),
                _ => here.text.clone(),
            };
            if !asked.insert((at, here.meaning, text)) {
                continue;
            }
            for other in names.alike(here) {
                let defines = found.entry(other.span).or_insert_with(|| {
                    waiting.push(other.span);
                    false
                });
                *defines |= other.defines;
            }
        }
    }
    found.into_iter().map(|(span, defines)| NameLocation { span, defines }).collect()
}

/// The locations where the name at a position is declared or derived. For a variable, it is the first occurrence in the
/// clause.
pub fn definition(workspace: &Workspace, file: FileId, offset: u32) -> Vec<Span> {
    let Some(ResolvedName { program, name }) = name_at(workspace, file, offset) else { return Vec::new() };
    match name.meaning {
        Meaning::Variable(at) => {
            let variable = program.resolved.occurrences.variables.get(at as usize);
            variable.map(|variable| variable.first).into_iter().collect()
        }
        Meaning::File => {
            let used = workspace.used(file, &name.text);
            used.map(|used| Span::new(used, 0, 0)).into_iter().collect()
        }
        Meaning::Parameter(_) | Meaning::Header => vec![name.span],
        _ => {
            let places = places(workspace, name);
            places.into_iter().filter(|place| place.defines).map(|place| place.span).collect()
        }
    }
}
