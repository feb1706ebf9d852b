//! Resolves a `use` path to a file.
//!
//! `use five-in-a-row/shapes` names a file by its path relative to a knowledge folder, without extension. A
//! [`SearchPath`] lists the locations to search, in this order:
//! 1. the folder of the base itself;
//! 2. its sibling folders, unless the base is inside a folder `knowledge`; so a copied base uses the files copied with
//!    it;
//! 3. the knowledge folder: the nearest folder `knowledge` that contains the base, or that is beside the base or one of
//!    its ancestor folders;
//! 4. the files built into this program, or into another program that is run to get them (`embedded`).
//!
//! The current folder matters only if there is no knowledge folder above. If the base is a symbolic link, the folders
//! around the link are searched before the folders around its target. No other folders are ever read.

use std::path::{Path, PathBuf};

use blanche_sorted::SortedSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::embedded::{self, Embedded};
use crate::files::{self, Texts};
use crate::folders::{ENDING, rule_files, rule_files_beside, rule_files_near, shown, written};
use crate::knowledge_folders::{absolute, knowledge_of, linked_file, parent};
use crate::policy::NOWHERE;
use crate::spelling::{list, nearest};
use crate::syntax::ast;

/// Files built into a program. Each has its path relative to the knowledge folder, with extension, and its text.
pub type BuiltIn = &'static [(&'static str, &'static str)];

/// The locations that are searched for the files in `use` declarations.
#[derive(Clone, Debug, Default)]
pub struct SearchPath {
    /// The folder of the base itself: `use name/file` and `use file` find files in it.
    pub own: Option<PathBuf>,
    /// The parent of the base's folder, unless the parent is the knowledge folder. Only its subfolders that a `use`
    /// names are read.
    pub around: Option<PathBuf>,
    /// The knowledge folder.
    pub knowledge: Option<PathBuf>,
    /// The search path for the target, if the base is a symbolic link.
    pub linked: Option<Box<SearchPath>>,
    /// The files built into the program, which are searched last.
    pub built_in: BuiltIn,
    /// Texts in memory. Each has its path relative to the knowledge folder, with extension, and its bytes.
    pub texts: Vec<(String, Vec<u8>)>,
    /// The folder name for these texts in messages, if it is not `knowledge`.
    pub texts_folder: Option<String>,
}

impl SearchPath {
    /// The search path for a file or folder. `knowledge` replaces the automatically found knowledge folder and the
    /// sibling folders. If there is no knowledge folder at all, `knowledge` in the current folder is used.
    pub fn around(path: &Path, knowledge: Option<&Path>) -> SearchPath {
        let folder = if path.is_dir() { Some(path) } else { path.parent() };
        let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let own = folder.map(Path::to_owned);
        let target = linked_file(path);
        let linked = target.map(|target| Box::new(SearchPath::around(&target, knowledge)));
        if let Some(knowledge) = knowledge {
            return SearchPath {
                own,
                knowledge: Some(knowledge.to_owned()),
                linked,
                ..SearchPath::default()
            };
        }
        let above = folder.and_then(knowledge_of);
        let is_inside = above.as_ref().is_some_and(|above| above.is_inside);
        let is_linked = linked.as_ref().is_some_and(|linked| linked.knowledge.is_some());
        let here = || Some(PathBuf::from("knowledge")).filter(|here| !is_linked && here.is_dir());
        SearchPath {
            around: folder.filter(|_| !is_inside).map(parent),
            knowledge: above.map(|above| above.folder).or_else(here),
            own,
            linked,
            ..SearchPath::default()
        }
    }

    /// This search path, followed by the search path of the target if the base is a symbolic link.
    pub fn all(&self) -> impl Iterator<Item = &SearchPath> {
        std::iter::successors(Some(self), |search_path| search_path.linked.as_deref())
    }

    fn has_knowledge(&self) -> bool {
        self.all().any(|search_path| search_path.knowledge.is_some())
    }

    /// Finds the file for a `use` path.
    pub(crate) fn find(&self, path: &str, texts: &Texts) -> Option<UsedFile> {
        for place in self.places(path) {
            if self.leads_out(&place) {
                continue;
            }
            if let Ok(bytes) = texts.read(&place) {
                let (name, place) = (written(&place), Some(files::place(&place)));
                return Some(UsedFile { name, place, is_embedded: false, bytes });
            }
        }
        let file = format!("{path}.{ENDING}");
        let called = |folder: &str, is_embedded: bool, bytes: &[u8]| {
            let name = format!("{folder}/{file}");
            UsedFile { name, place: None, is_embedded, bytes: bytes.to_vec() }
        };
        if let Some((_, bytes)) = self.texts.iter().find(|(name, _)| *name == file) {
            return Some(called(self.texts_folder.as_deref().unwrap_or("knowledge"), false, bytes));
        }
        let nowhere = |is_embedded: bool, bytes: &[u8]| called("knowledge", is_embedded, bytes);
        if let Some((_, text)) = self.built_in.iter().find(|(name, _)| *name == file) {
            return Some(nowhere(false, text.as_bytes()));
        }
        let (_, text) = embedded::load()?.files.iter().find(|(name, _)| *name == file)?;
        Some(nowhere(true, text.as_bytes()))
    }

    /// The text in memory or the built-in file with this path relative to the knowledge folder.
    pub(crate) fn text(&self, name: &str) -> Option<Vec<u8>> {
        let of_texts = self.texts.iter().find(|(known, _)| known == name).map(|(_, bytes)| bytes.clone());
        let built_in = || self.built_in.iter().find(|(known, _)| *known == name);
        of_texts.or_else(|| built_in().map(|(_, text)| text.as_bytes().to_vec()))
    }

    /// The possible locations of the file for a `use` path, in search order. The folder of the base comes first, so
    /// that a modified copy of a base uses its own files wherever the copy is.
    fn places(&self, path: &str) -> Vec<PathBuf> {
        let mut places: Vec<PathBuf> =
            self.all().flat_map(|search_path| search_path.places_around(path)).collect();
        let mut seen = SortedSet::new();
        places.retain(|place| seen.insert(absolute(place)));
        places.iter().map(|place| with_ending(place)).collect()
    }

    /// Whether a file is a symbolic link to a file outside its own folder and the folders of the base and its
    /// knowledge. Such files are not read, because their contents would end up in messages and programs.
    fn leads_out(&self, place: &Path) -> bool {
        let folders = self.all().flat_map(|search_path| [&search_path.own, &search_path.knowledge]).flatten();
        let mut folders = folders.map(PathBuf::as_path).chain(place.parent());
        place.is_symlink() && folders.all(|folder| files::leads_out(place, folder))
    }

    fn places_around(&self, path: &str) -> Vec<PathBuf> {
        let mut places: Vec<PathBuf> = Vec::new();
        if let Some(own) = &self.own {
            // A link may have a different name than its target folder.
            for whole in [Some(absolute(own)), own.canonicalize().ok()].into_iter().flatten() {
                let name = whole.file_name().and_then(|name| name.to_str());
                let rest = name.and_then(|name| path.strip_prefix(name)?.strip_prefix('/'));
                places.extend(rest.map(|rest| own.join(rest)));
            }
            places.push(own.join(path));
        }
        if let Some(around) = self.around.as_ref().filter(|_| path.contains('/')) {
            places.push(around.join(path));
        }
        places.extend(self.knowledge.iter().map(|knowledge| knowledge.join(path)));
        places
    }

    /// The paths that a `use` could name: files in the knowledge folder and files beside the base. Files in sibling
    /// folders are included only for a base, because the parent folder may be arbitrarily large.
    pub(crate) fn offered(&self, is_base: bool) -> Vec<String> {
        let mut offered: Vec<String> = Vec::new();
        for search_path in self.all() {
            let inside = search_path.knowledge.iter().map(|folder| (folder, rule_files(folder)));
            let own = search_path.own.iter().map(|folder| (folder, rule_files_near(folder)));
            let around = search_path.around.iter().filter(|_| is_base);
            let beside = around.map(|folder| (folder, rule_files_beside(folder)));
            for (folder, files) in inside.chain(own).chain(beside) {
                let paths = files.iter().filter_map(|file| file.strip_prefix(folder).ok());
                offered.extend(paths.map(|path| shown(&path.with_extension(""))));
            }
        }
        let without_ending = |name: &str| name.trim_end_matches(".blanche").to_owned();
        offered.extend(self.texts.iter().map(|(name, _)| without_ending(name)));
        offered.extend(self.built_in.iter().map(|(name, _)| without_ending(name)));
        let embedded = embedded::known().map_or(&[][..], |embedded| &embedded.files);
        offered.extend(embedded.iter().map(|(name, _)| without_ending(name)));
        offered
    }

    /// All paths that could be meant by this `use` path, for spelling suggestions and completion.
    pub(crate) fn known(&self, path: &str) -> Vec<String> {
        let mut known: SortedSet<String> = self.linked.iter().flat_map(|linked| linked.known(path)).collect();
        // The parent of the base's folder may be arbitrarily large, so only the named subfolder is read.
        if let (Some(around), Some((folder, _))) = (&self.around, path.split_once('/')) {
            for file in rule_files(&around.join(folder)) {
                if let Ok(inside) = file.strip_prefix(around) {
                    known.insert(shown(&inside.with_extension("")));
                }
            }
        }
        for folder in [&self.knowledge, &self.own].into_iter().flatten() {
            for file in rule_files(folder) {
                if let Ok(inside) = file.strip_prefix(folder) {
                    known.insert(shown(&inside.with_extension("")));
                }
            }
        }
        let without_ending = |name: &str| name.trim_end_matches(".blanche").to_owned();
        known.extend(self.texts.iter().map(|(name, _)| without_ending(name)));
        known.extend(self.built_in.iter().map(|(name, _)| without_ending(name)));
        let embedded = embedded::known().map_or(&[][..], |embedded| &embedded.files);
        known.extend(embedded.iter().map(|(name, _)| without_ending(name)));
        known.into_iter().collect()
    }
}

/// A file that a `use` path resolves to.
pub(crate) struct UsedFile {
    /// The name of the file in messages.
    pub(crate) name: String,
    /// The canonical path of the file; `None` if it is not on disk.
    pub(crate) place: Option<PathBuf>,
    /// Whether the file is embedded in another program.
    pub(crate) is_embedded: bool,
    pub(crate) bytes: Vec<u8>,
}

fn with_ending(path: &Path) -> PathBuf {
    let mut text = path.as_os_str().to_owned();
    text.push(".");
    text.push(ENDING);
    PathBuf::from(text)
}

/// The diagnostic for a `use` path that is not found. With `lookup`, it suggests similar paths.
pub(crate) fn missing_file(
    search_path: &SearchPath,
    name: &ast::Name,
    texts: &Texts,
    lookup: bool,
) -> Diagnostic {
    let below = name.text.strip_prefix("knowledge/").filter(|below| search_path.find(below, texts).is_some());
    if let Some(below) = below {
        let label = "a path is relative to that folder and has no ending";
        let title = "a path that contains the knowledge folder";
        return Diagnostic::new(Code::UseMissing, title, name.span, label).fix(
            format!("write `{below}`"),
            name.span,
            below,
        );
    }
    if lookup && let Some(message) = folder_for_file(search_path, name, texts) {
        return message;
    }
    let why = search_path.places(&name.text).into_iter().find_map(|place| {
        let is_stream = files::may_never_end(&place).then_some(files::NOT_REGULAR);
        is_stream.or_else(|| search_path.leads_out(&place).then_some(files::LEADS_OUT))
    });
    if let Some(why) = why {
        let title = format!("`{}.{ENDING}` cannot be read", name.text);
        return Diagnostic::new(Code::UseMissing, title, name.span, why);
    }
    let title = format!("there is no file `{}.{ENDING}`", name.text);
    let mut message = Diagnostic::new(Code::UseMissing, title, name.span, NOWHERE);
    let known = if lookup { search_path.known(&name.text) } else { Vec::new() };
    message = match nearest(&name.text, known.iter().map(String::as_str)) {
        Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
            format!("write `{near}`"),
            name.span,
            near.to_owned(),
        ),
        None if lookup && known.is_empty() && search_path.own.is_none() => {
            message.hint("no knowledge folder was found")
        }
        None if search_path.own.is_some() && !search_path.has_knowledge() => message,
        None => message.hint("a path is relative to `knowledge/` and is written without its ending"),
    };
    add_search_hints(search_path, &name.text, message)
}

/// Maximum number of files of a folder that a message lists.
const MAX_LISTED_FILES: usize = 5;

/// Maximum number of files of a folder that are read to exclude bases, which cannot be used by other files.
const MAX_READ_FILES: usize = 20;

/// The diagnostic for a `use` path that names a folder. It lists the rule files in the folder.
fn folder_for_file(search_path: &SearchPath, name: &ast::Name, texts: &Texts) -> Option<Diagnostic> {
    let folder = format!("{}/", name.text.trim_end_matches('/'));
    let mut inside = search_path.known(&format!("{folder}{}", name.text));
    inside.retain(|path| path.starts_with(&folder));
    inside.truncate(MAX_READ_FILES);
    let is_base = |path: &String| {
        let text = search_path.find(path, texts).map(|found| found.bytes).unwrap_or_default();
        text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"base "))
    };
    inside.retain(|path| !is_base(path));
    let title = format!("`{}` is a folder", name.text);
    let message =
        Diagnostic::new(Code::UseMissing, title, name.span, "a `use` names a file, without its ending");
    let named: Vec<&str> = inside.iter().map(String::as_str).take(MAX_LISTED_FILES).collect();
    match named.as_slice() {
        [] => None,
        [only] => Some(message.fix(format!("write `{only}`"), name.span, *only)),
        some => {
            let quoted: Vec<String> = some.iter().map(|path| format!("`{path}`")).collect();
            let more = if inside.len() > some.len() { " …" } else { "" };
            let hint = format!("files of that folder are {}{more}", quoted.join(", "));
            Some(message.hint(hint))
        }
    }
}

/// Adds hints that say where the file was searched and how to specify another folder.
fn add_search_hints(search_path: &SearchPath, path: &str, mut message: Diagnostic) -> Diagnostic {
    let tried: Vec<String> = search_path.places(path).iter().map(|place| shown(place)).collect();
    if !tried.is_empty() {
        message = message.hint(format!("searched for as {}", list(&tried, "and")));
        if !search_path.has_knowledge() {
            let nowhere =
                "there is no folder `knowledge` with rule files beside this file or beside a folder above it";
            message = message.hint(nowhere);
        }
    }
    // The hints below are useful only if all files are on disk.
    if !search_path.texts.is_empty() || !search_path.built_in.is_empty() {
        return message;
    }
    let embedded = embedded::load();
    let asked = embedded.map_or(&[][..], |embedded| &embedded.tried);
    message = asked.iter().cloned().fold(message, Diagnostic::hint);
    let has_any = search_path.has_knowledge() || embedded.is_some_and(Embedded::has_files);
    if !has_any && search_path.own.is_some() {
        message = message.hint("`noire games --output knowledge` writes the one that is built into `noire`");
    }
    message.hint("if the files are in another folder, name it: --knowledge DIR")
}
