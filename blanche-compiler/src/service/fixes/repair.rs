//! Makes fixes, round after round, until there are no more: each may uncover what could not be seen before it. Nothing is written
//! here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{edited, edits, trial};
use crate::diagnostic::Diagnostic;
use crate::files::{FileId, SourceFile, Texts};
use crate::paths::Programs;
use crate::service::starts;

/// A text that was there before ends the fixes; this many rounds do so too.
pub const MOST_ROUNDS: usize = 500;

/// What came of fixes.
pub struct Repaired {
    /// The messages whose fixes were made, each with the name of its file and its place in the text of its time.
    pub done: Vec<Done>,
    /// The files that are another text now.
    pub changed: BTreeMap<PathBuf, Changed>,
    /// The programs after the last fix.
    pub programs: Programs,
    /// What is to be said of them still.
    pub left: Vec<Diagnostic>,
    /// The names of files with fixes that were not made, and why.
    pub kept: BTreeMap<String, Kept>,
    /// Why no more fixes are made.
    pub end: End,
}

/// A fix that was made.
pub struct Done {
    /// The message that it belongs to.
    pub message: Diagnostic,
    /// The file that the message points at.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

/// A file with another text.
pub struct Changed {
    /// Its path.
    pub name: String,
    /// As it was read.
    pub old: String,
    /// With the fixes.
    pub new: String,
}

/// Why the fixes of a file are not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// It is none of the files and folders that were named.
    Unnamed,
    /// It is built into the program.
    BuiltIn,
    /// It has bytes that are no UTF-8, so that it cannot be written as it was read.
    BadBytes,
    /// The machine refuses to write it.
    Unwritten,
}

/// Why no more fixes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are none that can be made without harm.
    Done,
    /// The next ones would bring back texts that were there before.
    Circle,
    /// It took [`MOST_ROUNDS`].
    Rounds,
}

/// Makes the fixes of the messages that are wanted, in the programs that are read with changed texts in the places of files.
///
/// # Errors
/// What reading says.
pub fn repair<E>(
    read: impl Fn(Texts) -> Result<Programs, E>,
    wants: impl Fn(&Diagnostic) -> bool,
) -> Result<Repaired, E> {
    let mut texts = Texts::default();
    let mut changed: BTreeMap<PathBuf, Changed> = BTreeMap::new();
    let mut done = Vec::new();
    let mut seen: BTreeSet<Vec<(PathBuf, String)>> = BTreeSet::from([Vec::new()]);
    for round in 0.. {
        let programs = read(texts.clone())?;
        let mut found = starts::diagnostics(&programs, &programs.check());
        found.sort_by_key(|message| (message.label.span, message.code));
        let offered = found.iter().filter(|message| message.fix.is_some() && wants(message));
        let (can, cannot): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
            offered.partition(|message| kept(&programs, message).next().is_none());
        let chosen = trial::chosen(&programs, &found, can);
        let made = made(&programs, &chosen);
        let end = match () {
            () if chosen.is_empty() => Some(End::Done),
            () if round == MOST_ROUNDS => Some(End::Rounds),
            () if !seen.insert(after(&changed, &made)) => Some(End::Circle),
            () => None,
        };
        if let Some(end) = end {
            let kept = cannot.iter().flat_map(|message| kept(&programs, message)).collect();
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

/// What fixes make of the files.
fn made(programs: &Programs, chosen: &[&Diagnostic]) -> Vec<(PathBuf, Changed)> {
    let changed = |(id, file): (FileId, &SourceFile)| {
        let of_file = edits(chosen, id);
        let place = place(programs, id).filter(|_| !of_file.is_empty())?;
        let (name, old) = (file.path().to_owned(), file.text().to_owned());
        Some((place, Changed { name, new: edited(&old, &of_file), old }))
    };
    programs.project.sources.iter().filter_map(changed).collect()
}

/// All texts that differ from what was read, once more changes are made.
fn after(changed: &BTreeMap<PathBuf, Changed>, made: &[(PathBuf, Changed)]) -> Vec<(PathBuf, String)> {
    let mut texts: BTreeMap<&Path, (&str, &str)> =
        changed.iter().map(|(place, one)| (place.as_path(), (one.old.as_str(), one.new.as_str()))).collect();
    for (place, one) in made {
        texts.entry(place).and_modify(|text| text.1 = &one.new).or_insert((&one.old, &one.new));
    }
    let differ = texts.into_iter().filter(|(_, (old, new))| old != new);
    differ.map(|(place, (_, new))| (place.to_owned(), new.to_owned())).collect()
}

/// Where a file is on this machine.
fn place(programs: &Programs, file: FileId) -> Option<PathBuf> {
    let at = programs.project.index(file)?;
    programs.project.place(at).map(PathBuf::from)
}

/// The names of the files that a fix would change and may not, each with the reason.
fn kept(programs: &Programs, message: &Diagnostic) -> impl Iterator<Item = (String, Kept)> {
    let edits = message.fix.iter().flat_map(|fix| &fix.edits);
    edits.filter_map(|edit| {
        let file = programs.project.sources.file(edit.span.file);
        let why = match () {
            () if place(programs, edit.span.file).is_none() => Kept::BuiltIn,
            () if !programs.is_own(edit.span.file) => Kept::Unnamed,
            () if !file.bad_bytes().is_empty() => Kept::BadBytes,
            () => return None,
        };
        Some((file.path().to_owned(), why))
    })
}
