//! The files that a base consists of, by their times and sizes.
//!
//! They are looked at a few times a second. The crate `notify` would be told by the system instead, with a dozen packages, and
//! with an event of another kind for each system and for each way in which an editor replaces a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The endings of rule files, and of the texts beside them.
const ENDINGS: [&str; 2] = ["blanche", "txt"];

/// When a file was written, where that is known, and its size in bytes.
type Mark = (Option<SystemTime>, u64);

/// Files as they stood when they were looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// What does not exist is not in it.
    files: BTreeMap<PathBuf, Mark>,
}

impl Seen {
    /// The rule files and texts in a folder, and these files. A folder that cannot be read has none.
    pub(crate) fn of(folder: &Path, others: &BTreeSet<PathBuf>) -> Seen {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_of_base = |path: &PathBuf| {
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let ending = path.extension().and_then(|ending| ending.to_str());
            !is_hidden && ending.is_some_and(|ending| ENDINGS.contains(&ending))
        };
        // Files of the folder are known by their places too, by which a base calls those that it uses.
        let own = entries.filter(is_of_base).map(|path| fs::canonicalize(&path).unwrap_or(path));
        Seen::of_files(&own.chain(others.iter().cloned()).collect())
    }

    /// These files.
    pub(crate) fn of_files(files: &BTreeSet<PathBuf>) -> Seen {
        let marked = |path: &PathBuf| marked(path).map(|mark| (path.clone(), mark));
        Seen { files: files.iter().filter_map(marked).collect() }
    }

    /// Takes up files that were not looked at before.
    pub(crate) fn take_up(&mut self, others: Seen) {
        for (path, mark) in others.files {
            self.files.entry(path).or_insert(mark);
        }
    }

    /// What has become of files since they were looked at before.
    pub(crate) fn since(&self, before: &Seen) -> Vec<Event> {
        let event = |path: &Path, kind| Event { path: path.to_owned(), kind };
        let here = self.files.iter().filter_map(|(path, mark)| match before.files.get(path) {
            None => Some(event(path, Kind::New)),
            Some(known) => (known != mark).then(|| event(path, Kind::Saved)),
        });
        let gone = before.files.keys().filter(|path| !self.files.contains_key(*path));
        here.chain(gone.map(|path| event(path, Kind::Removed))).collect()
    }
}

fn marked(path: &Path) -> Option<Mark> {
    let known = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((known.modified().ok(), known.len()))
}

/// What has become of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// The file.
    pub(crate) path: PathBuf,
    /// What was done with it.
    pub(crate) kind: Kind,
}

/// What is done with files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It was not there before.
    New,
    /// It was written.
    Saved,
    /// It is there no more.
    Removed,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        let word = match self.kind {
            Kind::New => "is new",
            Kind::Saved => "was saved",
            Kind::Removed => "was removed",
        };
        write!(f, "{} {word}", name.display())
    }
}
