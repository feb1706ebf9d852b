//! The files of a base, identified by modification time and size.
//!
//! The files are checked a few times per second. The crate `notify` would receive events from the system instead, but
//! it adds a dozen packages. Also, its events differ between systems and between the ways in which editors replace
//! files.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use blanche_sorted::{SortedMap, SortedSet};

/// File extensions of rule files and of the files next to them, such as `positions.txt`.
const EXTENSIONS: [&str; 2] = ["blanche", "txt"];

/// Modification time of a file, if known, and its size in bytes.
type FileVersion = (Option<SystemTime>, u64);

/// The state of some files at the time of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileVersions {
    /// The files that exist.
    files: SortedMap<PathBuf, FileVersion>,
}

impl FileVersions {
    /// The state of the rule files and their accompanying files in a folder, and of the files in `others`. A folder
    /// that cannot be read counts as empty.
    pub fn of(folder: &Path, others: &SortedSet<PathBuf>) -> FileVersions {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_of_base = |path: &PathBuf| {
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let ending = path.extension().and_then(|ending| ending.to_str());
            !is_hidden && ending.is_some_and(|ending| EXTENSIONS.contains(&ending))
        };
        // The paths are made canonical, because a base refers to the files that it uses by canonical paths.
        let own = entries.filter(is_of_base).map(|path| fs::canonicalize(&path).unwrap_or(path));
        FileVersions::of_files(&own.chain(others.iter().cloned()).collect())
    }

    /// The state of these files.
    pub fn of_files(files: &SortedSet<PathBuf>) -> FileVersions {
        let marked = |path: &PathBuf| file_version(path).map(|mark| (path.clone(), mark));
        FileVersions { files: files.iter().filter_map(marked).collect() }
    }

    /// Adds the files of `others` that are not included yet.
    pub fn add_missing(&mut self, others: FileVersions) {
        for (path, mark) in others.files {
            self.files.entry(path).or_insert(mark);
        }
    }

    /// The changes of files since the state `before`.
    pub fn since(&self, before: &FileVersions) -> Vec<FileEvent> {
        let event = |path: &Path, kind| FileEvent { path: path.to_owned(), kind };
        let here = self.files.iter().filter_map(|(path, mark)| match before.files.get(path) {
            None => Some(event(path, FileEventKind::New)),
            Some(known) => (known != mark).then(|| event(path, FileEventKind::Saved)),
        });
        let gone = before.files.keys().filter(|path| !self.files.contains_key(*path));
        here.chain(gone.map(|path| event(path, FileEventKind::Removed))).collect()
    }
}

fn file_version(path: &Path) -> Option<FileVersion> {
    let known = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((known.modified().ok(), known.len()))
}

/// A change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEvent {
    /// The path of the file.
    pub(crate) path: PathBuf,
    /// The kind of change.
    pub(crate) kind: FileEventKind,
}

/// The kind of change of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileEventKind {
    /// The file did not exist before.
    New,
    /// The file was written.
    Saved,
    /// The file no longer exists.
    Removed,
}

impl fmt::Display for FileEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        let word = match self.kind {
            FileEventKind::New => "is new",
            FileEventKind::Saved => "was saved",
            FileEventKind::Removed => "was removed",
        };
        write!(f, "{} {word}", name.display())
    }
}
