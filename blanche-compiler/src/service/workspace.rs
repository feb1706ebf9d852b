//! The programs of some folders, and the texts that somebody is writing in them.
//!
//! A change of one text is cheap: that file is parsed again, and the programs that it belongs to are checked again. What
//! changes which files belong together (a header, a `use`, a file that comes or goes) has everything read anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::checked::{Checked, Edited};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::{self, FileId, Sources, Texts};
use crate::folders::{self, STATISTICS_FILE};
use crate::paths::{PathError, Programs};
use crate::project::{Files, Project};
use crate::syntax::ast::{self, HeaderKind, ItemKind};

use super::fixes::{self, trial};
use super::rename::Tried;
use super::scope::{Scope, Unsearched};
use super::starts::{self, wrong_start};

/// The programs of some folders and of the texts that are being written.
#[derive(Debug)]
pub struct Workspace {
    roots: Vec<PathBuf>,
    /// Where those stand who may use the same files.
    scope: Scope,
    /// The texts that are being written.
    texts: Texts,
    programs: Programs,
    /// The members of the programs, in their order.
    checked: Vec<Checked>,
    /// What is wrong with the positions in which their games begin.
    starts: Vec<Option<Diagnostic>>,
    /// Files that lie beside a base that does not use them.
    strays: Vec<Checked>,
    /// Texts that changed and were not looked at yet.
    changed: BTreeSet<PathBuf>,
    /// Which files belong together is to be found out anew.
    unsettled: bool,
    /// Nothing has been read yet, and nothing has changed.
    is_new: bool,
}

impl Workspace {
    /// The programs in some folders; there may be none. They are read by the first [`Workspace::settle`].
    pub fn new(roots: Vec<PathBuf>) -> Workspace {
        Workspace {
            roots,
            scope: Scope::default(),
            texts: Texts::default(),
            programs: Programs::default(),
            checked: Vec::new(),
            starts: Vec::new(),
            strays: Vec::new(),
            changed: BTreeSet::new(),
            unsettled: true,
            is_new: true,
        }
    }

    /// One program whose files were read already, as it stands.
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
            changed: BTreeSet::new(),
            unsettled: false,
            is_new: false,
        }
    }

    /// Takes up the text of a file that is being written; it counts from the next [`Workspace::settle`] on.
    pub fn write(&mut self, path: &Path, text: String) {
        let place = self.texts.put(path, text);
        self.changed.insert(place);
    }

    /// The file on this machine counts again.
    pub fn close(&mut self, path: &Path) {
        self.texts.take(path);
        self.files_changed();
    }

    /// Other folders count.
    pub fn set_roots(&mut self, roots: Vec<PathBuf>) {
        self.roots = roots;
        self.files_changed();
    }

    /// The folders.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Files on this machine may have changed.
    pub fn files_changed(&mut self) {
        self.unsettled = true;
        self.is_new = false;
    }

    /// Looks at everything that changed; gives whether anything did. What is read for the first time is no change.
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

    /// Puts texts in the places of their files; `None` where that changes which files belong together.
    fn replaced(&mut self, changed: &BTreeSet<PathBuf>) -> Option<Replaced> {
        let project = &mut self.programs.project;
        // What was said of files that use each other has places in texts that are about to change.
        let of_files = |message: &Diagnostic| (Code::UseMissing..=Code::FileUnused).contains(&message.code);
        if !self.strays.is_empty() || project.diagnostics.iter().any(of_files) {
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
            // Statistics that are new belong to a base from now on; of the other texts beside rules none counts.
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

    /// Reads everything. A file that vanishes meanwhile is left out.
    fn read(&mut self) {
        let mut files: Vec<PathBuf> = self.roots.iter().flat_map(|root| folders::rule_files(root)).collect();
        let found: BTreeSet<PathBuf> = files.iter().map(|file| files::place(file)).collect();
        for (place, path) in self.texts.places().filter(|(place, _)| !found.contains(*place)) {
            // What lies beside rules is read with the base beside which it lies.
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

    /// Everything that is to be said of all programs.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        starts::with_starts(&self.programs, &self.checked, self.starts.iter().cloned())
    }

    /// Those of some messages that are shown, with the fixes that do no harm.
    pub fn offered(&self, found: &[Diagnostic], is_shown: impl Fn(&Diagnostic) -> bool) -> Vec<Diagnostic> {
        let mut offered = trial::offered_of(&self.programs, found.to_vec(), &is_shown);
        offered.retain(is_shown);
        offered
    }

    /// The edits of all fixes in a file that can be made at once and do no harm, but for those that are made on demand.
    pub fn all_fixes(&self, found: &[Diagnostic], file: FileId) -> Vec<Edit> {
        fixes::edits(&trial::chosen(&self.programs, found, fixes::all_in_file(found, file)), file)
    }

    /// The programs as they would be after edits in rule files, which stand in the order of their places and do not overlap.
    pub(super) fn tried(&self, edits: &[Edit]) -> Tried<'_> {
        let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
        for edit in edits {
            by_file.entry(edit.span.file).or_default().push(edit.clone());
        }
        let edited = |(file, edits): (&FileId, &Vec<Edit>)| {
            let at = self.programs.project.index(*file)?;
            Some((at, Edited::new(self.sources().file(*file).text(), edits)))
        };
        let edited: BTreeMap<usize, Edited> = by_file.iter().filter_map(edited).collect();
        let texts = edited.iter().map(|(at, edited)| (*at, edited.text.as_str())).collect();
        let programs = self.programs.with_texts(&texts);
        let has_one = |checked: &&Checked| checked.files.iter().any(|file| by_file.contains_key(file));
        // Both have the same programs in the same order.
        let members = self.checked.iter().filter(has_one).zip(programs.check());
        let strays = self.strays.iter().zip(programs.check_strays()).filter(|(stray, _)| has_one(stray));
        let checked = members.chain(strays).collect();
        Tried { edited, programs, checked }
    }

    /// All texts.
    pub fn sources(&self) -> &Sources {
        &self.programs.project.sources
    }

    /// The file at a path of this machine.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        let project = &self.programs.project;
        project.at_place(&files::place(path)).map(|at| project.tree(at).id)
    }

    /// Where a file is on this machine, a rule file or one that lies beside rules.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        let project = &self.programs.project;
        match project.index(file) {
            Some(at) => project.place(at),
            None => project.sidecar_place(file),
        }
    }

    /// How people call a file: its path in the folder of the project.
    pub fn name(&self, file: FileId) -> String {
        let path = self.path(file);
        let inside = path.and_then(|path| {
            let mut roots = self.roots.iter().map(|root| files::place(root));
            roots.find_map(|root| path.strip_prefix(root).ok().map(folders::shown))
        });
        inside.unwrap_or_else(|| self.sources().file(file).name().to_owned())
    }

    /// The tree of a file.
    pub fn tree(&self, file: FileId) -> Option<&ast::File> {
        let project = &self.programs.project;
        project.index(file).map(|at| project.tree(at))
    }

    /// Whether a file lies where everybody is known who uses it, or stands on no machine.
    pub(super) fn knows_users_of(&self, file: FileId) -> bool {
        self.path(file).is_none_or(|path| self.scope.holds(path))
    }

    /// Whether a file stands on no machine, as another program carries it.
    pub(crate) fn is_embedded(&self, file: FileId) -> bool {
        let project = &self.programs.project;
        project.index(file).is_some_and(|at| project.is_embedded(at))
    }

    /// The file of this name that another program carries, if one is used.
    pub fn embedded(&self, name: &str) -> Option<FileId> {
        self.files().find(|file| self.is_embedded(*file) && self.sources().file(*file).name() == name)
    }

    /// Why it is not known who uses a file of a knowledge folder, if it is not.
    pub(super) fn unsearched(&self, file: FileId) -> Option<&Unsearched> {
        self.scope.unsearched(self.path(file)?)
    }

    /// The file that a path behind `use` names in a file.
    pub fn used(&self, file: FileId, path: &str) -> Option<FileId> {
        let project = &self.programs.project;
        let used = project.used_by(project.index(file)?, path)?;
        Some(project.tree(used).id)
    }

    /// All files with a tree.
    pub fn files(&self) -> impl Iterator<Item = FileId> {
        let project = &self.programs.project;
        self.sources().iter().map(|(id, _)| id).filter(|id| project.index(*id).is_some())
    }

    /// All programs, those of bases first.
    pub fn programs(&self) -> impl Iterator<Item = &Checked> {
        self.checked.iter().chain(&self.strays)
    }

    /// The programs that a file belongs to.
    pub fn programs_of(&self, file: FileId) -> impl Iterator<Item = &Checked> {
        self.programs().filter(move |program| program.files.contains(&file))
    }
}

/// Files whose texts were replaced.
struct Replaced {
    /// Rule files.
    files: Vec<usize>,
    /// Texts that lie beside rules.
    sidecars: Vec<FileId>,
}

/// What decides which files belong together: headers and used files.
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
