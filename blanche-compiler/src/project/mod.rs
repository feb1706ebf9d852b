//! Collects the files of programs by following `use` declarations.
//!
//! A file is read and parsed once, even if it is reached by several paths. A [`SearchPath`] resolves `use` paths to
//! files.

mod bases;
mod facts_file;
mod in_memory;

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use blanche_sorted::{Arrange, SortedMap, SortedSet};

pub use self::bases::{base_file, is_base, namesakes, unused_file};
use self::facts_file::FactsTable;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::{self, FileId, Sources, Span, Texts};
use crate::folders::written;
pub use crate::folders::{ENDING, SIDECAR_ENDING, is_sidecar, rule_files, sidecars};
use crate::markup;
use crate::names::Sharing;
use crate::parallel;
pub use crate::search_path::{BuiltIn, SearchPath};
use crate::search_path::{UsedFile, missing_file};
use crate::syntax::{self, Parsed, ast};

/// Maximum number of missing files for which similar paths are searched.
const MAX_EXPLAINED_FILES: usize = 32;

/// Parsed files, each read once.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// All source texts.
    pub sources: Sources,
    /// Diagnostics about syntax and about used files.
    pub diagnostics: Vec<Diagnostic>,
    /// Texts that override files on disk.
    pub texts: Texts,
    trees: Vec<ast::File>,
    by_name: SortedMap<String, usize>,
    /// Files on disk by canonical path, as a file may be reached by several paths.
    by_place: SortedMap<PathBuf, usize>,
    /// The files that each file uses, in order, and whether any used file is missing.
    uses: SortedMap<usize, (Vec<usize>, bool)>,
    /// For each `use` path in a file, the file that it resolves to.
    named: SortedMap<(usize, String), usize>,
    /// The number of `use` paths that were not found.
    missing: usize,
    /// Files embedded in another program.
    embedded: SortedSet<usize>,
    /// Tables of facts, by the rule file that names them, the predicate and the path.
    tables: SortedMap<(usize, (String, String)), (FileId, FactsTable)>,
    /// The paths at which tables of facts were looked for, whether or not they exist.
    table_places: SortedSet<PathBuf>,
    /// The search path of each program, by its root file.
    search_paths: SortedMap<usize, SearchPath>,
    /// Sidecar files, which are read but not parsed.
    sidecars: SortedMap<PathBuf, FileId>,
    /// The sidecar files that cannot be read, with the reason.
    unread: SortedMap<FileId, String>,
}

/// The files of a program. Each file comes after the files that it uses.
#[derive(Clone, Debug)]
pub struct Files {
    /// The files. The rules of an earlier file come before the rules of a later file.
    pub files: Vec<usize>,
    /// Whether a file is missing. Unknown names are then not reported.
    pub incomplete: bool,
}

impl Project {
    /// Adds a text under a name, and returns the index of its tree.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> usize {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let id = self.sources.add(name, bytes);
        let parsed = syntax::parse(&self.sources, id);
        self.take(name, parsed)
    }

    /// Adds a parsed file under a name.
    fn take(&mut self, name: &str, parsed: Parsed) -> usize {
        self.diagnostics.extend(parsed.diagnostics);
        self.trees.push(parsed.file);
        self.by_name.insert(name.to_owned(), self.trees.len() - 1);
        self.trees.len() - 1
    }

    /// Opens a file by its path, and returns the index of its tree.
    pub fn open(&mut self, path: &Path) -> std::io::Result<usize> {
        let place = files::place(path);
        if let Some(known) = self.by_place.get(&place) {
            return Ok(*known);
        }
        let bytes = self.texts.read(path)?;
        Ok(self.put(UsedFile { name: written(path), place: Some(place), is_embedded: false, bytes }))
    }

    /// Opens files by their paths, parsing on all cores. The error is the first path that cannot be read.
    pub fn open_all(&mut self, paths: &[PathBuf]) -> Result<Vec<usize>, (PathBuf, std::io::Error)> {
        let mut fresh: SortedMap<PathBuf, (FileId, String)> = SortedMap::new();
        for path in paths {
            let (place, name) = (files::place(path), written(path));
            let is_known = self.by_place.contains_key(&place) || self.by_name.contains_key(&name);
            if !is_known && !fresh.contains_key(&place) {
                let bytes = self.texts.read(path).map_err(|error| (path.clone(), error))?;
                fresh.insert(place, (self.sources.add(&name, &bytes), name));
            }
        }
        let mut fresh: Vec<(PathBuf, (FileId, String))> = fresh.into_iter().collect();
        fresh.arrange_by_key(|(_, (id, _))| *id);
        let sources = &self.sources;
        let parsed = parallel::each(fresh.len(), |at| syntax::parse(sources, fresh[at].1.0));
        for ((place, (_, name)), parsed) in fresh.into_iter().zip(parsed) {
            let at = self.take(&name, parsed);
            self.by_place.insert(place, at);
        }
        paths.iter().map(|path| self.open(path).map_err(|error| (path.clone(), error))).collect()
    }

    /// Adds a file that was found, unless it was already added under another path.
    fn put(&mut self, found: UsedFile) -> usize {
        if let Some(known) = found.place.as_ref().and_then(|place| self.by_place.get(place)) {
            return *known;
        }
        let at = self.add(&found.name, &found.bytes);
        self.by_place.extend(found.place.map(|place| (place, at)));
        if found.is_embedded {
            self.embedded.insert(at);
        }
        at
    }

    /// Replaces the text of a file. The new text must use the same files as the old text.
    pub fn replace(&mut self, at: usize, text: &str) {
        let id = self.trees[at].id;
        self.sources.replace(id, text.as_bytes());
        self.diagnostics.retain(|message| message.label.span.file != id);
        let parsed = syntax::parse(&self.sources, id);
        self.diagnostics.extend(parsed.diagnostics);
        self.trees[at] = parsed.file;
        for facts in facts_of_files(&mut self.trees[at]) {
            let said = facts.from.as_ref().map(|file| (file.predicate.text.clone(), file.path.text.clone()));
            if let Some((_, table)) = self.tables.get(&(at, said.unwrap_or_default())) {
                put_in(facts, table);
            }
        }
    }

    /// The search path of a program that was read by [`Project::program`].
    pub(crate) fn search_path(&self, root: usize) -> Option<&SearchPath> {
        self.search_paths.get(&root)
    }

    /// The program with another text for one file, which may use other files than before.
    pub(crate) fn with_text(&self, at: usize, text: &str, root: usize) -> Option<(Project, Files)> {
        let search_path = self.search_path(root)?;
        let mut project = self.clone();
        project.replace_whole(at, text);
        let files = project.program(root, search_path);
        Some((project, files))
    }

    /// Replaces the text of a file, which may use other files than before.
    pub(crate) fn replace_whole(&mut self, at: usize, text: &str) {
        self.replace(at, text);
        self.uses.remove(&at);
    }

    /// Replaces the text of a file by an empty one, which uses no files.
    pub fn empty(&mut self, at: usize) {
        self.replace(at, "");
        self.uses.insert(at, (Vec::new(), false));
    }

    /// Reads the tables of facts that a file names. Returns whether any table is missing.
    fn read_facts(&mut self, at: usize, search_path: &SearchPath) -> bool {
        let folder = self.place(at).and_then(Path::parent).map(Path::to_owned);
        let name = PathBuf::from(self.sources.file(self.trees[at].id).name());
        let (mut is_missing, mut outsiders, mut read) = (false, Vec::new(), SortedMap::new());
        for facts in facts_of_files(&mut self.trees[at]) {
            let Some(file) = facts.from.clone() else { continue };
            let said = (file.predicate.text.clone(), file.path.text.clone());
            if let Some(first) = read.insert(said.clone(), file.path.span) {
                let title = format!("`{}` is read twice for `{}`", said.1, said.0);
                let message = Diagnostic::new(Code::Duplicate, title, file.path.span, "repeated here");
                self.diagnostics.push(
                    message.and(first, "its rows are facts by this line").hint("remove one of the lines"),
                );
                continue;
            }
            self.table_places.extend(folder.as_ref().map(|folder| folder.join(&file.path.text)));
            let found = match outside(&file.path.text) {
                true => {
                    outsiders.push(file.path.clone());
                    Err("a file of facts is named by its path from the folder of the rule file, without `.` and `..`".to_owned())
                }
                false => {
                    read_facts_file((folder.as_deref(), &name), &file.path.text, &self.texts, search_path)
                }
            };
            match found {
                Ok((path, bytes)) => {
                    let id = self.sources.add(path, &bytes);
                    let table = facts_file::read(self.sources.file(id), id, &file.predicate);
                    self.diagnostics.extend(table.problems.iter().cloned());
                    is_missing |= !table.problems.is_empty();
                    put_in(facts, &table);
                    self.tables.insert((at, said), (id, table));
                }
                Err(why) => {
                    is_missing = true;
                    let title = format!("`{}` cannot be read", file.path.text);
                    self.diagnostics.push(Diagnostic::new(Code::FactsMissing, title, file.path.span, why));
                }
            }
        }
        outsiders.iter().for_each(|path| self.unsay(path));
        is_missing
    }

    /// The rule file that reads this table of facts.
    pub(crate) fn reads_facts(&self, file: FileId) -> Option<usize> {
        self.tables.iter().find(|(_, (id, _))| *id == file).map(|((at, _), _)| *at)
    }

    /// The paths at which tables of facts were looked for, whether or not they exist.
    pub(crate) fn table_places(&self) -> impl Iterator<Item = &Path> {
        self.table_places.iter().map(PathBuf::as_path)
    }

    /// The tables of facts that a program reads.
    pub(crate) fn facts_files<'p>(&'p self, files: &'p Files) -> impl Iterator<Item = FileId> + 'p {
        let of_program = self.tables.iter().filter(|((at, _), _)| files.files.contains(at));
        of_program.map(|(_, (id, _))| *id)
    }

    /// Opens a sidecar file, if it exists. A file that cannot be read counts as empty.
    pub fn open_sidecar(&mut self, path: &Path) -> Option<FileId> {
        let place = files::place(path);
        if let Some(known) = self.sidecars.get(&place) {
            return Some(*known);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let is_put = self.texts.get(path).is_some();
        let text = match files::leads_out(path, folder) && !is_put {
            true => Err(std::io::Error::other(files::LEADS_OUT)),
            false => self.texts.read(path),
        };
        let (bytes, unread) = match text {
            Ok(bytes) => (bytes, None),
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let id = self.sources.add(written(path), &bytes);
        self.sidecars.insert(place, id);
        self.unread.extend(unread.map(|why| (id, why)));
        Some(id)
    }

    /// Replaces the text of a sidecar file.
    #[cfg(feature = "service")]
    pub(crate) fn replace_sidecar(&mut self, id: FileId, text: &str) {
        self.sources.replace(id, text.as_bytes());
        self.unread.remove(&id);
    }

    /// The reason why a sidecar file cannot be read; `None` if it can.
    pub(crate) fn unread(&self, sidecar: FileId) -> Option<&str> {
        self.unread.get(&sidecar).map(String::as_str)
    }

    /// The sidecar file at a path, if it was read.
    pub fn sidecar_at(&self, place: &Path) -> Option<FileId> {
        self.sidecars.get(place).copied()
    }

    /// The path of a sidecar file.
    pub fn sidecar_place(&self, id: FileId) -> Option<&Path> {
        self.sidecars.iter().find(|(_, known)| **known == id).map(|(place, _)| place.as_path())
    }

    /// Whether a file is embedded in another program.
    #[cfg(feature = "service")]
    pub(crate) fn is_embedded(&self, at: usize) -> bool {
        self.embedded.contains(&at)
    }

    /// Whether a file was read from disk, and is neither built in nor given as a text.
    pub fn is_on_disk(&self, at: usize) -> bool {
        self.by_place.values().any(|known| *known == at)
    }

    /// The path of a file, if it was read from disk.
    pub fn place(&self, at: usize) -> Option<&Path> {
        self.by_place.iter().find(|(_, known)| **known == at).map(|(place, _)| place.as_path())
    }

    /// Whether a file is in the folder of another file or in a subfolder of it. Knowledge folders inside that folder
    /// are independent, so files in them do not count.
    pub fn is_in_folder_of(&self, at: usize, other: usize) -> bool {
        let folder = self.place(other).and_then(Path::parent);
        folder.is_some_and(|folder| self.place(at).is_some_and(|path| is_inside(path, folder)))
    }

    /// The paths of all files that were read from disk.
    pub fn places(&self) -> impl Iterator<Item = &Path> {
        self.by_place.keys().map(PathBuf::as_path)
    }

    /// The file at a path, if it was read.
    pub fn at_place(&self, place: &Path) -> Option<usize> {
        self.by_place.get(place).copied()
    }

    /// The file that a `use` path in another file refers to.
    pub fn used_by(&self, at: usize, path: &str) -> Option<usize> {
        self.named.get(&(at, path.to_owned())).copied()
    }

    /// The syntax tree of a file.
    pub fn tree(&self, at: usize) -> &ast::File {
        &self.trees[at]
    }

    /// The syntax trees of a program.
    pub fn trees(&self, files: &Files) -> Vec<&ast::File> {
        files.files.iter().map(|at| &self.trees[*at]).collect()
    }

    /// The index of the tree of a file.
    pub fn index(&self, id: FileId) -> Option<usize> {
        self.trees.iter().position(|tree| tree.id == id)
    }

    /// The files of a program, with the information which of them share their names with each other. The last file is
    /// the root of the program.
    pub(crate) fn sharing(&self, files: &Files) -> Sharing {
        let order: SortedMap<usize, usize> = files.files.iter().copied().zip(0..).collect();
        let places: SortedMap<usize, &Path> =
            self.by_place.iter().map(|(place, at)| (*at, place.as_path())).collect();
        // Texts that are not on disk are identified by their names.
        let path = |at: usize| match places.get(&at) {
            Some(place) => (true, *place),
            None => (false, Path::new(self.sources.file(self.trees[at].id).name())),
        };
        let root = files.files.last().map(|root| path(*root));
        let is_own = |at: usize| {
            let (Some((on_disk, root)), (is_on_disk, path)) = (root, path(at)) else { return true };
            on_disk == is_on_disk && root.parent().is_some_and(|folder| is_inside(path, folder))
        };
        Sharing::new(files.files.iter().map(|at| {
            let used = self.uses.get(at).map_or(&[][..], |(used, _)| used);
            let used = used.iter().filter_map(|used| order.get(used).copied()).collect();
            (self.trees[*at].id, used, is_own(*at))
        }))
    }

    /// Collects the files of a program. Each problem with `use` is reported only once.
    pub fn program(&mut self, root: usize, search_path: &SearchPath) -> Files {
        let mut files = Files { files: Vec::new(), incomplete: false };
        let mut path = Vec::new();
        self.visit(root, search_path, &mut path, &mut files);
        self.search_paths.insert(root, search_path.clone());
        files
    }

    fn visit(&mut self, at: usize, search_path: &SearchPath, path: &mut Vec<usize>, files: &mut Files) {
        if files.files.contains(&at) || path.contains(&at) {
            return;
        }
        path.push(at);
        let (used, missing) = self.used(at, search_path, path);
        files.incomplete |= missing;
        for next in used {
            self.visit(next, search_path, path, files);
        }
        path.pop();
        files.files.push(at);
    }

    /// The files that a file uses, and whether one of them is missing.
    fn used(&mut self, at: usize, search_path: &SearchPath, path: &[usize]) -> (Vec<usize>, bool) {
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
        let mut missing = self.read_facts(at, search_path);
        let mut first: SortedMap<usize, &ast::Name> = SortedMap::new();
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
                        "a base can only use files of its own folder and of the knowledge folder",
                    )
                    .hint("write the path below `knowledge/`, for instance: use family/people"),
                );
                continue;
            }
            let Some(found) = search_path.find(&name.text, &self.texts) else {
                missing = true;
                self.unsay(name);
                self.missing += 1;
                let message =
                    missing_file(search_path, name, &self.texts, self.missing <= MAX_EXPLAINED_FILES);
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
                        "first used here",
                    )
                    .and(first.span, "here")
                    .hint("remove one of them"),
                );
                continue;
            }
            first.insert(next, name);
            used.push(next);
        }
        self.uses.insert(at, (used.clone(), missing));
        (used, missing)
    }

    /// Removes the diagnostic about the spelling of a path, because a more serious diagnostic follows.
    fn unsay(&mut self, name: &ast::Name) {
        self.diagnostics
            .retain(|message| message.label.span != name.span || message.code != Code::MalformedName);
    }

    fn uses_itself(&self, at: usize, name: &ast::Name) -> Diagnostic {
        let title = "a file uses itself";
        let message = Diagnostic::new(Code::UseCircular, title, name.span, "this is the file itself")
            .hint("a file already has its own contents: remove the line, or name another file");
        let Some(item) = self.trees[at].items.iter().find(|item| item.span.encloses(name.span)) else {
            return message;
        };
        let behind = &self.sources.file(item.span.file).text()[item.span.range().end..];
        let line_end = ["\r\n", "\n"].into_iter().find(|end| behind.starts_with(end)).map_or(0, str::len);
        let line = Span::new(item.span.file, item.span.range().start, item.span.range().end + line_end);
        message.fix("remove the line", line, "")
    }

    fn circle(&self, path: &[usize], next: usize, name: &ast::Name) -> Diagnostic {
        let from = path.iter().position(|at| *at == next).unwrap_or(0);
        let mut names: Vec<&str> =
            path[from..].iter().map(|at| self.sources.file(self.trees[*at].id).name()).collect();
        names.push(names[0]);
        if path[from..].len() == 1 {
            return self.uses_itself(path[from], name);
        }
        let title = "files use each other";
        Diagnostic::new(Code::UseCircular, title, name.span, "this closes the cycle")
            .hint(format!("the cycle is {}", names.join(" → ")))
            .hint("move what both need into a third file that uses neither of them")
    }
}

/// The facts of a rule file that are read from tables.
fn facts_of_files(tree: &mut ast::File) -> impl Iterator<Item = &mut ast::Facts> {
    tree.items.iter_mut().filter_map(|item| match &mut item.kind {
        ast::ItemKind::Facts(facts) if facts.from.is_some() => Some(facts),
        _ => None,
    })
}

/// Copies the rows of a table into the `fact` item that names the table.
fn put_in(facts: &mut ast::Facts, table: &FactsTable) {
    facts.atoms.clone_from(&table.atoms);
    if let Some(file) = &mut facts.from {
        file.columns.clone_from(&table.columns);
    }
}

/// The name and bytes of a table of facts beside the rule file that names it, or why it cannot be read.
fn read_facts_file(
    (folder, rules): (Option<&Path>, &Path),
    path: &str,
    texts: &Texts,
    search_path: &SearchPath,
) -> Result<(String, Vec<u8>), String> {
    let beside = rules.parent().unwrap_or(Path::new("")).join(path);
    let missing = || format!("there is no file {}", markup::of_path(&beside));
    let bytes = match folder {
        Some(folder) => {
            let place = folder.join(path);
            if files::may_never_end(&place) {
                return Err(format!("{} is not a file but a pipe or a device", markup::of_path(&beside)));
            }
            texts.read(&place).map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => missing(),
                _ => error.to_string(),
            })?
        }
        None => {
            let name =
                beside.strip_prefix("knowledge").unwrap_or(&beside).to_string_lossy().replace('\\', "/");
            search_path.text(&name).ok_or_else(missing)?
        }
    };
    Ok((written(&beside), bytes))
}

/// Whether a path is inside a folder, but not in a knowledge folder inside it.
fn is_inside(path: &Path, folder: &Path) -> bool {
    let inside = path.strip_prefix(folder);
    inside.is_ok_and(|inside| inside.iter().all(|step| step != "knowledge"))
}

/// Whether a path is absolute or contains `..`.
fn outside(text: &str) -> bool {
    text.contains('\\')
        || text.contains(':')
        || !Path::new(text).components().all(|part| matches!(part, Component::Normal(_)))
}
