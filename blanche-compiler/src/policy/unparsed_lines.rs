//! Suppresses messages about the meaning of lines that could not be parsed.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{FileId, Sources};

/// Removes messages about the meaning of lines that have a syntax error.
pub(super) fn apply(
    sources: &Sources,
    of_text: &[Diagnostic],
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let line = |message: &Diagnostic| -> (FileId, usize) {
        (message.label.span.file, sources.line(message.label.span))
    };
    let unread: HashSet<(FileId, usize)> =
        of_text.iter().filter(|message| leaves_unread(message)).map(line).collect();
    found.retain(|message| !unread.contains(&line(message)));
    found
}

/// Whether a message means that a line could not be parsed. Messages about bytes and characters that are parsed as they
/// were meant do not count.
fn leaves_unread(message: &Diagnostic) -> bool {
    let is_of_reading = matches!(message.code, Code::UnknownCharacter | Code::MalformedName)
        || (Code::MissingComma..Code::UseMissing).contains(&message.code);
    message.severity == Severity::Error && is_of_reading
}
