//! Waiting for rule files to change: what `blanche check --watch` does between two checks.
//!
//! Times and lengths of files are looked at again and again. A knowledge folder has some dozens of files, which takes
//! less than a millisecond; in return it works on every file system, and needs no library.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use blanche_compiler::files;
use blanche_compiler::paths::{self, Programs};
use blanche_compiler::project::{self, Library};

/// Between two looks, at least.
const PAUSE: Duration = Duration::from_millis(200);

/// Of the time at most one part in so many is spent looking, however many files there are.
const SHARE: u32 = 20;

/// What can be seen of a file from outside; nothing where there is none.
type Look = Option<(SystemTime, u64)>;

/// Files and folders as they were seen.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen(BTreeMap<PathBuf, Look>);

impl Seen {
    /// Looks at the files that paths mean, at all that the programs of the last check read, and at the folders of
    /// both and of all other knowledge, in which a file that is missing may appear.
    pub(crate) fn now(named: &[PathBuf], knowledge: Option<&Path>, programs: Option<&Programs>) -> Seen {
        let mut places: Vec<PathBuf> = named.to_vec();
        places.extend(paths::rule_files(named).unwrap_or_default().files);
        places.extend(programs.map(Programs::places).unwrap_or_default());
        let libraries: Vec<Library> = named.iter().map(|path| Library::around(path, knowledge)).collect();
        let knowledge =
            libraries.iter().flat_map(Library::all).filter_map(|library| library.knowledge.as_ref());
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

    /// The same files and folders as they were seen earlier, those of them that were looked at then.
    pub(crate) fn seen_as_in(mut self, earlier: &Seen) -> Seen {
        for (path, look) in &mut self.0 {
            if let Some(then) = earlier.0.get(path) {
                *look = *then;
            }
        }
        self
    }

    /// How many rule files there are.
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

/// Waits until what `look` sees differs from what was seen, and no longer changes: a file that is being written is
/// read when it is there.
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
