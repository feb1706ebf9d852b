//! Tests a rename: checks the programs in memory, with the new name.

use blanche_sorted::{SortedMap, SortedSet};

use super::resolution_diff::first_change;
use crate::checked::{Checked, Edited};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::files::{FileId, Span};
use crate::paths::Programs;
use crate::service::Workspace;

/// Programs with a change applied in memory.
pub(in crate::service) struct TrialRename<'w> {
    /// The changed files, by their index among the trees.
    pub(in crate::service) edited: SortedMap<usize, Edited>,
    /// The programs with the new texts.
    pub(in crate::service) programs: Programs,
    /// The affected programs, before and after the change.
    pub(in crate::service) checked: Vec<(&'w Checked, Checked)>,
}

/// The reason why the edits of a rename must not be applied: they would cause an error or change a meaning. `None` if
/// they do neither.
pub(super) fn objection(workspace: &Workspace, edits: &[Edit], new: &str) -> Option<String> {
    let tried = workspace.with_edits(edits);
    let place = |span: Span| {
        let sources = &tried.programs.project.sources;
        let is_known = tried.programs.project.index(span.file).is_some();
        let name =
            if is_known { workspace.name(span.file) } else { sources.file(span.file).name().to_owned() };
        format!("{name}:{}", sources.line(span))
    };
    let mistake = tried.checked.iter().find_map(|(old, checked)| tried.mistake(workspace, old, checked));
    if let Some(mistake) = mistake {
        return Some(format!(
            "with the name `{new}` there would be a mistake in `{}`: {}",
            place(mistake.label.span),
            mistake.title
        ));
    }
    let mut changes = tried.checked.iter().filter_map(|(old, checked)| {
        first_change(&old.resolved, &checked.resolved, |span| tried.before(span))
    });
    let changed = changes.next()?;
    let text = match edits.iter().any(|edit| edit.span == changed) {
        true => new,
        false => workspace.sources().text(changed),
    };
    // The line number can be taken from the old text, because the new name is on the same line.
    let (name, line) = (workspace.name(changed.file), workspace.sources().line(changed));
    Some(format!("with the name `{new}`, `{text}` would mean something else in `{name}:{line}`"))
}

impl TrialRename<'_> {
    /// The location in the old texts that corresponds to a location in the new texts.
    fn before(&self, span: Span) -> Span {
        self.edited.values().fold(span, |span, edited| edited.before(span))
    }

    /// The first error of a program that the change causes. Further errors in an item that already had an error do not
    /// count.
    fn mistake<'d>(&self, workspace: &Workspace, old: &Checked, new: &'d Checked) -> Option<&'d Diagnostic> {
        // Tables get new file ids when they are read again, so compare files by name.
        let name = |file: FileId| self.programs.project.sources.file(file).name();
        let begins = |place: Span| {
            let items = workspace.tree(place.file).map_or(&[][..], |tree| &tree.items);
            let at = items.partition_point(|item| item.span.end < place.start);
            let item = items.get(at).filter(|item| item.span.start <= place.start);
            (name(place.file), item.map_or(place.start, |item| item.span.start))
        };
        let is_error = |message: &&Diagnostic| message.severity == Severity::Error;
        let (old, new) = (old.diagnostics.iter().filter(is_error), new.diagnostics.iter().filter(is_error));
        let known: SortedSet<_> = old.clone().map(|one| begins(one.label.span)).collect();
        // An equal number of equal errors may be the old errors at another location.
        let mut more: SortedMap<(Code, &str), isize> = SortedMap::new();
        new.clone().for_each(|one| *more.entry((one.code, name(one.label.span.file))).or_default() += 1);
        old.for_each(|one| *more.entry((one.code, name(one.label.span.file))).or_default() -= 1);
        let is_fresh = |one: &&Diagnostic| {
            !known.contains(&begins(self.before(one.label.span)))
                && more[&(one.code, name(one.label.span.file))] > 0
        };
        new.filter(is_fresh).min_by_key(|one| one.label.span)
    }
}
