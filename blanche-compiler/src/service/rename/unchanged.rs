//! Finds occurrences of the old name that a rename does not change, because their meaning is unknown.

use blanche_sorted::SortedSet;

use super::new_name::is_word;
use crate::diagnostic::{Edit, Severity};
use crate::expect;
use crate::files::{FileId, Span};
use crate::service::Workspace;
use crate::syntax;

/// The locations of the old name that stay unchanged in the files of the affected programs: in expectations, and in
/// items with errors.
pub fn unchanged_occurrences(workspace: &Workspace, edits: &[Edit]) -> Vec<Span> {
    let Some(first) = edits.first() else { return Vec::new() };
    let old = workspace.sources().text(first.span);
    let changed: SortedSet<FileId> = edits.iter().map(|edit| edit.span.file).collect();
    let has_one = |files: &Vec<FileId>| files.iter().any(|file| changed.contains(file));
    let files = workspace.programs().map(|program| &program.files).filter(|files| has_one(files));
    let files: SortedSet<FileId> = files.flatten().copied().collect();
    let edited: SortedSet<Span> = edits.iter().map(|edit| edit.span).collect();
    let stays = |place: &Span| {
        let is_known = workspace.programs_of(place.file).any(|program| {
            let known = program.resolved.occurrences.at(place.file, place.start);
            known.is_some_and(|known| known.span == *place)
        });
        workspace.sources().text(*place) == old && !edited.contains(place) && !is_known
    };
    let mut places: Vec<Span> = Vec::new();
    for file in files {
        places.extend(in_expectations(workspace, file).into_iter().filter(stays));
        if !is_word(old) {
            places.extend(in_mistakes(workspace, file).into_iter().filter(stays));
        }
    }
    places
}

/// The words in the expectations of a file.
fn in_expectations(workspace: &Workspace, file: FileId) -> Vec<Span> {
    let sources = workspace.sources();
    let (expectations, _) = expect::read(sources, file);
    let lines = expectations.into_iter().flat_map(|one| std::iter::once(one.question).chain(one.written));
    lines.flat_map(|line| words(sources.text(line), line)).collect()
}

/// The words in a range of text.
fn words(text: &str, place: Span) -> Vec<Span> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let mut at = 0;
    let mut words = Vec::new();
    for word in text.split_inclusive(|c: char| !is_part(c)) {
        let trimmed = word.trim_matches(|c: char| !is_part(c) || c == '.');
        let start = place.start as usize + at + (word.len() - word.trim_start_matches('.').len());
        at += word.len();
        if !trimmed.is_empty() {
            words.push(Span::new(place.file, start, start + trimmed.len()));
        }
    }
    words
}

/// The words in the items of a file that contain an error.
fn in_mistakes(workspace: &Workspace, file: FileId) -> Vec<Span> {
    let errors = workspace.programs_of(file).flat_map(|program| &program.diagnostics);
    let errors: SortedSet<Span> = errors
        .filter(|message| message.severity == Severity::Error && message.label.span.file == file)
        .map(|message| message.label.span)
        .collect();
    if errors.is_empty() {
        return Vec::new();
    }
    let items = workspace.tree(file).map_or(&[][..], |tree| &tree.items);
    let touched = |error: &Span| {
        let from = items.partition_point(|item| item.span.end < error.start);
        let to = items.partition_point(|item| item.span.start <= error.end);
        (from..to).map(|at| items[at].span)
    };
    let wrong: SortedSet<Span> = errors.iter().flat_map(touched).collect();
    let is_wrong = |token: &Span| {
        let before = wrong.range(..=Span { end: u32::MAX, ..*token }).next_back();
        before.is_some_and(|item| item.encloses(*token))
    };
    syntax::tokens(workspace.sources(), file).into_iter().filter(is_wrong).collect()
}
