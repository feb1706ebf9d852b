//! Messages about missing files list the folders that were searched. These folders are the same for all files of a
//! program.

use blanche_sorted::{Arrange, SortedSet};

use super::Finding;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::FileId;

/// The label of each message whose hints list the searched folders. Such messages are recognised by this label.
pub(crate) const NOWHERE: &str = "neither in the knowledge folder nor beside this file";

/// Keeps the searched folders only in the first message of each program. A file that belongs to no program is treated
/// as a file of the first program.
pub(super) fn apply(programs: &[Finding<'_>], mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let program_of =
        |file: FileId| programs.iter().position(|program| program.files.contains(&file)).unwrap_or(0);
    let is_nowhere = |message: &Diagnostic| message.code == Code::UseMissing && message.label.text == NOWHERE;
    let mut missing: Vec<&mut Diagnostic> = found.iter_mut().filter(|message| is_nowhere(message)).collect();
    missing.arrange_by_key(|message| message.label.span);
    let mut told: SortedSet<usize> = SortedSet::new();
    for message in missing {
        if told.insert(program_of(message.label.span.file)) {
            continue;
        }
        message.label.text = "searched for in the same places as the first one".to_owned();
        // If the message has a fix, its first hint suggests another file and is kept.
        message.hints.truncate(usize::from(message.fix.is_some()));
    }
    found
}
