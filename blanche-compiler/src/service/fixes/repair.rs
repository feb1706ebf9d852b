//! Applies fixes in rounds until none are left, as a fix may uncover further problems. Files are not written here.

use std::path::{Path, PathBuf};

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::{edited, edits, split_words, trial};
use crate::diagnostic::Diagnostic;
use crate::files::{FileId, SourceFile, Texts};
use crate::paths::Programs;
use crate::service::start_positions;

/// Maximum number of rounds of fixes. Fixing also ends when an earlier text recurs.
pub const MAX_ROUNDS: usize = 500;

/// The result of applying fixes.
pub struct Repaired {
    /// The diagnostics whose fixes were applied, with their location in the text at that time.
    pub done: Vec<Done>,
    /// The files whose text has changed.
    pub changed: SortedMap<PathBuf, Changed>,
    /// The programs after the last fix.
    pub programs: Programs,
    /// The diagnostics that remain.
    pub left: Vec<Diagnostic>,
    /// The names of the files in which fixes were not applied, with the reasons.
    pub kept: SortedMap<String, NotApplied>,
    /// Why no further fixes were applied.
    pub end: End,
}

/// A fix that was applied.
pub struct Done {
    /// The diagnostic that it resolves.
    pub message: Diagnostic,
    /// The file of the diagnostic.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

/// A file whose text has changed.
pub struct Changed {
    /// The path of the file.
    pub name: String,
    /// The original text.
    pub old: String,
    /// The text with the fixes.
    pub new: String,
}

/// Why the fixes of a file are not applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotApplied {
    /// The file is not among the files and folders that the user named.
    Unnamed,
    /// The file is built into the program.
    BuiltIn,
    /// The file contains invalid UTF-8, so its bytes would not be preserved.
    BadBytes,
    /// Writing the file failed.
    Unwritten,
}

/// Why no further fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no fixes left that can be applied without harm.
    Done,
    /// The next fixes would restore an earlier text, so that fixing would never end.
    Circle,
    /// The limit of [`MAX_ROUNDS`] was reached.
    Rounds,
}

/// Applies the fixes of all diagnostics for which `wants` is true. `read` reads the programs, and uses the changed
/// texts instead of the files on disk.
///
/// # Errors
/// An error of `read`.
pub fn repair<E>(
    read: impl Fn(Texts) -> Result<Programs, E>,
    wants: impl Fn(&Diagnostic) -> bool,
) -> Result<Repaired, E> {
    let mut texts = Texts::default();
    let mut changed: SortedMap<PathBuf, Changed> = SortedMap::new();
    let mut done = Vec::new();
    let mut seen: SortedSet<Vec<(PathBuf, String)>> = SortedSet::from([Vec::new()]);
    for round in 0.. {
        let programs = read(texts.clone())?;
        let mut found = start_positions::diagnostics(&programs, &programs.check());
        split_words::join(&programs, &mut found);
        found.arrange_by_key(|message| (message.label.span, message.code));
        let offered = found.iter().filter(|message| message.fix.is_some() && wants(message));
        let (can, cannot): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
            offered.partition(|message| unchanged_occurrences(&programs, message).next().is_none());
        let chosen = trial::chosen(&programs, &found, can);
        let made = made(&programs, &chosen);
        let end = match () {
            () if chosen.is_empty() => Some(End::Done),
            () if round == MAX_ROUNDS => Some(End::Rounds),
            () if !seen.insert(after(&changed, &made)) => Some(End::Circle),
            () => None,
        };
        if let Some(end) = end {
            let kept = cannot.iter().flat_map(|message| unchanged_occurrences(&programs, message)).collect();
            changed.retain(|_, changed| changed.old != changed.new);
            let left = trial::offered(&programs, found);
            return Ok(Repaired { done, changed, left, kept, end, programs });
        }
        done.extend(chosen.into_iter().map(|message| Done::of(&programs, message)));
        for (place, Changed { name, old, new }) in made {
            texts.put(&place, new.clone());
            let first = || Changed { name, old, new: String::new() };
            changed.entry(place).or_insert_with(first).new = new;
        }
    }
    unreachable!("the last round ends it")
}

impl Done {
    fn of(programs: &Programs, message: &Diagnostic) -> Done {
        let sources = &programs.project.sources;
        let span = message.label.span;
        let place = sources.position(span);
        Done {
            message: message.clone(),
            file: sources.file(span.file).path().to_owned(),
            line: place.line,
            column: place.column,
        }
    }
}

/// The files changed by these fixes.
fn made(programs: &Programs, chosen: &[&Diagnostic]) -> Vec<(PathBuf, Changed)> {
    let changed = |(id, file): (FileId, &SourceFile)| {
        let of_file = edits(chosen, id);
        let place = place(programs, id).filter(|_| !of_file.is_empty())?;
        let (name, old) = (file.path().to_owned(), file.text().to_owned());
        Some((place, Changed { name, new: edited(&old, &of_file), old }))
    };
    programs.project.sources.iter().filter_map(changed).collect()
}

/// All texts that differ from the original texts, once the changes `made` are added to the earlier changes.
fn after(changed: &SortedMap<PathBuf, Changed>, made: &[(PathBuf, Changed)]) -> Vec<(PathBuf, String)> {
    let mut texts: SortedMap<&Path, (&str, &str)> =
        changed.iter().map(|(place, one)| (place.as_path(), (one.old.as_str(), one.new.as_str()))).collect();
    for (place, one) in made {
        texts.entry(place).and_modify(|text| text.1 = &one.new).or_insert((&one.old, &one.new));
    }
    let differ = texts.into_iter().filter(|(_, (old, new))| old != new);
    differ.map(|(place, (_, new))| (place.to_owned(), new.to_owned())).collect()
}

/// The canonical path of a file.
fn place(programs: &Programs, file: FileId) -> Option<PathBuf> {
    let at = programs.project.index(file)?;
    programs.project.place(at).map(PathBuf::from)
}

/// The files that a fix would change although they must not change. Each comes with the reason.
fn unchanged_occurrences(
    programs: &Programs,
    message: &Diagnostic,
) -> impl Iterator<Item = (String, NotApplied)> {
    let edits = message.fix.iter().flat_map(|fix| &fix.edits);
    edits.filter_map(|edit| {
        let file = programs.project.sources.file(edit.span.file);
        let why = match () {
            () if place(programs, edit.span.file).is_none() => NotApplied::BuiltIn,
            () if !programs.is_own(edit.span.file) => NotApplied::Unnamed,
            () if !file.bad_bytes().is_empty() => NotApplied::BadBytes,
            () => return None,
        };
        Some((file.path().to_owned(), why))
    })
}
