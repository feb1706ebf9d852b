//! Where all those stand who may use the same files: the folders in which `use` looks, and the folders from which it looks
//! there.
//!
//! Whoever opens one base has not opened the knowledge that it uses, nor the other bases that use it too. Another name
//! must reach these, so they are read. Nothing else is said of them.
//!
//! A knowledge folder is used from everywhere below the folder that holds it, so all that is searched, up to a bound.
//! Where the bound is met, or where nobody may look, it is known that users are unknown (`Unsearched`).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use crate::around::{absolute, parent};
use crate::files;
use crate::folders::{self, ENDING};
use crate::project::Library;

/// So many files and folders are looked at around a knowledge folder: some milliseconds.
const MOST_ENTRIES: usize = 20_000;

/// So many rule files are read from there.
const MOST_FILES: usize = 1_000;

/// So deep below the folder that holds the knowledge.
const DEEPEST: usize = 16;

/// Why it is not known who uses the files of a knowledge folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unsearched {
    /// The folder that holds it is no project: the home of somebody, or the whole machine.
    NoProject(PathBuf),
    /// Too much lies in the folder that holds it.
    TooMuch(PathBuf),
}

/// The folders of a project, and those around it.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// The rule files in them.
    files: BTreeSet<PathBuf>,
    /// All folders, spelt in the one way that places are told apart by.
    places: BTreeSet<PathBuf>,
    /// Knowledge folders, spelt so, of whose users some may be unknown.
    unsearched: BTreeMap<PathBuf, Unsearched>,
}

impl Scope {
    /// The folders around some folders and some texts.
    pub(super) fn around<'a>(roots: &'a [PathBuf], texts: impl Iterator<Item = &'a Path>) -> Scope {
        let mut scope = Scope::default();
        let opened: Vec<PathBuf> = roots.iter().map(|root| files::place(root)).collect();
        let (mut shallow, mut knowledge) = (BTreeSet::new(), BTreeSet::new());
        for path in roots.iter().map(PathBuf::as_path).chain(texts) {
            for library in Library::around(path, None).all() {
                knowledge.extend(library.knowledge.clone());
                let own = library.own.iter().filter(|own| !roots.iter().any(|root| own.starts_with(root)));
                let folders = own.chain(&library.around).filter(|folder| is_project(folder));
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

    /// Adds those who use a knowledge folder: all that lies below the folder that holds it, and if a link leads to it, below
    /// the one that holds what it leads to.
    fn add_users(&mut self, knowledge: &Path, opened: &[PathBuf]) {
        let place = files::place(knowledge);
        let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
        for holder in [parent(&absolute(knowledge)), parent(&place)] {
            let holder_place = files::place(&holder);
            if !seen.insert(holder_place.clone()) {
                continue;
            }
            // What somebody has opened is read, however much it is.
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

    /// The rule files in them.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.files.iter().cloned().collect()
    }

    /// Whether a place lies in one of them.
    pub(super) fn holds(&self, place: &Path) -> bool {
        place.ancestors().any(|above| self.places.contains(above))
    }

    /// Why it is not known who uses the file at a place of knowledge, if it is not.
    pub(super) fn unsearched(&self, place: &Path) -> Option<&Unsearched> {
        place.ancestors().find_map(|above| self.unsearched.get(above))
    }
}

/// Rule files that were found, and whether there may be more.
struct Found {
    files: Vec<PathBuf>,
    /// Where links led to.
    linked: BTreeSet<PathBuf>,
    is_cut: bool,
}

/// The rule files below a folder, those at hand first, up to the bounds. Hidden folders and those of copies are left out.
/// Links to folders elsewhere are followed: from behind them the knowledge is used too.
fn search(folder: &Path) -> Found {
    let mut found = Found { files: Vec::new(), linked: BTreeSet::new(), is_cut: false };
    let place = files::place(folder);
    let mut waiting = VecDeque::from([(folder.to_owned(), 0)]);
    let mut looked_at = 0;
    while let Some((folder, depth)) = waiting.pop_front() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            looked_at += 1;
            if looked_at > MOST_ENTRIES || found.files.len() > MOST_FILES {
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
            if depth == DEEPEST {
                found.is_cut = true;
                continue;
            }
            waiting.push_back((path, depth + 1));
        }
    }
    found
}

/// Whether rule files may be looked for in a folder: the whole machine, and all that a person has on it, are no project.
pub fn is_project(path: &Path) -> bool {
    let home = std::env::var_os("HOME").map(|home| files::place(Path::new(&home)));
    let path = files::place(path);
    path.parent().is_some() && Some(path) != home
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of the machine that is empty.
    fn folder(test: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("blanche-scope-{}-{test}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        folder
    }

    #[test]
    fn a_search_ends_and_says_so() {
        let top = folder("bounds");
        let deep: PathBuf = (0..DEEPEST).fold(top.clone(), |above, _| above.join("a"));
        std::fs::create_dir_all(&deep).expect("folders can be made");
        std::fs::write(deep.join("b.blanche"), "").expect("it can be written");
        let found = search(&top);
        assert_eq!((found.files, found.is_cut), (vec![deep.join("b.blanche")], false));
        std::fs::create_dir(deep.join("a")).expect("a folder can be made");
        assert!(search(&top).is_cut, "it is too deep");
        std::fs::remove_dir(deep.join("a")).expect("it can be removed");
        for at in 0..=MOST_FILES {
            std::fs::write(top.join(format!("{at}.blanche")), "").expect("it can be written");
        }
        assert!(search(&top).is_cut, "there is too much");
        std::fs::remove_dir_all(top).expect("it can be removed");
    }
}
