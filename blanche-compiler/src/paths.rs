//! Determines the programs to check or run from the paths that the user names. A path may be a file or a folder.
//!
//! - Every base is a program. It is selected if its own file is named (directly or by a folder). It is also selected if
//!   the user names a file that the base uses and that is in the folder of the base, or in a subfolder of it inside the
//!   knowledge folder.
//! - Other named files are separate programs if no selected base reaches them and none of them uses them. The
//!   exceptions are unused files in the folder of a selected base, which are reported as forgotten.
//!
//! Errors in a program that was named as a whole are reported wherever they are. Warnings are reported for the named
//! files and for the files in the folder of a named base, but not for files elsewhere that these files use. If a
//! program is read only because some of its files were named, only diagnostics about the named files are reported.

use std::fmt;
use std::path::{Path, PathBuf};

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use crate::checked::{Checked, check_program, check_with_queries, together_where};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{self, FileId, Texts};
use crate::folders::{self, ENDING, STATISTICS_FILE, rule_files_in};
use crate::knowledge_folders::{knowledge_of, linked_file, own_folders};
use crate::markup;
use crate::parallel;
use crate::policy;
use crate::project::{Files, Project, SearchPath, is_base, namesakes, unused_file};
use crate::syntax::ast::Body;

/// An error about a path that the user named, or a file that cannot be read.
#[derive(Debug)]
pub enum PathError {
    /// The path does not exist.
    Missing(PathBuf),
    /// The folder contains no rule files.
    NoRuleFiles(PathBuf),
    /// Reading failed.
    Unreadable(PathBuf, std::io::Error),
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathError::Missing(path) => write!(f, "there is no file or folder `{}`", markup::of_path(path)),
            PathError::NoRuleFiles(path) => {
                write!(f, "there are no rule files (*.{}) in `{}`", ENDING, markup::of_path(path))
            }
            PathError::Unreadable(path, error) => {
                write!(f, "`{}` cannot be read: {error}", markup::of_path(path))
            }
        }
    }
}

impl std::error::Error for PathError {}

/// The rule files that are selected by paths.
#[derive(Debug, Default)]
pub struct RuleFiles {
    /// The named files, and the files in named folders and their subfolders, without duplicates.
    pub files: Vec<PathBuf>,
    /// The files and folders inside the named folders that cannot be read.
    pub unread: Vec<PathError>,
}

/// The rule files that the paths select: files, and the contents of folders and their subfolders.
///
/// # Errors
/// When a path does not exist, or a folder has no readable rule file.
pub fn rule_files(paths: &[PathBuf]) -> Result<RuleFiles, PathError> {
    let mut found = RuleFiles::default();
    for path in paths {
        if !path.exists() {
            return Err(PathError::Missing(path.clone()));
        }
        let (inside, unread) =
            if path.is_dir() { folders::readable_rule_files(path) } else { (vec![path.clone()], Vec::new()) };
        let mut unread: Vec<PathError> =
            unread.into_iter().map(|(path, error)| PathError::Unreadable(path, error)).collect();
        if inside.is_empty() {
            return Err(unread.pop().unwrap_or(PathError::NoRuleFiles(path.clone())));
        }
        found.files.extend(inside.into_iter().filter(|path| !found.files.contains(path)).collect::<Vec<_>>());
        found.unread.append(&mut unread);
    }
    Ok(found)
}

/// Whether a path is that of a rule file.
pub fn is_rule_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == folders::ENDING)
}

/// The files that were found in named folders but are really in other folders, because they are symbolic links.
pub fn links_out(paths: &[PathBuf], files: &[PathBuf]) -> Vec<PathBuf> {
    let is_found = |file: &&PathBuf| !paths.contains(file);
    let leads_out = |file: &&PathBuf| {
        let mut folders = paths.iter().filter(|path| path.is_dir() && file.starts_with(path));
        folders.all(|folder| files::leads_out(file, folder))
    };
    files.iter().filter(is_found).filter(leads_out).cloned().collect()
}

/// Removes files that are hard links to an earlier file.
pub fn without_other_names(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut known = SortedSet::new();
    files.retain(|file| files::identity(file).is_none_or(|identity| known.insert(identity)));
    files
}

/// A selected program.
#[derive(Clone, Debug)]
pub struct Member {
    /// The index of the program's root file.
    pub root: usize,
    /// Whether the root file starts with `base NAME`.
    pub is_base: bool,
    /// Whether the user named the root file itself. Also true if the root file is one of the files `beside` the named
    /// files and uses a named file.
    pub is_whole: bool,
    /// Whether the program was read only because it shares files with the selected programs. Nothing is reported for
    /// it.
    pub is_beside: bool,
    /// All files of the program.
    pub files: Files,
    /// The statistics file beside a base.
    pub statistics: Option<FileId>,
}

impl Member {
    /// The files of the program except the root.
    fn used(&self) -> impl Iterator<Item = usize> {
        self.files.files.iter().copied().filter(|at| *at != self.root)
    }
}

/// The programs selected by paths, parsed but not checked.
#[derive(Debug, Default)]
pub struct Programs {
    /// The parsed files.
    pub project: Project,
    /// The programs. Bases come first, and both bases and other programs are in the order of the paths. Programs that
    /// were read only because they share files come last.
    pub members: Vec<Member>,
    named: SortedSet<usize>,
    /// The user's own files: the named files, and the files in the folder of a named base.
    own: SortedSet<usize>,
    /// The folder of each base, with the index of the base in `members`.
    folders: Vec<(PathBuf, usize)>,
    strays: Vec<Stray>,
    /// Other bases of the knowledge folder that use a file with suppressions, which may apply to diagnostics in these
    /// bases.
    users: Vec<Member>,
}

/// A file in the folder of a base that no file uses.
#[derive(Clone, Debug)]
struct Stray {
    files: Files,
    /// The diagnostic that the file is not used. `None` if a `use` of the base is not found, because that `use` may be
    /// meant for this file.
    message: Option<Diagnostic>,
}

impl Programs {
    /// Reads the programs that the paths select. `knowledge` replaces the knowledge folder around each file.
    pub fn read(paths: &[PathBuf], knowledge: Option<&Path>) -> Result<Programs, PathError> {
        let RuleFiles { files, unread } = rule_files(paths)?;
        match unread.into_iter().next() {
            Some(error) => Err(error),
            None => Programs::of_files(&files, knowledge, Texts::default()),
        }
    }

    /// Reads the programs that the files select. The order of `files` does not matter. `texts` override the files on
    /// disk.
    pub fn of_files(
        files: &[PathBuf],
        knowledge: Option<&Path>,
        texts: Texts,
    ) -> Result<Programs, PathError> {
        Programs::among(files, &[], knowledge, texts)
    }

    /// Reads the programs that the files select. Also reads the programs of the files `beside` that share files with
    /// them, so that it is known which other programs use a file.
    pub fn among(
        files: &[PathBuf],
        beside: &[PathBuf],
        knowledge: Option<&Path>,
        texts: Texts,
    ) -> Result<Programs, PathError> {
        let mut project = Project::default();
        project.texts = texts;
        // The order of reading determines the order of messages. If several messages are equal, it determines which of
        // them contains the searched locations.
        let mut files = files.to_vec();
        files.arrange();
        let named = open_all(&mut project, &files)?;
        let mut others = open_all(&mut project, beside)?;
        others.retain(|(at, _)| named.iter().all(|(known, _)| known != at));
        let mut programs = Programs {
            project,
            members: Vec::new(),
            named: named.iter().map(|(at, _)| *at).collect(),
            own: SortedSet::new(),
            folders: Vec::new(),
            strays: Vec::new(),
            users: Vec::new(),
        };
        let bases_beside = programs.add_bases(&named, &others, knowledge)?;
        programs.add_others(&named, knowledge);
        programs.add_sharing(bases_beside, &others, knowledge);
        programs.own = programs.own_files();
        programs.add_users(&named, knowledge);
        Ok(programs)
    }

    /// Wraps one program whose files are already read. Its last file is the root.
    pub fn of_project(project: Project, files: Files) -> Programs {
        let root = files.files.last().copied().unwrap_or(0);
        let named: SortedSet<usize> = files.files.iter().copied().collect();
        let member =
            Member { root, is_base: false, is_whole: true, is_beside: false, files, statistics: None };
        Programs { project, members: vec![member], own: named.clone(), named, ..Programs::default() }
    }

    /// The programs that contain some of these files, with new texts for the files. Folders are not searched again.
    #[cfg(feature = "service")]
    pub(crate) fn with_texts(&self, texts: &SortedMap<usize, &str>) -> Programs {
        let mut project = self.project.clone();
        for (at, text) in texts {
            project.replace_whole(*at, text);
        }
        let has_one = |member: &&Member| member.files.files.iter().any(|at| texts.contains_key(at));
        let mut members: Vec<Member> = self.members.iter().filter(has_one).cloned().collect();
        for member in &mut members {
            if let Some(search_path) = self.project.search_path(member.root) {
                member.files = project.program(member.root, search_path);
            }
        }
        let (named, own) = (self.named.clone(), self.own.clone());
        let mut changed = Programs {
            project,
            members,
            named,
            own,
            folders: self.folders.clone(),
            strays: Vec::new(),
            users: self.users.clone(),
        };
        let reached = changed.reached(&changed.members);
        let is_stray = |stray: &&Stray| stray.files.files.last().is_some_and(|root| !reached.contains(root));
        changed.strays = self.strays.iter().filter(is_stray).cloned().collect();
        changed
    }

    /// Adds the selected bases. Returns the bases among `beside` that use no named file.
    fn add_bases(
        &mut self,
        named: &[(usize, PathBuf)],
        beside: &[(usize, PathBuf)],
        knowledge: Option<&Path>,
    ) -> Result<Vec<Member>, PathError> {
        let mut candidates: Vec<(usize, PathBuf)> = named.to_vec();
        let mut folders: SortedSet<PathBuf> = SortedSet::new();
        let mut parents: SortedSet<Option<&Path>> = SortedSet::new();
        for (_, path) in named.iter().filter(|(_, path)| parents.insert(path.parent())) {
            for folder in own_folders(path) {
                if folders.insert(folder.clone()) {
                    candidates.extend(base_files(&mut self.project, &folder)?);
                }
            }
        }
        let own = candidates.len();
        candidates.extend(beside.iter().cloned());
        let beside: SortedSet<usize> = beside.iter().map(|(at, _)| *at).collect();
        let mut left: Vec<Member> = Vec::new();
        for (at, (root, path)) in candidates.into_iter().enumerate() {
            let known = self.members.iter().chain(&left).any(|member| member.root == root);
            if !is_base(&self.project, root) || known {
                continue;
            }
            let files = self.project.program(root, &SearchPath::around(&path, knowledge));
            let is_meant = files.files.iter().any(|at| self.named.contains(at));
            if !is_meant && at < own && !beside.contains(&root) {
                continue;
            }
            let is_whole = is_meant && (beside.contains(&root) || self.named.contains(&root));
            // Without statistics, the planner uses the estimates that the domain declares.
            let target = linked_file(&path);
            let beside_it = [Some(&path), target.as_ref()].into_iter().flatten();
            let statistics = beside_it
                .into_iter()
                .find_map(|path| self.project.open_sidecar(&path.with_file_name(STATISTICS_FILE)));
            let member = Member { root, is_base: true, is_whole, is_beside: !is_meant, files, statistics };
            if !is_meant {
                left.push(member);
                continue;
            }
            if let Some(folder) = path.parent().and_then(canonical) {
                self.folders.push((folder, self.members.len()));
            }
            self.members.push(member);
        }
        Ok(left)
    }

    /// Adds programs that share files with the selected programs: bases that were already read, and files `beside` that
    /// no base uses.
    fn add_sharing(&mut self, bases: Vec<Member>, beside: &[(usize, PathBuf)], knowledge: Option<&Path>) {
        let shared: SortedSet<usize> = self.reached(&self.members);
        let reached: SortedSet<usize> = &shared | &self.reached(&bases);
        let mut others: Vec<Member> = Vec::new();
        for (root, path) in beside.iter().filter(|(at, _)| !reached.contains(at)) {
            let files = self.project.program(*root, &SearchPath::around(path, knowledge));
            let member = Member {
                root: *root,
                is_base: false,
                is_whole: false,
                is_beside: true,
                files,
                statistics: None,
            };
            others.push(member);
        }
        let used: SortedSet<usize> = others.iter().flat_map(Member::used).collect();
        others.retain(|member| !used.contains(&member.root));
        let shares = |member: &Member| member.files.files.iter().any(|at| shared.contains(at));
        self.members.extend(bases.into_iter().chain(others).filter(shares));
    }

    fn reached(&self, members: &[Member]) -> SortedSet<usize> {
        members.iter().flat_map(|member| member.files.files.iter().copied()).collect()
    }

    /// The named files, and the files in the folder of a named base.
    fn own_files(&self) -> SortedSet<usize> {
        let mut own = self.named.clone();
        for base in self.members.iter().filter(|member| member.is_base && self.named.contains(&member.root)) {
            let files = base.files.files.iter();
            own.extend(files.filter(|at| self.project.is_in_folder_of(**at, base.root)));
        }
        own
    }

    /// Adds the named files that no base reaches, each as a separate program. In the folder of a selected base, such a
    /// file is reported as forgotten instead.
    fn add_others(&mut self, named: &[(usize, PathBuf)], knowledge: Option<&Path>) {
        let reached = self.reached(&self.members);
        let mut others: Vec<Member> = Vec::new();
        for (root, path) in named.iter().filter(|(at, _)| !reached.contains(at)) {
            let files = self.project.program(*root, &SearchPath::around(path, knowledge));
            let member = Member {
                root: *root,
                is_base: false,
                is_whole: true,
                is_beside: false,
                files,
                statistics: None,
            };
            others.push(member);
        }
        let used: SortedSet<usize> = others.iter().flat_map(Member::used).collect();
        others.retain(|member| !used.contains(&member.root));
        for member in others {
            let path = named.iter().find(|(at, _)| *at == member.root).map(|(_, path)| path);
            match path.and_then(|path| self.beside(path)) {
                Some((base, path)) => {
                    let base = &self.members[base];
                    let message = (!base.files.incomplete)
                        .then(|| unused_file(&self.project, member.root, base.root, &path));
                    self.strays.push(Stray { files: member.files, message });
                }
                None => self.members.push(member),
            }
        }
    }

    /// The nearest base whose folder contains a file, and the path by which a `use` would name the file.
    fn beside(&self, path: &Path) -> Option<(usize, String)> {
        let file = canonical(path)?;
        own_folders(path).iter().filter_map(|folder| canonical(folder)).find_map(|folder| {
            let (_, base) = self.folders.iter().find(|(of_base, _)| *of_base == folder)?;
            let inside = file.strip_prefix(folder.parent()?).ok()?.with_extension("");
            Some((*base, inside.to_string_lossy().replace('\\', "/")))
        })
    }

    /// Adds the other bases of the knowledge folder that use a named file with suppressions. Unreadable files there are
    /// ignored, because the user did not name them.
    fn add_users(&mut self, named: &[(usize, PathBuf)], knowledge: Option<&Path>) {
        let silences = |at: usize| self.project.tree(at).items.iter().any(|item| !item.allows.is_empty());
        let silencing: Vec<(usize, PathBuf)> =
            named.iter().filter(|(at, _)| silences(*at)).cloned().collect();
        let folder_of = |path: &Path| match knowledge {
            Some(folder) => Some(folder.to_owned()),
            None => {
                knowledge_of(files::folder_of(path)).filter(|found| found.is_inside).map(|found| found.folder)
            }
        };
        let folders: SortedSet<PathBuf> = silencing.iter().filter_map(|(_, path)| folder_of(path)).collect();
        let holders: SortedSet<PathBuf> = folders
            .iter()
            .flat_map(|folder| folders::rule_files(folder))
            .map(|file| files::folder_of(&file).to_owned())
            .collect();
        for folder in holders {
            for (root, path) in base_files(&mut self.project, &folder).unwrap_or_default() {
                if self.members.iter().chain(&self.users).any(|member| member.root == root) {
                    continue;
                }
                let files = self.project.program(root, &SearchPath::around(&path, knowledge));
                if files.files.iter().any(|at| silencing.iter().any(|(known, _)| known == at)) {
                    let (is_whole, is_beside, statistics) = (false, true, None);
                    self.users.push(Member { root, is_base: true, is_whole, is_beside, files, statistics });
                }
            }
        }
    }

    /// Whether a suppression applies, or may apply, to a diagnostic in another base of the knowledge folder.
    fn is_for_users(&self, unused: &Diagnostic, checked: &mut SortedMap<usize, Checked>) -> bool {
        let file = unused.label.span.file;
        let Some(at) = self.project.index(file) else { return false };
        self.users.iter().filter(|user| user.files.files.contains(&at)).any(|user| {
            let checked = checked.entry(user.root).or_insert_with(|| self.check_member(user));
            !checked.diagnostics.contains(unused)
        })
    }

    /// Resolves and checks every program, in parallel on all cores, as programs are independent.
    pub fn check(&self) -> Vec<Checked> {
        parallel::each(self.members.len(), |at| self.check_member(&self.members[at]))
    }

    /// Resolves and checks one program.
    pub fn check_member(&self, member: &Member) -> Checked {
        let mut checked = check_program(&self.project, &member.files, None);
        if let Some(statistics) = member.statistics {
            checked.take_statistics(&self.project, statistics);
        }
        checked
    }

    /// Resolves and checks the forgotten files, each with the files that it uses, for tools that inspect them. Their
    /// diagnostics are part of [`Programs::diagnostics`].
    pub fn check_strays(&self) -> Vec<Checked> {
        self.strays.iter().map(|stray| check_program(&self.project, &stray.files, None)).collect()
    }

    /// Resolves and checks one program together with a query.
    pub fn ask(&self, member: &Member, query: &Body) -> Checked {
        check_program(&self.project, &member.files, Some(query))
    }

    /// Resolves and checks one program together with several queries.
    pub fn ask_all(&self, member: &Member, queries: &[&Body]) -> Checked {
        check_with_queries(&self.project, &member.files, queries)
    }

    /// The diagnostics to report to the user who named the paths. `checked` are the results for all members, in order.
    pub fn diagnostics(&self, checked: &[Checked]) -> Vec<Diagnostic> {
        let said = |message: &Diagnostic| message.code == Code::BadStatistics || self.is_said(message);
        let meant = self.members.iter().zip(checked).filter(|(member, _)| !member.is_beside);
        let mut found = together_where(meant.map(|(_, checked)| checked), said);
        let meant = self.members.iter().filter(|member| !member.is_beside);
        let roots: Vec<usize> = meant.map(|member| member.root).collect();
        let mut of_users = SortedMap::new();
        found.retain(|message| {
            message.code != Code::UnusedAllow || !self.is_for_users(message, &mut of_users)
        });
        found.extend(namesakes(&self.project, &roots));
        found = policy::beside_forgotten(found, |message| self.forgotten_asks(message));
        found.extend(self.strays.iter().flat_map(|stray| self.of_stray(stray)));
        found.retain(said);
        found
    }

    /// Whether a message concerns the user. This is so for an error in a named program, and for a warning or hint about
    /// the user's own files.
    fn is_said(&self, message: &Diagnostic) -> bool {
        match message.severity {
            Severity::Error => self.concerns(message.label.span.file),
            Severity::Warning | Severity::Hint => self.is_own(message.label.span.file),
        }
    }

    /// Whether a forgotten file contains the name that a message points at.
    fn forgotten_asks(&self, message: &Diagnostic) -> bool {
        let sources = &self.project.sources;
        let name = sources.text(message.label.span);
        let mut files = self.strays.iter().flat_map(|stray| self.project.trees(&stray.files));
        files.any(|tree| tree.id != message.label.span.file && sources.file(tree.id).text().contains(name))
    }

    /// The diagnostics about a forgotten file: its syntax errors, and the message that it is not used.
    fn of_stray(&self, stray: &Stray) -> Vec<Diagnostic> {
        let trees = self.project.trees(&stray.files);
        let of_text = self.project.diagnostics.iter();
        let of_text = of_text.filter(|message| trees.iter().any(|tree| tree.id == message.label.span.file));
        let found = of_text.chain(&stray.message).cloned().collect();
        policy::of_forgotten(&trees, found)
    }

    /// Whether a file was named, or belongs to a program that was named as a whole.
    pub fn concerns(&self, file: FileId) -> bool {
        let Some(at) = self.project.index(file).or_else(|| self.project.reads_facts(file)) else {
            return false;
        };
        self.named.contains(&at)
            || self.members.iter().any(|member| member.is_whole && member.files.files.contains(&at))
    }

    /// Whether a file was named, or is in the folder of a named base.
    pub fn is_own(&self, file: FileId) -> bool {
        let at = self.project.index(file).or_else(|| self.project.reads_facts(file));
        at.is_some_and(|at| self.own.contains(&at))
    }

    /// The paths whose contents affect the programs: their files, and the statistics files beside bases, even if these
    /// do not exist.
    pub fn places(&self) -> Vec<PathBuf> {
        let files = self.project.places().chain(self.project.table_places()).map(Path::to_owned);
        files.chain(self.folders.iter().map(|(folder, _)| folder.join(STATISTICS_FILE))).collect()
    }

    /// The name of the root file of a program.
    pub fn name(&self, member: &Member) -> &str {
        self.project.sources.file(self.project.tree(member.root).id).name()
    }
}

/// Opens files, each once, and returns their indices among the trees.
fn open_all(project: &mut Project, files: &[PathBuf]) -> Result<Vec<(usize, PathBuf)>, PathError> {
    let opened = project.open_all(files);
    let opened = opened.map_err(|(path, error)| PathError::Unreadable(path, error))?;
    let mut seen = SortedSet::new();
    let all = opened.into_iter().zip(files.iter().cloned());
    Ok(all.filter(|(at, _)| seen.insert(*at)).collect())
}

fn open(project: &mut Project, path: &Path) -> Result<usize, PathError> {
    project.open(path).map_err(|error| PathError::Unreadable(path.to_owned(), error))
}

/// The canonical form of a path, for comparisons.
fn canonical(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    path.canonicalize().ok()
}

/// The bases directly in a folder. Files that do not contain the word `base` are not parsed.
fn base_files(project: &mut Project, folder: &Path) -> Result<Vec<(usize, PathBuf)>, PathError> {
    // An unsaved file may be in a folder that does not exist, and a parent folder may be unreadable.
    let files = rule_files_in(folder);
    let mut bases = Vec::new();
    for path in files {
        let bytes = project.texts.read(&path).unwrap_or_default();
        if bytes.windows(4).any(|word| word == b"base") {
            let at = open(project, &path)?;
            if is_base(project, at) {
                bases.push((at, path));
            }
        }
    }
    Ok(bases)
}
