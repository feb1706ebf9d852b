//! Lists the files of a folder that belong to rule bases: rule files and text files beside them. Hidden entries, links
//! to folders, and cache or build folders are skipped.

use std::path::{Component, Path, PathBuf};

use blanche_sorted::Arrange;

use crate::files;
use crate::markup;

/// The extension of rule files.
pub const ENDING: &str = "blanche";

/// The extension of the text files that accompany rule files, such as examples. They do not contain BLANCHE code.
pub const SIDECAR_ENDING: &str = "txt";

/// The name of the file in the folder of a base that contains measured tuple counts for the planner.
pub const STATISTICS_FILE: &str = "statistics.txt";

/// All rule files in a folder and its subfolders, sorted by path. Unreadable folders are skipped.
pub fn rule_files(folder: &Path) -> Vec<PathBuf> {
    files_that_end(folder, ENDING)
}

/// Whether a path is that of a sidecar file (a text file that accompanies rule files).
pub fn is_sidecar(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == SIDECAR_ENDING)
}

/// All sidecar files in a folder and its subfolders, sorted by path.
pub fn sidecars(folder: &Path) -> Vec<PathBuf> {
    files_that_end(folder, SIDECAR_ENDING)
}

fn files_that_end(folder: &Path, wanted: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, wanted, usize::MAX, &mut found, &mut |_, _| {});
    found
}

/// The rule files in a folder and its direct subfolders.
pub(crate) fn rule_files_near(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, ENDING, 1, &mut found, &mut |_, _| {});
    found
}

/// Maximum number of sibling folders to read. A folder with more may be something like a home folder.
const MAX_SIBLINGS: usize = 100;

/// The rule files directly in the subfolders of `around`, except hidden and cache folders. Empty if there are more than
/// [`MAX_SIBLINGS`] subfolders.
pub(crate) fn rule_files_beside(around: &Path) -> Vec<PathBuf> {
    let around = if around.as_os_str().is_empty() { Path::new(".") } else { around };
    let entries = std::fs::read_dir(around).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_folder = |path: &PathBuf| !is_hidden(path) && path.is_dir() && !path.is_symlink();
    let mut folders: Vec<PathBuf> = entries.filter(is_folder).take(MAX_SIBLINGS + 1).collect();
    if folders.len() > MAX_SIBLINGS {
        return Vec::new();
    }
    folders.arrange();
    folders.iter().filter(|folder| !is_cache(folder)).flat_map(|folder| rule_files_in(folder)).collect()
}

/// The readable rule files in a folder and its subfolders. Also returns the files and folders that cannot be read, with
/// their errors.
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

/// The rule files directly in a folder, sorted by name. Empty if the folder cannot be read.
pub(crate) fn rule_files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_rules = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == ENDING) && !is_hidden(path) && path.is_file()
    };
    let mut files: Vec<PathBuf> = entries.filter(is_rules).collect();
    files.arrange();
    files
}

/// Files that mark a folder as a cache or build folder. (Cargo writes the first of these files only if it creates the
/// folder itself.)
const CACHES: [&str; 2] = ["CACHEDIR.TAG", ".rustc_info.json"];

/// Whether a folder is a cache or build folder, whose files are copies.
pub(crate) fn is_cache(folder: &Path) -> bool {
    CACHES.iter().any(|sign| folder.join(sign).exists())
}

/// Whether the name of a file or folder starts with a dot.
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'))
}

/// Collects the files with the wanted extension, down to the depth `deepest`. Hidden entries, cache folders (such as
/// `target`) and linked folders are skipped: caches contain copies, and links may form a cycle.
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
    found.arrange();
}

/// Formats a path with forward slashes and without `.` components.
pub(crate) fn written(path: &Path) -> String {
    let steps: PathBuf = path.components().filter(|step| *step != Component::CurDir).collect();
    steps.to_string_lossy().replace('\\', "/")
}

/// Formats a path for messages: with forward slashes, without `.` components and without control characters.
pub(crate) fn shown(path: &Path) -> String {
    markup::shown(&written(path)).into_owned()
}
