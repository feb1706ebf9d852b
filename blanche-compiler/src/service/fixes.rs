//! What a machine can do about the messages at a place.

use crate::diagnostic::{Diagnostic, Edit};
use crate::files::Span;

/// The messages that touch a stretch of text.
pub fn messages_at(messages: &[Diagnostic], place: Span) -> Vec<&Diagnostic> {
    let touches = |message: &&Diagnostic| {
        let span = message.label.span;
        span.file == place.file && span.start <= place.end && place.start <= span.end
    };
    messages.iter().filter(touches).collect()
}

/// The edits of all fixes in a file that do not get in each other's way: of two that overlap the first one counts.
pub fn all_in_file(messages: &[Diagnostic], file: crate::files::FileId) -> Vec<Edit> {
    let mut chosen: Vec<Edit> = Vec::new();
    let of_file = messages.iter().filter(|message| message.label.span.file == file);
    for fix in of_file.filter_map(|message| message.fix.as_ref()) {
        let clear = |edit: &Edit| {
            edit.span.file == file
                && chosen
                    .iter()
                    .all(|other| edit.span.end < other.span.start || other.span.end < edit.span.start)
        };
        if fix.edits.iter().all(clear) {
            chosen.extend(fix.edits.iter().cloned());
        }
    }
    chosen.sort_by_key(|edit| edit.span);
    chosen
}
