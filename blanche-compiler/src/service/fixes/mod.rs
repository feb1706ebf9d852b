//! Applies the fixes of diagnostics: at a position, in a file, or in all files. Editors and `blanche fix` use this
//! module.
//!
//! - `trial`: applies fixes in memory, to find out whether they do harm.
//! - `doubts`: finds signs that the guess of a fix was wrong.
//! - `repair`: applies fixes until none are left.
//! - `split_words`: joins the parts of words, where the parser proposes a comma between them.

mod doubts;
pub mod repair;
mod split_words;
pub mod trial;

use blanche_sorted::{Arrange, SortedSet};

use crate::checked::Edited;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::files::{FileId, Span};

/// Whether the label of a diagnostic overlaps or touches a range of text.
pub fn touches(message: &Diagnostic, place: Span) -> bool {
    let span = message.label.span;
    span.file == place.file && span.start <= place.end && place.start <= span.end
}

/// The diagnostics whose fixes change only this file, without fixes on demand (which are applied only if the user asks
/// for them).
pub fn all_in_file(messages: &[Diagnostic], file: FileId) -> impl Iterator<Item = &Diagnostic> {
    let inside = move |message: &Diagnostic, fix: &Fix| {
        message.label.span.file == file
            && !fix.on_demand
            && fix.edits.iter().all(|edit| edit.span.file == file)
    };
    messages.iter().filter(move |one| one.fix.as_ref().is_some_and(|fix| inside(one, fix)))
}

/// A selection of the diagnostics whose fixes can be applied together. If two fixes overlap or touch, only the first is
/// selected. A fix is applied completely or not at all.
pub fn together<'a>(messages: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<&'a Diagnostic> {
    // The selected edits do not touch each other, so a new edit can touch only the nearest edits before and after it.
    let mut taken: SortedSet<Span> = SortedSet::new();
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

/// The edits of all fixes in a file, sorted by position.
pub fn edits(messages: &[&Diagnostic], file: FileId) -> Vec<Edit> {
    let fixes = messages.iter().filter_map(|message| message.fix.as_ref());
    let mut edits: Vec<Edit> =
        fixes.flat_map(|fix| &fix.edits).filter(|edit| edit.span.file == file).cloned().collect();
    edits.arrange_by_key(|edit| edit.span);
    edits
}

/// Applies edits, which must be sorted and must not overlap. If a last line is added, it gets the line ending of the
/// other lines.
pub fn edited(text: &str, edits: &[Edit]) -> String {
    Edited::new(text, edits).text
}
