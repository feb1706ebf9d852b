//! Where a `use` finds its file: from a path below `knowledge/` to a text.
//!
//! `use five-in-a-row/shapes` names a file by its path below a knowledge folder, without its ending. A [`Library`] says
//! where that may be, and is asked in this order:
//! 1. the folder of the base itself;
//! 2. the folders beside it, where it lies in no folder `knowledge`: a copy is used as a whole wherever it stands;
//! 3. the knowledge folder: the nearest folder `knowledge` in which the base lies, or that lies beside it or beside a
//!    folder above it;
//! 4. the files that are built into a program, this one or another one that is asked (`embedded`).
//!
//! Where somebody stands who asks counts only if there is no knowledge folder above. For a linked file the folders around the
//! link come first, and then those around the file that it leads to. Nothing else is ever read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::around::{absolute, knowledge_of, linked_file, parent};
use crate::diagnostic::{Code, Diagnostic};
use crate::embedded::{self, Embedded};
use crate::files::{self, Texts};
use crate::folders::{ENDING, rule_files, rule_files_beside, rule_files_near, shown, written};
use crate::policy::NOWHERE;
use crate::spelling::{list, nearest};
use crate::syntax::ast;

/// Files that are built into a program: their paths below the knowledge folder, with ending, and their texts.
pub type BuiltIn = &'static [(&'static str, &'static str)];

/// Where used files are looked for.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The folder of the base itself: `use name/file` and `use file` find files in it.
    pub own: Option<PathBuf>,
    /// The folder in which the base's own folder lies, where that is not the knowledge folder: of the folders
    /// in it those are read that a `use` names.
    pub around: Option<PathBuf>,
    /// The knowledge folder.
    pub knowledge: Option<PathBuf>,
    /// The folders around the file that the base is a link to.
    pub linked: Option<Box<Library>>,
    /// Files built into the program, asked last.
    pub built_in: BuiltIn,
    /// Texts in memory: paths below the knowledge folder, with ending, and bytes.
    pub texts: Vec<(String, Vec<u8>)>,
    /// What the folder of these texts is called in messages, where it is not called `knowledge`.
    pub texts_folder: Option<String>,
}

impl Library {
    /// The library of a file or folder. A knowledge folder that is given stands for the one above and for the folders
    /// beside; where there is none at all, the folder `knowledge` counts that is here.
    pub fn around(path: &Path, knowledge: Option<&Path>) -> Library {
        let folder = if path.is_dir() { Some(path) } else { path.parent() };
        let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let own = folder.map(Path::to_owned);
        let target = linked_file(path);
        let linked = target.map(|target| Box::new(Library::around(&target, knowledge)));
        if let Some(knowledge) = knowledge {
            return Library { own, knowledge: Some(knowledge.to_owned()), linked, ..Library::default() };
        }
        let above = folder.and_then(knowledge_of);
        let is_inside = above.as_ref().is_some_and(|above| above.is_inside);
        let is_linked = linked.as_ref().is_some_and(|linked| linked.knowledge.is_some());
        let here = || Some(PathBuf::from("knowledge")).filter(|here| !is_linked && here.is_dir());
        Library {
            around: folder.filter(|_| !is_inside).map(parent),
            knowledge: above.map(|above| above.folder).or_else(here),
            own,
            linked,
            ..Library::default()
        }
    }

    /// This one, and the one around the file that the base is a link to.
    pub fn all(&self) -> impl Iterator<Item = &Library> {
        std::iter::successors(Some(self), |library| library.linked.as_deref())
    }

    fn has_knowledge(&self) -> bool {
        self.all().any(|library| library.knowledge.is_some())
    }

    /// The file of a `use` path.
    pub(crate) fn find(&self, path: &str, texts: &Texts) -> Option<Found> {
        for place in self.places(path) {
            if self.leads_out(&place) {
                continue;
            }
            if let Ok(bytes) = texts.read(&place) {
                let (name, place) = (written(&place), Some(files::place(&place)));
                return Some(Found { name, place, is_embedded: false, bytes });
            }
        }
        let file = format!("{path}.{ENDING}");
        let called = |folder: &str, is_embedded: bool, bytes: &[u8]| {
            let name = format!("{folder}/{file}");
            Found { name, place: None, is_embedded, bytes: bytes.to_vec() }
        };
        if let Some((_, bytes)) = self.texts.iter().find(|(name, _)| *name == file) {
            return Some(called(self.texts_folder.as_deref().unwrap_or("knowledge"), false, bytes));
        }
        let nowhere = |is_embedded: bool, bytes: &[u8]| called("knowledge", is_embedded, bytes);
        if let Some((_, text)) = self.built_in.iter().find(|(name, _)| *name == file) {
            return Some(nowhere(false, text.as_bytes()));
        }
        let (_, text) = embedded::asked()?.files.iter().find(|(name, _)| *name == file)?;
        Some(nowhere(true, text.as_bytes()))
    }

    /// The bytes of a text in memory, or of a file that is built in, by its path below the knowledge folder.
    pub(crate) fn text(&self, name: &str) -> Option<Vec<u8>> {
        let of_texts = self.texts.iter().find(|(known, _)| known == name).map(|(_, bytes)| bytes.clone());
        let built_in = || self.built_in.iter().find(|(known, _)| *known == name);
        of_texts.or_else(|| built_in().map(|(_, text)| text.as_bytes().to_vec()))
    }

    /// Where on this machine the file of a `use` path may stand, in the order in which it is looked for. The folder of
    /// the base comes first, so that a copy of a base that was changed uses its own files wherever it stands.
    fn places(&self, path: &str) -> Vec<PathBuf> {
        let mut places: Vec<PathBuf> = self.all().flat_map(|library| library.places_around(path)).collect();
        let mut seen = BTreeSet::new();
        places.retain(|place| seen.insert(absolute(place)));
        places.iter().map(|place| with_ending(place)).collect()
    }

    /// Whether a file is a link to one that lies neither beside it nor in the folders of the base and of its knowledge. What it holds
    /// would travel into messages and programs.
    fn leads_out(&self, place: &Path) -> bool {
        let folders = self.all().flat_map(|library| [&library.own, &library.knowledge]).flatten();
        let mut folders = folders.map(PathBuf::as_path).chain(place.parent());
        place.is_symlink() && folders.all(|folder| files::leads_out(place, folder))
    }

    fn places_around(&self, path: &str) -> Vec<PathBuf> {
        let mut places: Vec<PathBuf> = Vec::new();
        if let Some(own) = &self.own {
            // A link may have another name than the folder that it leads to.
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

    /// The paths of files that a `use` could name: those of the knowledge folder and those beside the base. What lies around
    /// these may be a whole machine: only for a base those files are among them that lie in the folders beside its own.
    pub(crate) fn offered(&self, is_base: bool) -> Vec<String> {
        let mut offered: Vec<String> = Vec::new();
        for library in self.all() {
            let inside = library.knowledge.iter().map(|folder| (folder, rule_files(folder)));
            let own = library.own.iter().map(|folder| (folder, rule_files_near(folder)));
            let around = library.around.iter().filter(|_| is_base);
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

    /// Every path that a `use` could name that names this one now: for "did you mean", and for those who complete it.
    pub(crate) fn known(&self, path: &str) -> Vec<String> {
        let mut known: BTreeSet<String> = self.linked.iter().flat_map(|linked| linked.known(path)).collect();
        // What else lies around the base's folder may be a whole machine: only the folder that is named is read.
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

/// A file that a `use` names.
pub(crate) struct Found {
    /// How messages call it.
    pub(crate) name: String,
    /// Where it is on this machine, spelt in the one way that such places are told apart by.
    pub(crate) place: Option<PathBuf>,
    /// Whether another program carries it.
    pub(crate) is_embedded: bool,
    pub(crate) bytes: Vec<u8>,
}

fn with_ending(path: &Path) -> PathBuf {
    let mut text = path.as_os_str().to_owned();
    text.push(".");
    text.push(ENDING);
    PathBuf::from(text)
}

/// What is said of a `use` whose file is nowhere; with `lookup`, which one was perhaps meant.
pub(crate) fn missing_file(library: &Library, name: &ast::Name, texts: &Texts, lookup: bool) -> Diagnostic {
    let below = name.text.strip_prefix("knowledge/").filter(|below| library.find(below, texts).is_some());
    if let Some(below) = below {
        let label = "a path begins below that folder, and has no ending";
        let title = "a path with the knowledge folder in it";
        return Diagnostic::new(Code::UseMissing, title, name.span, label).fix(
            format!("write `{below}`"),
            name.span,
            below,
        );
    }
    if lookup && let Some(message) = folder_for_file(library, name, texts) {
        return message;
    }
    let why = library.places(&name.text).into_iter().find_map(|place| {
        let is_stream = files::may_never_end(&place).then_some(files::NOT_REGULAR);
        is_stream.or_else(|| library.leads_out(&place).then_some(files::LEADS_OUT))
    });
    if let Some(why) = why {
        let title = format!("`{}.{ENDING}` cannot be read", name.text);
        return Diagnostic::new(Code::UseMissing, title, name.span, why);
    }
    let title = format!("there is no file `{}.{ENDING}`", name.text);
    let mut message = Diagnostic::new(Code::UseMissing, title, name.span, NOWHERE);
    let known = if lookup { library.known(&name.text) } else { Vec::new() };
    message = match nearest(&name.text, known.iter().map(String::as_str)) {
        Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
            format!("write `{near}`"),
            name.span,
            near.to_owned(),
        ),
        None if lookup && known.is_empty() && library.own.is_none() => {
            message.hint("no knowledge folder was found")
        }
        None if library.own.is_some() && !library.has_knowledge() => message,
        None => message.hint("a path stands below `knowledge/` and is written without its ending"),
    };
    where_looked(library, &name.text, message)
}

/// So many files of a folder are named.
const MOST_IN_FOLDER: usize = 5;

/// So many files of a folder are looked into to see whether they are bases, which nobody uses.
const MOST_LOOKED_INTO: usize = 20;

/// What is said of a `use` that names a folder with rule files: which files lie in it.
fn folder_for_file(library: &Library, name: &ast::Name, texts: &Texts) -> Option<Diagnostic> {
    let folder = format!("{}/", name.text.trim_end_matches('/'));
    let mut inside = library.known(&format!("{folder}{}", name.text));
    inside.retain(|path| path.starts_with(&folder));
    inside.truncate(MOST_LOOKED_INTO);
    let is_base = |path: &String| {
        let text = library.find(path, texts).map(|found| found.bytes).unwrap_or_default();
        text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"base "))
    };
    inside.retain(|path| !is_base(path));
    let title = format!("`{}` is a folder", name.text);
    let message =
        Diagnostic::new(Code::UseMissing, title, name.span, "a `use` names a file, without its ending");
    let named: Vec<&str> = inside.iter().map(String::as_str).take(MOST_IN_FOLDER).collect();
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

/// Adds where a file was looked for, and where else it may be.
fn where_looked(library: &Library, path: &str, mut message: Diagnostic) -> Diagnostic {
    let tried: Vec<String> = library.places(path).iter().map(|place| shown(place)).collect();
    if !tried.is_empty() {
        message = message.hint(format!("looked for as {}", list(&tried, "and")));
        if !library.has_knowledge() {
            let nowhere =
                "no folder `knowledge` with rule files lies beside this file or beside a folder above it";
            message = message.hint(nowhere);
        }
    }
    // Whoever has no files but those of this machine can say where else they are.
    if !library.texts.is_empty() || !library.built_in.is_empty() {
        return message;
    }
    let embedded = embedded::asked();
    let asked = embedded.map_or(&[][..], |embedded| &embedded.tried);
    message = asked.iter().cloned().fold(message, Diagnostic::hint);
    let has_any = library.has_knowledge() || embedded.is_some_and(Embedded::is_there);
    if !has_any && library.own.is_some() {
        message = message.hint("`noire games --output knowledge` writes the one that is built into `noire`");
    }
    message.hint("where the files lie in another folder, name it: --knowledge DIR")
}
