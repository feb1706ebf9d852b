//! Finds the files that may use the same files as the files opened in the editor.
//!
//! If the user opens only one base, the files that it uses and the other bases that use the same files are not opened.
//! A rename must change them too, so they are read for this purpose.
//!
//! A knowledge folder can be used from everywhere below its parent folder, so everything below the parent is searched,
//! up to a limit. If the limit is reached or the folder is too general to be searched, the result says that there may
//! be unknown users (`Unsearched`).

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use blanche_sorted::{SortedMap, SortedSet};

use crate::files;
use crate::folders::{self, ENDING};
use crate::knowledge_folders::{absolute, parent};
use crate::project::SearchPath;

/// Maximum number of files and folders around a knowledge folder that are visited. Visiting this many takes some
/// milliseconds.
const MAX_ENTRIES: usize = 20_000;

/// Maximum number of rule files around a knowledge folder that are read.
const MAX_FILES: usize = 1_000;

/// Maximum depth of visited folders below the parent of the knowledge folder.
const MAX_DEPTH: usize = 16;

/// Why the users of a knowledge folder are not fully known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unsearched {
    /// The parent folder is the home folder or the root of the file system, which are not searched.
    NoProject(PathBuf),
    /// The parent folder contains too many files.
    TooMuch(PathBuf),
}

/// The folders opened in the editor, and the folders around them.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// The rule files in the folders around the opened folders.
    files: SortedSet<PathBuf>,
    /// The canonical paths of all folders in the scope.
    places: SortedSet<PathBuf>,
    /// The canonical paths of knowledge folders that may have unknown users.
    unsearched: SortedMap<PathBuf, Unsearched>,
}

impl Scope {
    /// Determines the scope around the opened folders and texts.
    pub(super) fn around<'a>(roots: &'a [PathBuf], texts: impl Iterator<Item = &'a Path>) -> Scope {
        let mut scope = Scope::default();
        let opened: Vec<PathBuf> = roots.iter().map(|root| files::place(root)).collect();
        let (mut shallow, mut knowledge) = (SortedSet::new(), SortedSet::new());
        for path in roots.iter().map(PathBuf::as_path).chain(texts) {
            for search_path in SearchPath::around(path, None).all() {
                knowledge.extend(search_path.knowledge.clone());
                let own =
                    search_path.own.iter().filter(|own| !roots.iter().any(|root| own.starts_with(root)));
                let folders = own.chain(&search_path.around).filter(|folder| is_project(folder));
                shallow.extend(folders.cloned());
            }
        }
        for folder in &shallow {
            scope.files.extend(folders::rule_files_near(folder));
        }
        for folder in &knowledge {
            scope.files.extend(folders::rule_files(folder));
            scope.add_users(folder, &opened);
        }
        scope.places.extend(shallow.iter().chain(&knowledge).map(|folder| files::place(folder)));
        scope.places.extend(opened);
        scope
    }

    /// Adds the files that may use a knowledge folder. These are all files below its parent folder. If the folder is
    /// reached through a symbolic link, the files below the parent of the target are added too.
    fn add_users(&mut self, knowledge: &Path, opened: &[PathBuf]) {
        let place = files::place(knowledge);
        let mut seen: SortedSet<PathBuf> = SortedSet::new();
        for holder in [parent(&absolute(knowledge)), parent(&place)] {
            let holder_place = files::place(&holder);
            if !seen.insert(holder_place.clone()) {
                continue;
            }
            // A folder that the user has opened is read completely, even if it is very large.
            let is_open = opened.iter().any(|opened| holder_place.starts_with(opened));
            let missed = if is_project(&holder) {
                let found = search(&holder);
                self.files.extend(found.files);
                self.places.extend(found.linked);
                self.places.insert(holder_place.clone());
                found.is_cut.then_some(Unsearched::TooMuch(holder))
            } else {
                Some(Unsearched::NoProject(holder))
            };
            if let Some(missed) = missed.filter(|_| !is_open) {
                self.unsearched.insert(place.clone(), missed);
            }
        }
    }

    /// The rule files of the scope.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.files.iter().cloned().collect()
    }

    /// Whether a path is in one of the folders of the scope.
    pub(super) fn holds(&self, place: &Path) -> bool {
        place.ancestors().any(|above| self.places.contains(above))
    }

    /// The reason why the users of the file at this path are not fully known; `None` if they are known.
    pub(super) fn unsearched(&self, place: &Path) -> Option<&Unsearched> {
        place.ancestors().find_map(|above| self.unsearched.get(above))
    }
}

/// The result of a search for rule files.
struct SearchedFiles {
    files: Vec<PathBuf>,
    /// The canonical paths of the visited folders that symbolic links lead to.
    linked: SortedSet<PathBuf>,
    is_cut: bool,
}

/// The rule files below a folder, breadth-first, up to the limits. Hidden and cache folders are skipped. Links to
/// folders elsewhere are followed, because files in these folders can use the knowledge folder too.
fn search(folder: &Path) -> SearchedFiles {
    let mut found = SearchedFiles { files: Vec::new(), linked: SortedSet::new(), is_cut: false };
    let place = files::place(folder);
    let mut waiting = VecDeque::from([(folder.to_owned(), 0)]);
    let mut looked_at = 0;
    while let Some((folder, depth)) = waiting.pop_front() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            looked_at += 1;
            if looked_at > MAX_ENTRIES || found.files.len() > MAX_FILES {
                found.is_cut = true;
                return found;
            }
            let path = entry.path();
            let Ok(kind) = entry.file_type() else { continue };
            let is_folder = kind.is_dir() || kind.is_symlink() && path.is_dir();
            if !is_folder {
                if path.extension().is_some_and(|ending| ending == ENDING) {
                    found.files.push(path);
                }
                continue;
            }
            if entry.file_name().to_string_lossy().starts_with('.') || folders::is_cache(&path) {
                continue;
            }
            if kind.is_symlink() {
                let target = files::place(&path);
                let is_here = target.starts_with(&place) || place.starts_with(&target);
                if is_here || !is_project(&target) || !found.linked.insert(target) {
                    continue;
                }
            }
            if depth == MAX_DEPTH {
                found.is_cut = true;
                continue;
            }
            waiting.push_back((path, depth + 1));
        }
    }
    found
}

/// Whether a folder may be searched for rule files. The root of the file system and the home folder may not be
/// searched.
pub fn is_project(path: &Path) -> bool {
    let home = std::env::var_os("HOME").map(|home| files::place(Path::new(&home)));
    let path = files::place(path);
    path.parent().is_some() && Some(path) != home
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates an empty temporary folder.
    fn folder(test: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("blanche-scope-{}-{test}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        folder
    }

    #[test]
    fn a_search_stops_at_its_limits_and_reports_it() {
        let top = folder("bounds");
        let deep: PathBuf = (0..MAX_DEPTH).fold(top.clone(), |above, _| above.join("a"));
        std::fs::create_dir_all(&deep).expect("folders can be made");
        std::fs::write(deep.join("b.blanche"), "").expect("it can be written");
        let found = search(&top);
        assert_eq!((found.files, found.is_cut), (vec![deep.join("b.blanche")], false));
        std::fs::create_dir(deep.join("a")).expect("a folder can be made");
        assert!(search(&top).is_cut, "it is too deep");
        std::fs::remove_dir(deep.join("a")).expect("it can be removed");
        for at in 0..=MAX_FILES {
            std::fs::write(top.join(format!("{at}.blanche")), "").expect("it can be written");
        }
        assert!(search(&top).is_cut, "there is too much");
        std::fs::remove_dir_all(top).expect("it can be removed");
    }
}
