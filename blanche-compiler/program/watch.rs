//! Waits for rule files to change, for `blanche check --watch`.
//!
//! Modification times and sizes are polled. A knowledge folder has a few dozen files, for which a poll takes less than
//! a millisecond. Unlike notifications of the system, polling works on every file system and needs no library.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use blanche_compiler::files;
use blanche_compiler::paths::{self, Programs};
use blanche_compiler::project::{self, SearchPath};
use blanche_sorted::SortedMap;

/// Minimum interval between polls.
const PAUSE: Duration = Duration::from_millis(200);

/// Polling uses at most 1 / `SHARE` of the time, no matter how many files there are.
const SHARE: u32 = 20;

/// Modification time and size of a file; `None` if it does not exist.
type Look = Option<(SystemTime, u64)>;

/// A snapshot of the metadata of files and folders.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen(SortedMap<PathBuf, Look>);

impl Seen {
    /// Takes a snapshot of the files that the paths select, and of all files that the last check has read. It includes
    /// the folders of these files and of all other knowledge files, since a missing file may appear in them.
    pub(crate) fn now(named: &[PathBuf], knowledge: Option<&Path>, programs: Option<&Programs>) -> Seen {
        let mut places: Vec<PathBuf> = named.to_vec();
        places.extend(paths::rule_files(named).unwrap_or_default().files);
        places.extend(programs.map(Programs::places).unwrap_or_default());
        let search_paths: Vec<SearchPath> =
            named.iter().map(|path| SearchPath::around(path, knowledge)).collect();
        let knowledge = search_paths
            .iter()
            .flat_map(SearchPath::all)
            .filter_map(|search_path| search_path.knowledge.as_ref());
        let beside: Vec<PathBuf> = knowledge.flat_map(|folder| project::rule_files(folder)).collect();
        let folders: Vec<PathBuf> =
            places.iter().chain(&beside).filter_map(|path| path.parent()).map(folder).collect();
        places.extend(folders);
        Seen(
            places
                .iter()
                .map(|path| files::place(path))
                .map(|path| {
                    let seen = look(&path);
                    (path, seen)
                })
                .collect(),
        )
    }

    /// A snapshot of the same files and folders. If the earlier snapshot contains a file or folder, its metadata is
    /// taken from there.
    pub(crate) fn seen_as_in(mut self, earlier: &Seen) -> Seen {
        for (path, look) in &mut self.0 {
            if let Some(then) = earlier.0.get(path) {
                *look = *then;
            }
        }
        self
    }

    /// The number of rule files.
    pub(crate) fn files(&self) -> usize {
        let is_rules = |path: &Path| path.extension().is_some_and(|ending| ending == project::ENDING);
        self.0.iter().filter(|(path, look)| look.is_some() && is_rules(path)).count()
    }
}

fn folder(path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() { PathBuf::from(".") } else { path.to_owned() }
}

fn look(path: &Path) -> Look {
    let data = path.metadata().ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// Waits until the files differ from `seen`, and did not change between two polls. So no file is read while it is being
/// written.
pub(crate) fn wait(seen: &Seen, look: impl Fn() -> Seen) {
    let mut last: Option<Seen> = None;
    loop {
        let begin = Instant::now();
        let now = look();
        let pause = PAUSE.max(begin.elapsed() * SHARE);
        if now != *seen {
            if last.as_ref() == Some(&now) {
                return;
            }
            last = Some(now);
        } else {
            last = None;
        }
        std::thread::sleep(pause);
    }
}
