//! Where all those stand who may use the same files: the folders in which `use` looks.
//!
//! Whoever opens one base has not opened the knowledge that it uses, nor the other bases that use it too. Another name
//! must reach these, so they are read. Nothing else is said of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::files;
use crate::project::{self, Library};

/// The folders of a project, and those around it.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Folders that are read with all that is below them.
    deep: BTreeSet<PathBuf>,
    /// Folders of which only their own files and those of the folders in them are read: they may hold anything.
    shallow: BTreeSet<PathBuf>,
    /// All of them, spelt in the one way that places are told apart by.
    places: BTreeSet<PathBuf>,
}

impl Scope {
    /// The folders around some folders and some texts.
    pub(super) fn around<'a>(roots: &'a [PathBuf], texts: impl Iterator<Item = &'a Path>) -> Scope {
        let mut scope = Scope::default();
        scope.places.extend(roots.iter().map(|root| files::place(root)));
        for path in roots.iter().map(PathBuf::as_path).chain(texts) {
            let library = Library::around(path, None);
            scope.deep.extend(library.knowledge);
            let own = library.own.filter(|own| !roots.iter().any(|root| own.starts_with(root)));
            let folders = own.into_iter().chain(library.around);
            scope.shallow.extend(folders.filter(|folder| is_project(folder)));
        }
        let all = scope.deep.iter().chain(&scope.shallow).map(|folder| files::place(folder));
        scope.places.extend(all.collect::<Vec<_>>());
        scope
    }

    /// The rule files in them.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let deep = self.deep.iter().flat_map(|folder| project::rule_files(folder));
        deep.chain(self.shallow.iter().flat_map(|folder| project::rule_files_near(folder))).collect()
    }

    /// Whether a place lies in one of them.
    pub(super) fn holds(&self, place: &Path) -> bool {
        place.ancestors().any(|above| self.places.contains(above))
    }
}

/// Whether rule files may be looked for in a folder: the whole machine, and all that a person has on it, are no project.
pub fn is_project(path: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    path.parent().is_some() && Some(path) != home
}
