//! Finds the folders around a rule file: its knowledge folder (the folder `knowledge` that `use` paths start from), and
//! the folders of bases that the file may belong to. Also converts between absolute and relative paths.

use std::path::{Component, Path, PathBuf};

use crate::files;
use crate::folders::{ENDING, is_cache, rule_files_in};

/// The knowledge folder that a search from another folder has found.
pub(crate) struct Knowledge {
    pub(crate) folder: PathBuf,
    /// Whether the folder at which the search began is inside the knowledge folder. Otherwise the knowledge folder is
    /// beside that folder or beside one of its ancestors.
    pub(crate) is_inside: bool,
}

/// Whether a folder has the name `knowledge`.
fn is_knowledge(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "knowledge")
}

/// The nearest knowledge folder in or beside an ancestor of a folder. Searches the ancestors in the path as written, and
/// then the ancestors in the canonical path, which differ if the path contains a symbolic link. The search stops at a cache or build folder, whose contents are copies.
pub(crate) fn knowledge_of(folder: &Path) -> Option<Knowledge> {
    let as_written = absolute(folder);
    let found = nearest_knowledge(&as_written).or_else(|| {
        let whole = folder.canonicalize().ok()?;
        if whole == as_written { None } else { nearest_knowledge(&whole) }
    })?;
    Some(Knowledge { folder: spelt(&found.folder, folder), ..found })
}

fn nearest_knowledge(folder: &Path) -> Option<Knowledge> {
    for above in folder.ancestors() {
        if is_knowledge(above) {
            return Some(Knowledge { folder: above.to_owned(), is_inside: true });
        }
        let beside = above.join("knowledge");
        if holds_rules(&beside) {
            return Some(Knowledge { folder: beside, is_inside: false });
        }
        if is_cache(above) {
            break;
        }
    }
    None
}

/// Whether a folder, or a folder directly inside it, contains rule files. A folder named `knowledge` without any is
/// ignored, as it may be something else.
fn holds_rules(folder: &Path) -> bool {
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder);
        entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let is_rules = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
    let entries = inside(folder);
    entries.iter().any(is_rules) || entries.iter().any(|entry| inside(entry).iter().any(is_rules))
}

/// The target of a path, if the path itself is a link to a file. Links among the parent folders of the path are ignored
/// here.
pub(crate) fn linked_file(path: &Path) -> Option<PathBuf> {
    let is_link = path.is_symlink() && path.is_file();
    is_link.then(|| path.canonicalize().ok()).flatten()
}

/// The folders that may contain the base to which a file belongs: its own folder and the folders above it, up to the
/// knowledge folder. If there is no knowledge folder, they end with the nearest folder with a base. If the file is a
/// link, the folders around its target follow.
pub(crate) fn own_folders(path: &Path) -> Vec<PathBuf> {
    let mut folders = folders_of(path);
    folders.extend(linked_file(path).map(|target| folders_of(&target)).into_iter().flatten());
    folders
}

fn folders_of(path: &Path) -> Vec<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
        Some(folder) => folder.to_owned(),
        None => return Vec::new(),
    };
    folders_up_to_knowledge(&folder).unwrap_or_else(|| {
        let whole = absolute(&folder);
        let to_copies = whole.ancestors().position(is_cache).unwrap_or(usize::MAX);
        let above = whole.ancestors().take(to_copies).map(|above| spelt(above, &folder));
        let above: Vec<PathBuf> = above.collect();
        match above.iter().position(|above| holds_base(above)) {
            Some(base) => above.into_iter().take(base + 1).collect(),
            None => vec![folder],
        }
    })
}

/// Whether any file directly in a folder may define a base, judging by its text without parsing.
fn holds_base(folder: &Path) -> bool {
    let is_base = |path: &PathBuf| {
        let text = files::read(path).unwrap_or_default();
        text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"base "))
    };
    rule_files_in(folder).iter().any(is_base)
}

/// The folder and its ancestors. If the knowledge folder is an ancestor, they end before it. If the knowledge folder is
/// beside an ancestor, they end with the parent of the knowledge folder. `None` if there is no knowledge folder.
fn folders_up_to_knowledge(folder: &Path) -> Option<Vec<PathBuf>> {
    let knowledge = knowledge_of(folder)?;
    let knowledge_folder = absolute(&knowledge.folder);
    let mut found = Vec::new();
    for above in ancestors(folder, &knowledge_folder) {
        if above == knowledge_folder {
            break;
        }
        let is_last = !knowledge.is_inside && knowledge_folder.parent() == Some(&above);
        found.push(spelt(&above, folder));
        if is_last {
            break;
        }
    }
    if found.is_empty() {
        found.push(folder.to_owned());
    }
    Some(found)
}

/// A folder and all its ancestors in the path as written. If the knowledge folder is not found in that path, the
/// canonical path is used instead.
fn ancestors(folder: &Path, knowledge: &Path) -> Vec<PathBuf> {
    let as_written = absolute(folder);
    let holder = knowledge.parent().unwrap_or(knowledge);
    let whole = if as_written.starts_with(holder) { None } else { folder.canonicalize().ok() };
    whole.unwrap_or(as_written).ancestors().map(Path::to_owned).collect()
}

/// The parent of a folder, also for a path such as `.` that does not contain its name.
pub(crate) fn parent(folder: &Path) -> PathBuf {
    match (folder.components().next_back(), folder.parent()) {
        (Some(Component::Normal(_)), Some(parent)) => parent.to_owned(),
        (Some(Component::RootDir), _) => folder.to_owned(),
        _ => folder.join(".."),
    }
}

/// The current folder. If the environment variable `PWD` reaches it through a symbolic link, the path in `PWD` is
/// returned.
fn here() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let told = std::env::var_os("PWD").map(PathBuf::from).filter(|told| told.is_absolute());
    told.filter(|told| *told != here && told.canonicalize().is_ok_and(|told| told == here)).unwrap_or(here)
}

/// Makes a path absolute. Symbolic links are kept, except before `..`, where they are resolved as the operating system
/// does.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let path = if path.is_absolute() { path.to_owned() } else { here().join(path) };
    let mut whole = PathBuf::new();
    for step in path.components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir => {
                whole = whole.canonicalize().unwrap_or(whole);
                whole.pop();
            }
            step => whole.push(step),
        }
    }
    whole
}

/// Spells `place` in the style of `path`: relative to the current folder if `path` is relative, otherwise absolute.
fn spelt(place: &Path, path: &Path) -> PathBuf {
    if path.is_absolute() {
        return place.to_owned();
    }
    let here = here();
    let common = here.ancestors().find(|above| place.starts_with(above)).unwrap_or(Path::new(""));
    let up = here.components().count() - common.components().count();
    let mut relative: PathBuf = std::iter::repeat_n("..", up).collect();
    relative.push(place.strip_prefix(common).unwrap_or(place));
    if relative.as_os_str().is_empty() {
        relative.push(".");
    }
    // Keep the absolute path if `..` follows a symbolic link and therefore leads elsewhere.
    let is_same = files::place(&relative) == files::place(place);
    if is_same { relative } else { place.to_owned() }
}
