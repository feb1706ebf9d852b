//! Which files of a folder are read: rule files and the texts beside them. What is hidden, links to folders and folders of
//! copies are passed over.

use std::path::{Component, Path, PathBuf};

use crate::files;
use crate::markup;

/// The ending of rule files.
pub const ENDING: &str = "blanche";

/// The ending of texts that lie beside rule files and belong to them, such as examples; they are no BLANCHE.
pub const SIDECAR_ENDING: &str = "txt";

/// The name of the file beside a base that holds measured numbers of tuples for the planner.
pub const STATISTICS_FILE: &str = "statistics.txt";

/// All rule files in a folder and below it, in the order of their paths. What cannot be read is passed over.
pub fn rule_files(folder: &Path) -> Vec<PathBuf> {
    files_that_end(folder, ENDING)
}

/// Whether a path is that of a text which lies beside rule files, and not of a rule file.
pub fn is_sidecar(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == SIDECAR_ENDING)
}

/// All texts that lie beside rule files in a folder and below it, in the order of their paths.
pub fn sidecars(folder: &Path) -> Vec<PathBuf> {
    files_that_end(folder, SIDECAR_ENDING)
}

fn files_that_end(folder: &Path, wanted: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, wanted, usize::MAX, &mut found, &mut |_, _| {});
    found
}

/// The rule files in a folder and in the folders in it, and in none below.
pub(crate) fn rule_files_near(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, ENDING, 1, &mut found, &mut |_, _| {});
    found
}

/// So many folders are looked into that lie beside one; where there are more, they are perhaps a whole machine.
const MOST_BESIDE: usize = 100;

/// The rule files directly in the folders in a folder, but for hidden ones and those of copies. None where there are very many.
pub(crate) fn rule_files_beside(around: &Path) -> Vec<PathBuf> {
    let around = if around.as_os_str().is_empty() { Path::new(".") } else { around };
    let entries = std::fs::read_dir(around).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_folder = |path: &PathBuf| !is_hidden(path) && path.is_dir() && !path.is_symlink();
    let mut folders: Vec<PathBuf> = entries.filter(is_folder).take(MOST_BESIDE + 1).collect();
    if folders.len() > MOST_BESIDE {
        return Vec::new();
    }
    folders.sort();
    folders.iter().filter(|folder| !is_cache(folder)).flat_map(|folder| rule_files_in(folder)).collect()
}

/// [`rule_files`] that can be read, and the files and folders that cannot, with the reasons.
pub(crate) fn readable_rule_files(folder: &Path) -> (Vec<PathBuf>, Vec<(PathBuf, std::io::Error)>) {
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    collect(folder, ENDING, usize::MAX, &mut found, &mut |folder, error| {
        unread.push((folder.to_owned(), error));
    });
    found.retain(|path| match files::check_readable(path) {
        Ok(()) => true,
        Err(error) => {
            unread.push((path.clone(), error));
            false
        }
    });
    (found, unread)
}

/// The rule files directly in a folder, in the order of their names; none where it cannot be read.
pub(crate) fn rule_files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_rules = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == ENDING) && !is_hidden(path) && path.is_file()
    };
    let mut files: Vec<PathBuf> = entries.filter(is_rules).collect();
    files.sort();
    files
}

/// A folder that holds one of these holds copies. (Cargo marks a folder with the first only where it makes the folder itself.)
const CACHES: [&str; 2] = ["CACHEDIR.TAG", ".rustc_info.json"];

/// Whether a folder holds copies.
pub(crate) fn is_cache(folder: &Path) -> bool {
    CACHES.iter().any(|sign| folder.join(sign).exists())
}

/// Whether a file or folder is hidden: editors and other programs keep there what is theirs.
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'))
}

/// Hidden files and folders, folders of caches (`target` is one) and linked folders are left out: what they hold are
/// copies, and a link may lead in a circle.
fn collect(
    folder: &Path,
    wanted: &str,
    deepest: usize,
    found: &mut Vec<PathBuf>,
    failed: &mut dyn FnMut(&Path, std::io::Error),
) {
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                failed(&folder, error);
                continue;
            }
        };
        for path in entries.flatten().map(|entry| entry.path()).filter(|path| !is_hidden(path)) {
            if path.is_dir() {
                if depth < deepest && !path.is_symlink() && !is_cache(&path) {
                    folders.push((path, depth + 1));
                }
            } else if path.extension().is_some_and(|ending| ending == wanted) {
                found.push(path);
            }
        }
    }
    found.sort();
}

/// A path with forward slashes and without steps that go nowhere.
pub(crate) fn written(path: &Path) -> String {
    let steps: PathBuf = path.components().filter(|step| *step != Component::CurDir).collect();
    steps.to_string_lossy().replace('\\', "/")
}

/// The same as it is said to people.
pub(crate) fn shown(path: &Path) -> String {
    markup::shown(&written(path)).into_owned()
}
