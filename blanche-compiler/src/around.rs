//! What lies around a file: its knowledge folder, the folders to which it may belong, and how these are called by
//! somebody who stands somewhere else.

use std::path::{Component, Path, PathBuf};

use crate::files;
use crate::folders::{ENDING, is_cache, rule_files_in};

/// A knowledge folder that was found.
pub(crate) struct Knowledge {
    pub(crate) folder: PathBuf,
    /// Whether what it was looked for lies in it, and not beside it.
    pub(crate) is_inside: bool,
}

/// Whether a folder is called as the folder of all rule files is.
fn is_knowledge(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "knowledge")
}

/// The knowledge folder of a folder: nearest to it on the way up, as its path is written and as the machine knows it
/// (they differ where the path leads through a link). A folder of copies belongs to nothing around it.
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

/// Whether rule files stand in a folder or in a folder in it: what people call `knowledge` may be anything.
fn holds_rules(folder: &Path) -> bool {
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder);
        entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let is_rules = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
    let entries = inside(folder);
    entries.iter().any(is_rules) || entries.iter().any(|entry| inside(entry).iter().any(is_rules))
}

/// The file to which a path leads that is a link itself. Links among the folders of a path are followed on the way up.
pub(crate) fn linked_file(path: &Path) -> Option<PathBuf> {
    let is_link = path.is_symlink() && path.is_file();
    is_link.then(|| path.canonicalize().ok()).flatten()
}

/// The folder of a file, and the folders above it to which it may belong: as far as the knowledge folder, or where
/// there is none, as far as the nearest one with a base in it. The same around the file that a link leads to.
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

/// Whether a file directly in a folder may be a base.
fn holds_base(folder: &Path) -> bool {
    let is_base = |path: &PathBuf| {
        let text = files::read(path).unwrap_or_default();
        text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"base "))
    };
    rule_files_in(folder).iter().any(is_base)
}

/// The folders to which a folder may belong, from itself upwards, all of them as far as the knowledge folder that it
/// lies in or the folder that holds the one beside it. `None` where there is no knowledge folder.
fn folders_up_to_knowledge(folder: &Path) -> Option<Vec<PathBuf>> {
    let knowledge = knowledge_of(folder)?;
    let knowledge_folder = absolute(&knowledge.folder);
    let mut found = Vec::new();
    for above in ways_up(folder, &knowledge_folder) {
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

/// A folder and all above it: as its path is written, or, where the knowledge folder is not on that way, as the machine
/// knows it.
fn ways_up(folder: &Path, knowledge: &Path) -> Vec<PathBuf> {
    let as_written = absolute(folder);
    let holder = knowledge.parent().unwrap_or(knowledge);
    let whole = if as_written.starts_with(holder) { None } else { folder.canonicalize().ok() };
    whole.unwrap_or(as_written).ancestors().map(Path::to_owned).collect()
}

/// The folder in which a folder lies; a path such as `.` does not show it.
pub(crate) fn parent(folder: &Path) -> PathBuf {
    match (folder.components().next_back(), folder.parent()) {
        (Some(Component::Normal(_)), Some(parent)) => parent.to_owned(),
        (Some(Component::RootDir), _) => folder.to_owned(),
        _ => folder.join(".."),
    }
}

/// The folder in which the program runs, by the way on which it was entered where the shell tells it.
fn here() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let told = std::env::var_os("PWD").map(PathBuf::from).filter(|told| told.is_absolute());
    told.filter(|told| *told != here && told.canonicalize().is_ok_and(|told| told == here)).unwrap_or(here)
}

/// A path from the root of the machine. Links stay as they are written; only in front of `..` they are followed, as the
/// machine does.
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

/// A place as somebody would write it who wrote this path: from where he stands if the path is from there.
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
    // Behind a link `..` leads elsewhere.
    let is_same = files::place(&relative) == files::place(place);
    if is_same { relative } else { place.to_owned() }
}
