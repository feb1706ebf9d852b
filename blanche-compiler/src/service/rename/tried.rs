//! A new name is tried: the programs are checked in memory as they would be with it.

use std::collections::{BTreeMap, BTreeSet};

use super::meanings::first_change;
use crate::checked::{Checked, Edited};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::files::{FileId, Span};
use crate::paths::Programs;
use crate::service::Workspace;

/// Programs as they would be after a change.
pub(in crate::service) struct Tried<'w> {
    /// The changed files, by their places among the trees.
    pub(in crate::service) edited: BTreeMap<usize, Edited>,
    /// The files with their new texts.
    pub(in crate::service) programs: Programs,
    /// The programs that have some of them, as they are and as they would be.
    pub(in crate::service) checked: Vec<(&'w Checked, Checked)>,
}

/// Why edits that give a name another one must not be made, if they must not: they would bring a mistake, or another meaning.
pub(super) fn objection(workspace: &Workspace, edits: &[Edit], new: &str) -> Option<String> {
    let tried = workspace.tried(edits);
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
    // A new name stands in the line of the old one.
    let (name, line) = (workspace.name(changed.file), workspace.sources().line(changed));
    Some(format!("with the name `{new}`, `{text}` would mean something else in `{name}:{line}`"))
}

impl Tried<'_> {
    /// Where a place of the new texts was in the old ones.
    fn before(&self, span: Span) -> Span {
        self.edited.values().fold(span, |span, edited| edited.before(span))
    }

    /// The first mistake of a program that it does not have without the change. What else is said of an item with a mistake is no
    /// new one.
    fn mistake<'d>(&self, workspace: &Workspace, old: &Checked, new: &'d Checked) -> Option<&'d Diagnostic> {
        // Tables are read anew, so a file is known by its name.
        let name = |file: FileId| self.programs.project.sources.file(file).name();
        let begins = |place: Span| {
            let items = workspace.tree(place.file).map_or(&[][..], |tree| &tree.items);
            let at = items.partition_point(|item| item.span.end < place.start);
            let item = items.get(at).filter(|item| item.span.start <= place.start);
            (name(place.file), item.map_or(place.start, |item| item.span.start))
        };
        let is_error = |message: &&Diagnostic| message.severity == Severity::Error;
        let (old, new) = (old.diagnostics.iter().filter(is_error), new.diagnostics.iter().filter(is_error));
        let known: BTreeSet<_> = old.clone().map(|one| begins(one.label.span)).collect();
        // A mistake that is said once may be said of another of its places.
        let mut more: BTreeMap<(Code, &str), isize> = BTreeMap::new();
        new.clone().for_each(|one| *more.entry((one.code, name(one.label.span.file))).or_default() += 1);
        old.for_each(|one| *more.entry((one.code, name(one.label.span.file))).or_default() -= 1);
        let is_fresh = |one: &&Diagnostic| {
            !known.contains(&begins(self.before(one.label.span)))
                && more[&(one.code, name(one.label.span.file))] > 0
        };
        new.filter(is_fresh).min_by_key(|one| one.label.span)
    }
}
