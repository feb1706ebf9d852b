//! What a machine can do about messages: at a place, in a file, in all files. Editors and `blanche fix` choose here.
//!
//! - `trial`: makes fixes in memory, and finds out whether they do harm.
//! - `repair`: makes fixes until there are no more.

pub mod repair;
pub mod trial;

use std::collections::BTreeSet;

use crate::checked::Edited;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::files::{FileId, Span};

/// Whether a message touches a stretch of text.
pub fn touches(message: &Diagnostic, place: Span) -> bool {
    let span = message.label.span;
    span.file == place.file && span.start <= place.end && place.start <= span.end
}

/// The messages with fixes that are made in one file, but for those that are made on demand.
pub fn all_in_file(messages: &[Diagnostic], file: FileId) -> impl Iterator<Item = &Diagnostic> {
    let inside = move |message: &Diagnostic, fix: &Fix| {
        message.label.span.file == file
            && !fix.on_demand
            && fix.edits.iter().all(|edit| edit.span.file == file)
    };
    messages.iter().filter(move |one| one.fix.as_ref().is_some_and(|fix| inside(one, fix)))
}

/// Those of some messages whose fixes can be made at once: of two that overlap or touch the first one counts. A fix
/// is made whole or not at all.
pub fn together<'a>(messages: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<&'a Diagnostic> {
    // Those that were taken do not touch each other, so that the neighbours of a place are all that can touch it.
    let mut taken: BTreeSet<Span> = BTreeSet::new();
    let mut chosen = Vec::new();
    for message in messages {
        let Some(fix) = &message.fix else { continue };
        let clear = |edit: &Edit| {
            let touches = |other: &Span| {
                other.file == edit.span.file && edit.span.end >= other.start && other.end >= edit.span.start
            };
            let (before, behind) = (taken.range(..=edit.span).next_back(), taken.range(edit.span..).next());
            !before.into_iter().chain(behind).any(touches)
        };
        if fix.edits.iter().all(clear) {
            taken.extend(fix.edits.iter().map(|edit| edit.span));
            chosen.push(message);
        }
    }
    chosen
}

/// The edits of fixes in a file, in the order of their places.
pub fn edits(messages: &[&Diagnostic], file: FileId) -> Vec<Edit> {
    let fixes = messages.iter().filter_map(|message| message.fix.as_ref());
    let mut edits: Vec<Edit> =
        fixes.flat_map(|fix| &fix.edits).filter(|edit| edit.span.file == file).cloned().collect();
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// A text with edits made that stand in the order of their places and do not overlap. A line that is begun ends as
/// the lines of the text do.
pub fn edited(text: &str, edits: &[Edit]) -> String {
    Edited::new(text, edits).text
}
