//! Which files belong together: from paths to programs.
//!
//! `use five-in-a-row/shapes` names a file by its path below a knowledge folder, without its ending. A
//! [`Library`] says where that may be: the folder of the base itself, and the knowledge folder (or the files
//! that are built into a program). A base that lies in no folder called `knowledge` has its neighbours for a
//! knowledge folder, so that a copy is used as a whole wherever it stands. Nothing outside is ever read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::cores;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::{self, FileId, Sources, Texts};
use crate::names::spelling::nearest;
use crate::syntax::{self, Parsed, ast};

/// The ending of rule files.
pub const ENDING: &str = "blanche";

/// The ending of texts that lie beside rule files and belong to them, such as examples; they are no BLANCHE.
pub const COMPANION_ENDING: &str = "txt";

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
    /// Files built into the program, asked last.
    pub built_in: BuiltIn,
    /// Texts in memory: paths below the knowledge folder, with ending, and bytes.
    pub texts: Vec<(String, Vec<u8>)>,
}

impl Library {
    /// The library of a file or folder: its own folder, and the nearest folder above it that is called
    /// `knowledge`. Where there is none, the folders beside its own come first and the folder `knowledge` that is
    /// here second. A knowledge folder that is given stands for all of these.
    pub fn around(path: &Path, knowledge: Option<&Path>) -> Library {
        let folder = if path.is_dir() { Some(path) } else { path.parent() };
        let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let own = folder.map(Path::to_owned);
        let above = match knowledge {
            Some(knowledge) => Some(knowledge.to_owned()),
            None => folder.and_then(knowledge_above),
        };
        if above.is_some() {
            return Library { own, knowledge: above, ..Library::default() };
        }
        let here = PathBuf::from("knowledge");
        Library {
            around: folder.map(parent),
            own,
            knowledge: here.is_dir().then_some(here),
            ..Library::default()
        }
    }

    /// The file of a `use` path. The folder of the base comes first, so that a copy of a base that was changed
    /// uses its own files wherever it stands.
    fn find(&self, path: &str, texts: &Texts) -> Option<Found> {
        let mut places: Vec<PathBuf> = Vec::new();
        if let Some(own) = &self.own {
            let name =
                own.canonicalize().ok().and_then(|whole| Some(whole.file_name()?.to_str()?.to_owned()));
            if let Some(rest) =
                name.and_then(|name| path.strip_prefix(&format!("{name}/")).map(str::to_owned))
            {
                places.push(own.join(rest));
            }
            places.push(own.join(path));
        }
        if let Some(around) = self.around.as_ref().filter(|_| path.contains('/')) {
            places.push(around.join(path));
        }
        places.extend(self.knowledge.iter().map(|knowledge| knowledge.join(path)));
        for place in places {
            let place = with_ending(&place);
            if let Ok(bytes) = texts.read(&place) {
                return Some(Found { name: shown(&place), place: Some(files::place(&place)), bytes });
            }
        }
        let file = format!("{path}.{ENDING}");
        if let Some((name, bytes)) = self.texts.iter().find(|(name, _)| *name == file) {
            return Some(Found { name: format!("knowledge/{name}"), place: None, bytes: bytes.clone() });
        }
        let (name, text) = self.built_in.iter().find(|(name, _)| *name == file)?;
        Some(Found { name: format!("knowledge/{name}"), place: None, bytes: text.as_bytes().to_vec() })
    }

    /// Every path that a `use` could name that names this one now, for "did you mean".
    fn known(&self, path: &str) -> Vec<String> {
        let mut known: BTreeSet<String> = BTreeSet::new();
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
        known.extend(self.texts.iter().map(|(name, _)| name.trim_end_matches(".blanche").to_owned()));
        known.extend(self.built_in.iter().map(|(name, _)| name.trim_end_matches(".blanche").to_owned()));
        known.into_iter().collect()
    }
}

/// Whether a folder is called as the folder of all rule files is.
pub(crate) fn is_knowledge(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "knowledge")
}

/// The nearest folder above this one, or itself, that is called `knowledge`.
fn knowledge_above(folder: &Path) -> Option<PathBuf> {
    let above = folder.ancestors().find(|folder| is_knowledge(folder)).map(Path::to_owned);
    above.or_else(|| {
        // A path such as `.` does not show its name.
        let whole = folder.canonicalize().ok()?;
        let steps = whole.ancestors().position(is_knowledge)?;
        Some((0..steps).fold(folder.to_owned(), |path, _| path.join("..")))
    })
}

/// The folder in which a folder lies; a path such as `.` does not show it.
fn parent(folder: &Path) -> PathBuf {
    match (folder.components().next_back(), folder.parent()) {
        (Some(Component::Normal(_)), Some(parent)) => parent.to_owned(),
        _ => folder.join(".."),
    }
}

/// A file that a `use` names.
struct Found {
    /// How messages call it.
    name: String,
    /// Where it is on this machine, spelt in the one way that such places are told apart by.
    place: Option<PathBuf>,
    bytes: Vec<u8>,
}

fn with_ending(path: &Path) -> PathBuf {
    let mut text = path.as_os_str().to_owned();
    text.push(".");
    text.push(ENDING);
    PathBuf::from(text)
}

/// A path with forward slashes and without steps that go nowhere.
pub(crate) fn shown(path: &Path) -> String {
    let steps: PathBuf = path.components().filter(|step| *step != Component::CurDir).collect();
    steps.to_string_lossy().replace('\\', "/")
}

/// All rule files in a folder and below it, in the order of their paths. What cannot be read is passed over.
pub fn rule_files(folder: &Path) -> Vec<PathBuf> {
    files_that_end(folder, ENDING)
}

/// Whether a path is that of a text which lies beside rule files, and not of a rule file.
pub fn is_companion(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == COMPANION_ENDING)
}

/// All texts that lie beside rule files in a folder and below it, in the order of their paths.
pub fn companions(folder: &Path) -> Vec<PathBuf> {
    files_that_end(folder, COMPANION_ENDING)
}

fn files_that_end(folder: &Path, wanted: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let _ = collect::<()>(folder, wanted, &mut found, &mut |_, _| Ok(()));
    found
}

/// [`rule_files`], or the folder that cannot be read and why.
pub fn readable_rule_files(folder: &Path) -> Result<Vec<PathBuf>, (PathBuf, std::io::Error)> {
    let mut found = Vec::new();
    collect(folder, ENDING, &mut found, &mut |folder, error| Err((folder.to_owned(), error)))?;
    Ok(found)
}

/// A folder that holds one of these holds copies. (Cargo marks a folder with the first only where it makes the folder itself.)
const CACHES: [&str; 2] = ["CACHEDIR.TAG", ".rustc_info.json"];

/// Hidden folders, folders of caches (`target` is one) and linked folders are left out: what they hold are
/// copies, and a link may lead in a circle.
fn collect<E>(
    folder: &Path,
    wanted: &str,
    found: &mut Vec<PathBuf>,
    failed: &mut dyn FnMut(&Path, std::io::Error) -> Result<(), E>,
) -> Result<(), E> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                failed(&folder, error)?;
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                let hidden = entry.file_name().to_string_lossy().starts_with('.');
                let is_cache = CACHES.iter().any(|sign| path.join(sign).exists());
                if !hidden && !path.is_symlink() && !is_cache {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|ending| ending == wanted) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(())
}

/// For so many files that are not there, those that are there are looked through.
const MOST_LOOKED_UP: usize = 32;

/// Files that were read and parsed, each once.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// All texts.
    pub sources: Sources,
    /// Problems with the text of the files, and with what they use.
    pub diagnostics: Vec<Diagnostic>,
    /// Texts that stand before the files of this machine.
    pub texts: Texts,
    trees: Vec<ast::File>,
    by_name: BTreeMap<String, usize>,
    /// Files of this machine: one file may be reached by several paths.
    by_place: BTreeMap<PathBuf, usize>,
    /// For each file the files that it uses, in order, and whether one of them is missing.
    uses: BTreeMap<usize, (Vec<usize>, bool)>,
    /// The files that the paths behind `use` name, file by file.
    named: BTreeMap<(usize, String), usize>,
    /// So many paths behind `use` named no file.
    missing: usize,
    /// Texts beside rule files that were read too; they have no tree.
    companions: BTreeMap<PathBuf, FileId>,
}

/// The files of one program, those that are used in front of those that use them.
#[derive(Clone, Debug)]
pub struct Files {
    /// In the order in which their rules count.
    pub files: Vec<usize>,
    /// A file is missing, so nothing follows from what is unknown.
    pub incomplete: bool,
}

impl Project {
    /// Adds a text under a name; gives its place among the trees.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> usize {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let id = self.sources.add(name, bytes);
        let parsed = syntax::parse(&self.sources, id);
        self.take(name, parsed)
    }

    /// Adds what was read under a name.
    fn take(&mut self, name: &str, parsed: Parsed) -> usize {
        self.diagnostics.extend(parsed.diagnostics);
        self.trees.push(parsed.file);
        self.by_name.insert(name.to_owned(), self.trees.len() - 1);
        self.trees.len() - 1
    }

    /// Reads a file by its path.
    pub fn open(&mut self, path: &Path) -> std::io::Result<usize> {
        let place = files::place(path);
        if let Some(known) = self.by_place.get(&place) {
            return Ok(*known);
        }
        let bytes = self.texts.read(path)?;
        Ok(self.put(Found { name: shown(path), place: Some(place), bytes }))
    }

    /// Reads files by their paths, on all cores; or tells which of them cannot be read.
    pub fn open_all(&mut self, paths: &[PathBuf]) -> Result<Vec<usize>, (PathBuf, std::io::Error)> {
        let mut fresh: BTreeMap<PathBuf, (FileId, String)> = BTreeMap::new();
        for path in paths {
            let (place, name) = (files::place(path), shown(path));
            let is_known = self.by_place.contains_key(&place) || self.by_name.contains_key(&name);
            if !is_known && !fresh.contains_key(&place) {
                let bytes = self.texts.read(path).map_err(|error| (path.clone(), error))?;
                fresh.insert(place, (self.sources.add(&name, &bytes), name));
            }
        }
        let mut fresh: Vec<(PathBuf, (FileId, String))> = fresh.into_iter().collect();
        fresh.sort_by_key(|(_, (id, _))| *id);
        let sources = &self.sources;
        let parsed = cores::each(fresh.len(), |at| syntax::parse(sources, fresh[at].1.0));
        for ((place, (_, name)), parsed) in fresh.into_iter().zip(parsed) {
            let at = self.take(&name, parsed);
            self.by_place.insert(place, at);
        }
        paths.iter().map(|path| self.open(path).map_err(|error| (path.clone(), error))).collect()
    }

    /// Adds a file that was found, if it is not known by another path.
    fn put(&mut self, found: Found) -> usize {
        if let Some(known) = found.place.as_ref().and_then(|place| self.by_place.get(place)) {
            return *known;
        }
        let at = self.add(&found.name, &found.bytes);
        self.by_place.extend(found.place.map(|place| (place, at)));
        at
    }

    /// Puts another text in the place of a file's. Which files it uses is not asked again: the text differs in what it
    /// says, not in what it stands on.
    pub fn replace(&mut self, at: usize, text: &str) {
        let id = self.trees[at].id;
        self.sources.replace(id, text.as_bytes());
        self.diagnostics.retain(|message| message.label.span.file != id);
        let parsed = syntax::parse(&self.sources, id);
        self.diagnostics.extend(parsed.diagnostics);
        self.trees[at] = parsed.file;
    }

    /// Reads a text that lies beside rule files, if it is there.
    pub fn open_companion(&mut self, path: &Path) -> Option<FileId> {
        let place = files::place(path);
        if let Some(known) = self.companions.get(&place) {
            return Some(*known);
        }
        let bytes = self.texts.read(path).ok()?;
        let id = self.sources.add(shown(path), &bytes);
        self.companions.insert(place, id);
        Some(id)
    }

    /// The text beside rule files at a place of this machine, if it was read.
    pub fn companion_at(&self, place: &Path) -> Option<FileId> {
        self.companions.get(place).copied()
    }

    /// Where a text beside rule files is on this machine.
    pub fn companion_place(&self, id: FileId) -> Option<&Path> {
        self.companions.iter().find(|(_, known)| **known == id).map(|(place, _)| place.as_path())
    }

    /// Whether a file was read from this machine, and is not built in or given as a text.
    pub fn is_on_disk(&self, at: usize) -> bool {
        self.by_place.values().any(|known| *known == at)
    }

    /// Where a file is on this machine, if it was read from there.
    pub fn place(&self, at: usize) -> Option<&Path> {
        self.by_place.iter().find(|(_, known)| **known == at).map(|(place, _)| place.as_path())
    }

    /// The places of all files that were read from this machine.
    pub fn places(&self) -> impl Iterator<Item = &Path> {
        self.by_place.keys().map(PathBuf::as_path)
    }

    /// The file at a place of this machine, if it was read.
    pub fn at_place(&self, place: &Path) -> Option<usize> {
        self.by_place.get(place).copied()
    }

    /// The file that a path behind `use` names in a file.
    pub fn used_by(&self, at: usize, path: &str) -> Option<usize> {
        self.named.get(&(at, path.to_owned())).copied()
    }

    /// The tree of a file.
    pub fn tree(&self, at: usize) -> &ast::File {
        &self.trees[at]
    }

    /// The trees of a program.
    pub fn trees(&self, files: &Files) -> Vec<&ast::File> {
        files.files.iter().map(|at| &self.trees[*at]).collect()
    }

    /// The place of the tree of a file.
    pub fn index(&self, id: FileId) -> Option<usize> {
        self.trees.iter().position(|tree| tree.id == id)
    }

    /// The files that a program consists of, with problems of `use` reported once.
    pub fn program(&mut self, root: usize, library: &Library) -> Files {
        let mut files = Files { files: Vec::new(), incomplete: false };
        let mut path = Vec::new();
        self.visit(root, library, &mut path, &mut files);
        files
    }

    fn visit(&mut self, at: usize, library: &Library, path: &mut Vec<usize>, files: &mut Files) {
        if files.files.contains(&at) || path.contains(&at) {
            return;
        }
        path.push(at);
        let (used, missing) = self.used(at, library, path);
        files.incomplete |= missing;
        for next in used {
            self.visit(next, library, path, files);
        }
        path.pop();
        files.files.push(at);
    }

    /// The files that a file uses.
    fn used(&mut self, at: usize, library: &Library, path: &[usize]) -> (Vec<usize>, bool) {
        if let Some(known) = self.uses.get(&at) {
            return known.clone();
        }
        let names: Vec<ast::Name> = self.trees[at]
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ast::ItemKind::Use(name) => Some(name.clone()),
                _ => None,
            })
            .collect();
        let mut used: Vec<usize> = Vec::new();
        let mut missing = false;
        let mut first: BTreeMap<usize, &ast::Name> = BTreeMap::new();
        for name in &names {
            if name.text.is_empty() {
                missing = true;
                continue;
            }
            if outside(&name.text) {
                missing = true;
                self.unsay(name);
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::UseOutside,
                        format!("`{}` leads outside the knowledge folder", name.text),
                        name.span,
                        "a base uses files of its own folder and of the knowledge folder only",
                    )
                    .hint("write the path below `knowledge/`, for instance: use family/people"),
                );
                continue;
            }
            let Some(found) = library.find(&name.text, &self.texts) else {
                missing = true;
                self.unsay(name);
                self.missing += 1;
                let message = missing_file(library, name, &self.texts, self.missing <= MOST_LOOKED_UP);
                self.diagnostics.push(message);
                continue;
            };
            let next = self.put(found);
            self.named.insert((at, name.text.clone()), next);
            if path.contains(&next) {
                let message = self.circle(path, next, name);
                self.diagnostics.push(message);
                continue;
            }
            if let Some(first) = first.get(&next) {
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::UseRepeated,
                        format!("`{}` is used twice", name.text),
                        name.span,
                        "used already",
                    )
                    .and(first.span, "here")
                    .hint("take one of them away"),
                );
                continue;
            }
            first.insert(next, name);
            used.push(next);
        }
        self.uses.insert(at, (used.clone(), missing));
        (used, missing)
    }

    /// Takes away what was said of how a path is written, because more is wrong with it.
    fn unsay(&mut self, name: &ast::Name) {
        self.diagnostics
            .retain(|message| message.label.span != name.span || message.code != Code::MalformedName);
    }

    fn circle(&self, path: &[usize], next: usize, name: &ast::Name) -> Diagnostic {
        let from = path.iter().position(|at| *at == next).unwrap_or(0);
        let mut names: Vec<&str> =
            path[from..].iter().map(|at| self.sources.file(self.trees[*at].id).name()).collect();
        names.push(names[0]);
        let title = if path[from..].len() == 1 { "a file uses itself" } else { "files use each other" };
        Diagnostic::new(Code::UseCircular, title, name.span, "this closes the circle")
            .hint(format!("the circle is {}", names.join(" → ")))
            .hint("move what both need into a third file that uses neither")
    }
}

/// A path that is absolute or climbs.
fn outside(text: &str) -> bool {
    text.contains('\\')
        || text.contains(':')
        || !Path::new(text).components().all(|part| matches!(part, Component::Normal(_)))
}

/// What is said of a file that is not there; with `lookup`, which one was perhaps meant.
fn missing_file(library: &Library, name: &ast::Name, texts: &Texts, lookup: bool) -> Diagnostic {
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
    let message = Diagnostic::new(
        Code::UseMissing,
        format!("there is no file `{}.{ENDING}`", name.text),
        name.span,
        "not in the knowledge folder, and not beside this file",
    );
    let known = if lookup { library.known(&name.text) } else { Vec::new() };
    // Whoever has no files but those of this machine can say where else they are.
    let elsewhere = library.texts.is_empty() && library.built_in.is_empty();
    let message = match nearest(&name.text, known.iter().map(String::as_str)) {
        Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
            format!("write `{near}`"),
            name.span,
            near.to_owned(),
        ),
        None if lookup && known.is_empty() => message.hint("no knowledge folder was found"),
        None => message.hint("a path stands below `knowledge/` and is written without its ending"),
    };
    if elsewhere {
        return message.hint("where the files lie in another folder, name it: --knowledge DIR");
    }
    message
}
