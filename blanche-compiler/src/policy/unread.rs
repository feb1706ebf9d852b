//! Lines that could not be read: what they mean is not asked.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{FileId, Sources};

/// Takes away what is said of the meaning of lines with an error of the text.
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

/// Whether a message says that a line could not be read. Bytes and signs that are read as what was meant leave none unread.
fn leaves_unread(message: &Diagnostic) -> bool {
    let is_of_reading = matches!(message.code, Code::UnknownCharacter | Code::MalformedName)
        || (Code::MissingComma..Code::UseMissing).contains(&message.code);
    message.severity == Severity::Error && is_of_reading
}
