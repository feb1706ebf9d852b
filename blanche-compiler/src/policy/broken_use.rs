//! Removes messages that follow from a broken `use` line. Such a line fails to combine files, so that each file is
//! checked alone and lacks the rules of the others.

use std::collections::HashSet;

use super::Finding;
use crate::diagnostic::{Code, Diagnostic, Severity};

/// If the error about a broken `use` line is among the messages, removes messages about missing rules. Such a message
/// says that one of the separate files lacks rules that the host needs.
pub(super) fn apply(programs: &[Finding<'_>], mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_broken_line = |message: &Diagnostic| {
        message.severity == Severity::Error
            && message.code != Code::AskedRuleMissing
            && programs
                .iter()
                .any(|program| program.lacks_files && program.files.last() == Some(&message.label.span.file))
    };
    if found.iter().any(is_broken_line) {
        let bases = programs.iter().filter(|program| program.is_base);
        let of_bases: HashSet<&Diagnostic> = bases.flat_map(|program| program.diagnostics).collect();
        found.retain(|message| message.code != Code::AskedRuleMissing || of_bases.contains(message));
    }
    found
}
