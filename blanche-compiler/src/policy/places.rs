//! Where missing files were looked for: the files of one program are all looked for in the same places.

use std::collections::BTreeSet;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::FileId;

/// The label of a message that goes on to say where a file was looked for; such messages are known by it.
pub(crate) const NOWHERE: &str = "not in the knowledge folder, and not beside this file";

/// Leaves the places where files are looked for in the first message of each program. A file of no program counts as one
/// of the first.
pub(super) fn apply(programs: &[Finding<'_>], mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let program_of =
        |file: FileId| programs.iter().position(|program| program.files.contains(&file)).unwrap_or(0);
    let is_nowhere = |message: &Diagnostic| message.code == Code::UseMissing && message.label.text == NOWHERE;
    let mut missing: Vec<&mut Diagnostic> = found.iter_mut().filter(|message| is_nowhere(message)).collect();
    missing.sort_by_key(|message| message.label.span);
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for message in missing {
        if told.insert(program_of(message.label.span.file)) {
            continue;
        }
        message.label.text = "looked for in the same places as the first one".to_owned();
        // Which file was perhaps meant comes first, and can be fixed.
        message.hints.truncate(usize::from(message.fix.is_some()));
    }
    found
}
