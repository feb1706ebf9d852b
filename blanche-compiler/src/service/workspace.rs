//! The programs of the folders opened in an editor, and the unsaved texts.
//!
//! A change within one text is cheap: the file is parsed again, and the programs that contain it are checked again. A
//! change of a header or a `use`, and a new or deleted file, affect which files belong together. Everything is then
//! read again.

use std::path::{Path, PathBuf};

use blanche_sorted::{SortedMap, SortedSet};

use crate::checked::{Checked, Edited};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::{self, FileId, Sources, Texts};
use crate::folders::{self, STATISTICS_FILE};
use crate::paths::{PathError, Programs};
use crate::project::{Files, Project};
use crate::syntax::ast::{self, HeaderKind, ItemKind};

use super::fixes::{self, trial};
use super::rename::TrialRename;
use super::scope::{Scope, Unsearched};
use super::start_positions::{self, wrong_start};

/// The programs of the opened folders and unsaved texts.
#[derive(Debug)]
pub struct Workspace {
    roots: Vec<PathBuf>,
    /// The files around the opened folders that may use the same knowledge.
    scope: Scope,
    /// The unsaved texts.
    texts: Texts,
    programs: Programs,
    /// The check results of the programs, in the order of the members.
    checked: Vec<Checked>,
    /// The diagnostics about start positions, in the order of the members.
    starts: Vec<Option<Diagnostic>>,
    /// Files in the folder of a base that the base does not use.
    strays: Vec<Checked>,
    /// The texts that changed since the last [`Workspace::settle`].
    changed: SortedSet<PathBuf>,
    /// Whether everything must be read again, because the set of files in programs may have changed.
    unsettled: bool,
    /// Whether nothing has been read or changed yet.
    is_new: bool,
}

impl Workspace {
    /// A workspace for these folders, possibly none. They are read by the first [`Workspace::settle`].
    pub fn new(roots: Vec<PathBuf>) -> Workspace {
        Workspace {
            roots,
            scope: Scope::default(),
            texts: Texts::default(),
            programs: Programs::default(),
            checked: Vec::new(),
            starts: Vec::new(),
            strays: Vec::new(),
            changed: SortedSet::new(),
            unsettled: true,
            is_new: true,
        }
    }

    /// A workspace for one program that is already read.
    pub fn of(project: Project, files: Files) -> Workspace {
        let programs = Programs::of_project(project, files);
        let checked = programs.check();
        Workspace {
            roots: Vec::new(),
            scope: Scope::default(),
            texts: Texts::default(),
            programs,
            starts: checked.iter().map(wrong_start).collect(),
            checked,
            strays: Vec::new(),
            changed: SortedSet::new(),
            unsettled: false,
            is_new: false,
        }
    }

    /// Sets the unsaved text of a file. It takes effect at the next [`Workspace::settle`].
    pub fn write(&mut self, path: &Path, text: String) {
        let place = self.texts.put(path, text);
        self.changed.insert(place);
    }

    /// Discards the unsaved text of a file, so that the file on disk is used again.
    pub fn close(&mut self, path: &Path) {
        self.texts.take(path);
        self.files_changed();
    }

    /// Replaces the list of opened folders.
    pub fn set_roots(&mut self, roots: Vec<PathBuf>) {
        self.roots = roots;
        self.files_changed();
    }

    /// The opened folders.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Notes that files on disk may have changed.
    pub fn files_changed(&mut self) {
        self.unsettled = true;
        self.is_new = false;
    }

    /// Processes all changes, and returns whether there were any. Reading everything for the first time is not a
    /// change.
    pub fn settle(&mut self) -> bool {
        if !self.unsettled && self.changed.is_empty() {
            return false;
        }
        let changed = std::mem::take(&mut self.changed);
        let is_first = std::mem::take(&mut self.is_new) && changed.is_empty();
        let replaced = if self.unsettled { None } else { self.replaced(&changed) };
        match replaced {
            Some(Replaced { files, sidecars }) => {
                let members = self.programs.members.iter().zip(&mut self.checked).zip(&mut self.starts);
                for ((member, checked), start) in members {
                    if files.iter().any(|at| member.files.files.contains(at))
                        || member.statistics.is_some_and(|statistics| sidecars.contains(&statistics))
                    {
                        *checked = self.programs.check_member(member);
                        *start = wrong_start(checked);
                    }
                }
            }
            None => self.read(),
        }
        self.unsettled = false;
        !is_first
    }

    /// Replaces changed texts in place. `None` if the set of files in programs may change, so that everything must be
    /// read again.
    fn replaced(&mut self, changed: &SortedSet<PathBuf>) -> Option<Replaced> {
        let project = &mut self.programs.project;
        // Diagnostics about `use` may refer to locations in several texts. Parsing one of these texts again does not
        // update them.
        let trees = changed.iter().filter_map(|place| project.at_place(place));
        let ids: SortedSet<FileId> = trees.map(|at| project.tree(at).id).collect();
        let refers = |message: &Diagnostic| {
            let mut labels = std::iter::once(&message.label).chain(&message.others);
            labels.any(|label| ids.contains(&label.span.file))
        };
        let of_files = |message: &Diagnostic| (Code::UseMissing..=Code::FileUnused).contains(&message.code);
        if !self.strays.is_empty()
            || project.diagnostics.iter().any(|message| of_files(message) && refers(message))
        {
            return None;
        }
        let mut replaced = Replaced { files: Vec::new(), sidecars: Vec::new() };
        for place in changed {
            let text = self.texts.get(place)?;
            if let Some(sidecar) = project.sidecar_at(place) {
                project.replace_sidecar(sidecar, text);
                replaced.sidecars.push(sidecar);
                continue;
            }
            // A new statistics file may belong to a base. Other sidecar files have no effect.
            if folders::is_sidecar(place) && !place.ends_with(STATISTICS_FILE) {
                continue;
            }
            let at = project.at_place(place)?;
            let before = links(project.tree(at));
            project.replace(at, text);
            if links(project.tree(at)) != before {
                return None;
            }
            replaced.files.push(at);
        }
        Some(replaced)
    }

    /// Reads everything. Files that vanish in the meantime are omitted.
    fn read(&mut self) {
        let mut files: Vec<PathBuf> = self.roots.iter().flat_map(|root| folders::rule_files(root)).collect();
        let found: SortedSet<PathBuf> = files.iter().map(|file| files::place(file)).collect();
        for (place, path) in self.texts.places().filter(|(place, _)| !found.contains(*place)) {
            // Sidecar files are read with their base.
            if !folders::is_sidecar(place) {
                files.push(path.to_owned());
            }
        }
        self.scope = Scope::around(&self.roots, self.texts.places().map(|(_, path)| path));
        let mut beside = self.scope.files();
        self.programs = loop {
            match Programs::among(&files, &beside, None, self.texts.clone()) {
                Ok(programs) => break programs,
                Err(PathError::Unreadable(path, _) | PathError::Missing(path)) => {
                    let before = files.len() + beside.len();
                    files.retain(|file| !file.starts_with(&path));
                    beside.retain(|file| !file.starts_with(&path));
                    if files.len() + beside.len() == before {
                        break Programs::default();
                    }
                }
                Err(PathError::NoRuleFiles(_)) => break Programs::default(),
            }
        };
        self.checked = self.programs.check();
        self.starts = self.checked.iter().map(wrong_start).collect();
        self.strays = self.programs.check_strays();
    }

    /// All diagnostics of all programs.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        start_positions::with_starts(&self.programs, &self.checked, self.starts.iter().cloned())
    }

    /// The shown diagnostics, with only the fixes that do no harm.
    pub fn offered(&self, found: &[Diagnostic], is_shown: impl Fn(&Diagnostic) -> bool) -> Vec<Diagnostic> {
        let mut offered = trial::offered_of(&self.programs, found.to_vec(), &is_shown);
        offered.retain(is_shown);
        offered
    }

    /// The edits of all fixes in a file that can be applied together without harm. Fixes on demand are excluded.
    pub fn all_fixes(&self, found: &[Diagnostic], file: FileId) -> Vec<Edit> {
        fixes::edits(&trial::chosen(&self.programs, found, fixes::all_in_file(found, file)), file)
    }

    /// The programs with edits applied in memory. The edits must be sorted and must not overlap.
    pub(super) fn with_edits(&self, edits: &[Edit]) -> TrialRename<'_> {
        let mut by_file: SortedMap<FileId, Vec<Edit>> = SortedMap::new();
        for edit in edits {
            by_file.entry(edit.span.file).or_default().push(edit.clone());
        }
        let edited = |(file, edits): (&FileId, &Vec<Edit>)| {
            let at = self.programs.project.index(*file)?;
            Some((at, Edited::new(self.sources().file(*file).text(), edits)))
        };
        let edited: SortedMap<usize, Edited> = by_file.iter().filter_map(edited).collect();
        let texts = edited.iter().map(|(at, edited)| (*at, edited.text.as_str())).collect();
        let programs = self.programs.with_texts(&texts);
        let has_one = |checked: &&Checked| checked.files.iter().any(|file| by_file.contains_key(file));
        // The results before and after the edits cover the same programs in the same order.
        let members = self.checked.iter().filter(has_one).zip(programs.check());
        let strays = self.strays.iter().zip(programs.check_strays()).filter(|(stray, _)| has_one(stray));
        let checked = members.chain(strays).collect();
        TrialRename { edited, programs, checked }
    }

    /// All source texts.
    pub fn sources(&self) -> &Sources {
        &self.programs.project.sources
    }

    /// The file at a path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        let project = &self.programs.project;
        project.at_place(&files::place(path)).map(|at| project.tree(at).id)
    }

    /// The path of a rule file or a sidecar file.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        let project = &self.programs.project;
        match project.index(file) {
            Some(at) => project.place(at),
            None => project.sidecar_place(file),
        }
    }

    /// The name of a file in messages: its path relative to an opened folder.
    pub fn name(&self, file: FileId) -> String {
        let path = self.path(file);
        let inside = path.and_then(|path| {
            let mut roots = self.roots.iter().map(|root| files::place(root));
            roots.find_map(|root| path.strip_prefix(root).ok().map(folders::shown))
        });
        inside.unwrap_or_else(|| self.sources().file(file).name().to_owned())
    }

    /// The syntax tree of a file.
    pub fn tree(&self, file: FileId) -> Option<&ast::File> {
        let project = &self.programs.project;
        project.index(file).map(|at| project.tree(at))
    }

    /// Whether all files that use a file are known. They are known if the file is in a folder of the scope or is not on
    /// disk.
    pub(super) fn knows_users_of(&self, file: FileId) -> bool {
        self.path(file).is_none_or(|path| self.scope.holds(path))
    }

    /// Whether a file is embedded in another program, and so not on disk.
    pub fn is_embedded(&self, file: FileId) -> bool {
        let project = &self.programs.project;
        project.index(file).is_some_and(|at| project.is_embedded(at))
    }

    /// The embedded file of this name, if a program uses it.
    pub fn embedded(&self, name: &str) -> Option<FileId> {
        self.files().find(|file| self.is_embedded(*file) && self.sources().file(*file).name() == name)
    }

    /// The reason why the files that use a knowledge file are not fully known; `None` if they are known.
    pub(super) fn unsearched(&self, file: FileId) -> Option<&Unsearched> {
        self.scope.unsearched(self.path(file)?)
    }

    /// The file that a `use` path in another file refers to.
    pub fn used(&self, file: FileId, path: &str) -> Option<FileId> {
        let project = &self.programs.project;
        let used = project.used_by(project.index(file)?, path)?;
        Some(project.tree(used).id)
    }

    /// All files with a syntax tree.
    pub fn files(&self) -> impl Iterator<Item = FileId> {
        let project = &self.programs.project;
        self.sources().iter().map(|(id, _)| id).filter(|id| project.index(*id).is_some())
    }

    /// All programs, bases first.
    pub fn programs(&self) -> impl Iterator<Item = &Checked> {
        self.checked.iter().chain(&self.strays)
    }

    /// The programs that contain a file.
    pub fn programs_of(&self, file: FileId) -> impl Iterator<Item = &Checked> {
        self.programs().filter(move |program| program.files.contains(&file))
    }
}

/// Files whose texts were replaced.
struct Replaced {
    /// Rule files, by the index of their tree.
    files: Vec<usize>,
    /// Sidecar files.
    sidecars: Vec<FileId>,
}

/// The parts of a file that determine which files belong together: its header and its `use` declarations.
fn links(tree: &ast::File) -> Vec<(Option<HeaderKind>, String)> {
    let links = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Header(header) => {
            Some((Some(header.kind), header.name.as_ref().map_or_else(String::new, |name| name.text.clone())))
        }
        ItemKind::Use(name) => Some((None, name.text.clone())),
        _ => None,
    });
    links.collect()
}
