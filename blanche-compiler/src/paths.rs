//! Which programs do these paths mean? A person names files and folders; what can be checked and run are
//! programs.
//!
//! - Every base is a program. A base counts when its own file is named (or lies in a folder that is named), and
//!   when one of its files is named and lies in its folder, or in knowledge below it.
//! - Files that no such base reaches and that no other such file uses are programs of their own, unless they were
//!   found in the folder of a base: those were forgotten, and that is all there is to say of them.
//!
//! Mistakes in a program that was named whole are told, wherever they stand. Warnings are told of the files that were
//! named and of those in the folder of a base that was named, and not of files of other people that these use. Of a
//! program that is read only because some of its files were named, nothing is said but what concerns these files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use crate::around::{knowledge_of, linked_file, own_folders};
use crate::checked::{Checked, check_asked, check_program, together_where};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::{self, FileId, Texts};
use crate::folders::{self, ENDING, STATISTICS_FILE, rule_files_in};
use crate::markup;
use crate::parallel;
use crate::policy;
use crate::project::{Files, Library, Project, is_base, namesakes, unused_file};
use crate::syntax::ast::Body;

/// Paths that mean nothing, or files that cannot be read.
#[derive(Debug)]
pub enum PathError {
    /// Nothing stands there.
    Missing(PathBuf),
    /// A folder without rule files.
    NoRuleFiles(PathBuf),
    /// The machine fails.
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

/// The rule files that are meant by paths.
#[derive(Debug, Default)]
pub struct RuleFiles {
    /// Those that were named, and those in folders and below, each path once.
    pub files: Vec<PathBuf>,
    /// What cannot be read in the folders.
    pub unread: Vec<PathError>,
}

/// The files that are meant by paths: rule files, and those in folders and below.
///
/// # Errors
/// When nothing stands there, or a folder has no rule file that can be read.
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

/// Those of some files that were found in folders and lie elsewhere: links lead out of the folders.
pub fn links_out(paths: &[PathBuf], files: &[PathBuf]) -> Vec<PathBuf> {
    let is_found = |file: &&PathBuf| !paths.contains(file);
    let leads_out = |file: &&PathBuf| {
        let mut folders = paths.iter().filter(|path| path.is_dir() && file.starts_with(path));
        folders.all(|folder| files::leads_out(file, folder))
    };
    files.iter().filter(is_found).filter(leads_out).cloned().collect()
}

/// The files, each by the first of its names: several (hard links) lead to one text.
pub fn without_other_names(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut known = BTreeSet::new();
    files.retain(|file| files::identity(file).is_none_or(|identity| known.insert(identity)));
    files
}

/// One program among those that are meant.
#[derive(Clone, Debug)]
pub struct Member {
    /// The file that stands for it.
    pub root: usize,
    /// Whether that file begins with `base NAME`.
    pub is_base: bool,
    /// Whether that file is among those that were named, or lies beside them and uses one of them.
    pub is_whole: bool,
    /// Whether it only lies beside and shares files with others: nothing is said of it.
    pub is_beside: bool,
    /// All its files.
    pub files: Files,
    /// The measured numbers that lie beside a base.
    pub statistics: Option<FileId>,
}

impl Member {
    /// The files that others of its files use.
    fn used(&self) -> impl Iterator<Item = usize> {
        self.files.files.iter().copied().filter(|at| *at != self.root)
    }
}

/// The programs that some paths mean, read but not checked.
#[derive(Debug, Default)]
pub struct Programs {
    /// The files.
    pub project: Project,
    /// The programs: bases first, both in the order of the paths; then those that only lie beside.
    pub members: Vec<Member>,
    named: BTreeSet<usize>,
    /// The files of whoever named them: those that were named, and those in the folder of a base that was.
    own: BTreeSet<usize>,
    /// Where the bases lie, with their members.
    folders: Vec<(PathBuf, usize)>,
    strays: Vec<Stray>,
    /// Bases elsewhere in the knowledge folder that use a file with suppressions: some of these may be for what is found in them.
    users: Vec<Member>,
}

/// A file that lies in the folder of a base and that nothing uses.
#[derive(Clone, Debug)]
struct Stray {
    files: Files,
    /// What is to be said of it; nothing where the base lacks files, and this may be one of them.
    message: Option<Diagnostic>,
}

impl Programs {
    /// Reads the programs that paths mean; `knowledge` is the folder in which `use` looks, where it is not the
    /// one around each file.
    pub fn read(paths: &[PathBuf], knowledge: Option<&Path>) -> Result<Programs, PathError> {
        let RuleFiles { files, unread } = rule_files(paths)?;
        match unread.into_iter().next() {
            Some(error) => Err(error),
            None => Programs::of_files(&files, knowledge, Texts::default()),
        }
    }

    /// Reads the programs that files mean, the same in whatever order they are given. `texts` stand before what is on this
    /// machine.
    pub fn of_files(
        files: &[PathBuf],
        knowledge: Option<&Path>,
        texts: Texts,
    ) -> Result<Programs, PathError> {
        Programs::among(files, &[], knowledge, texts)
    }

    /// The same, where other files lie `beside`: their programs are read too as far as they share files with those that
    /// are meant, so that it is known who else uses what.
    pub fn among(
        files: &[PathBuf],
        beside: &[PathBuf],
        knowledge: Option<&Path>,
        texts: Texts,
    ) -> Result<Programs, PathError> {
        let mut project = Project::default();
        project.texts = texts;
        // The order in which files are read is that of their messages, and decides which of several says where was looked.
        let mut files = files.to_vec();
        files.sort();
        let named = open_all(&mut project, &files)?;
        let mut others = open_all(&mut project, beside)?;
        others.retain(|(at, _)| named.iter().all(|(known, _)| known != at));
        let mut programs = Programs {
            project,
            members: Vec::new(),
            named: named.iter().map(|(at, _)| *at).collect(),
            own: BTreeSet::new(),
            folders: Vec::new(),
            strays: Vec::new(),
            users: Vec::new(),
        };
        let bases_beside = programs.add_bases(&named, &others, knowledge)?;
        programs.add_others(&named, knowledge);
        programs.add_beside(bases_beside, &others, knowledge);
        programs.own = programs.own_files();
        programs.add_users(&named, knowledge);
        Ok(programs)
    }

    /// One program whose files were read already; the last one stands for it.
    pub fn of_project(project: Project, files: Files) -> Programs {
        let root = files.files.last().copied().unwrap_or(0);
        let named: BTreeSet<usize> = files.files.iter().copied().collect();
        let member =
            Member { root, is_base: false, is_whole: true, is_beside: false, files, statistics: None };
        Programs { project, members: vec![member], own: named.clone(), named, ..Programs::default() }
    }

    /// The programs that have some of these files, as they would be with other texts in the places of the files. What was found
    /// out about the folders stays.
    #[cfg(feature = "service")]
    pub(crate) fn with_texts(&self, texts: &BTreeMap<usize, &str>) -> Programs {
        let mut project = self.project.clone();
        for (at, text) in texts {
            project.replace_whole(*at, text);
        }
        let has_one = |member: &&Member| member.files.files.iter().any(|at| texts.contains_key(at));
        let mut members: Vec<Member> = self.members.iter().filter(has_one).cloned().collect();
        for member in &mut members {
            if let Some(library) = self.project.library(member.root) {
                member.files = project.program(member.root, library);
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

    /// Adds the bases that are meant; gives those beside that use none of the files that were named.
    fn add_bases(
        &mut self,
        named: &[(usize, PathBuf)],
        beside: &[(usize, PathBuf)],
        knowledge: Option<&Path>,
    ) -> Result<Vec<Member>, PathError> {
        let mut candidates: Vec<(usize, PathBuf)> = named.to_vec();
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        let mut parents: BTreeSet<Option<&Path>> = BTreeSet::new();
        for (_, path) in named.iter().filter(|(_, path)| parents.insert(path.parent())) {
            for folder in own_folders(path) {
                if folders.insert(folder.clone()) {
                    candidates.extend(base_files(&mut self.project, &folder)?);
                }
            }
        }
        let own = candidates.len();
        candidates.extend(beside.iter().cloned());
        let beside: BTreeSet<usize> = beside.iter().map(|(at, _)| *at).collect();
        let mut left: Vec<Member> = Vec::new();
        for (at, (root, path)) in candidates.into_iter().enumerate() {
            let known = self.members.iter().chain(&left).any(|member| member.root == root);
            if !is_base(&self.project, root) || known {
                continue;
            }
            let files = self.project.program(root, &Library::around(&path, knowledge));
            let is_meant = files.files.iter().any(|at| self.named.contains(at));
            if !is_meant && at < own && !beside.contains(&root) {
                continue;
            }
            let is_whole = is_meant && (beside.contains(&root) || self.named.contains(&root));
            // Without it the planner reckons with what the domain declares.
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
            if let Some(folder) = path.parent().and_then(whole) {
                self.folders.push((folder, self.members.len()));
            }
            self.members.push(member);
        }
        Ok(left)
    }

    /// Adds programs that lie beside and share files with others: bases that were read, and files that none of them
    /// uses.
    fn add_beside(&mut self, bases: Vec<Member>, beside: &[(usize, PathBuf)], knowledge: Option<&Path>) {
        let shared: BTreeSet<usize> = self.reached(&self.members);
        let reached: BTreeSet<usize> = &shared | &self.reached(&bases);
        let mut others: Vec<Member> = Vec::new();
        for (root, path) in beside.iter().filter(|(at, _)| !reached.contains(at)) {
            let files = self.project.program(*root, &Library::around(path, knowledge));
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
        let used: BTreeSet<usize> = others.iter().flat_map(Member::used).collect();
        others.retain(|member| !used.contains(&member.root));
        let shares = |member: &Member| member.files.files.iter().any(|at| shared.contains(at));
        self.members.extend(bases.into_iter().chain(others).filter(shares));
    }

    fn reached(&self, members: &[Member]) -> BTreeSet<usize> {
        members.iter().flat_map(|member| member.files.files.iter().copied()).collect()
    }

    /// The files that were named, and those in the folder of a base that was named.
    fn own_files(&self) -> BTreeSet<usize> {
        let mut own = self.named.clone();
        for base in self.members.iter().filter(|member| member.is_base && self.named.contains(&member.root)) {
            let files = base.files.files.iter();
            own.extend(files.filter(|at| self.project.is_in_folder_of(**at, base.root)));
        }
        own
    }

    /// Files that no base reaches, and what they use. One in the folder of a base that is meant too was forgotten there,
    /// whether the folder or each file was named.
    fn add_others(&mut self, named: &[(usize, PathBuf)], knowledge: Option<&Path>) {
        let reached = self.reached(&self.members);
        let mut others: Vec<Member> = Vec::new();
        for (root, path) in named.iter().filter(|(at, _)| !reached.contains(at)) {
            let files = self.project.program(*root, &Library::around(path, knowledge));
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
        let used: BTreeSet<usize> = others.iter().flat_map(Member::used).collect();
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

    /// The nearest base in whose folder a file lies, and how a `use` names the file.
    fn beside(&self, path: &Path) -> Option<(usize, String)> {
        let file = whole(path)?;
        own_folders(path).iter().filter_map(|folder| whole(folder)).find_map(|folder| {
            let (_, base) = self.folders.iter().find(|(of_base, _)| *of_base == folder)?;
            let inside = file.strip_prefix(folder.parent()?).ok()?.with_extension("");
            Some((*base, inside.to_string_lossy().replace('\\', "/")))
        })
    }

    /// Adds the bases elsewhere in the knowledge folder that use a file that was named and has suppressions. What cannot be read
    /// there is nothing of those who named the files.
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
        let folders: BTreeSet<PathBuf> = silencing.iter().filter_map(|(_, path)| folder_of(path)).collect();
        let holders: BTreeSet<PathBuf> = folders
            .iter()
            .flat_map(|folder| folders::rule_files(folder))
            .map(|file| files::folder_of(&file).to_owned())
            .collect();
        for folder in holders {
            for (root, path) in base_files(&mut self.project, &folder).unwrap_or_default() {
                if self.members.iter().chain(&self.users).any(|member| member.root == root) {
                    continue;
                }
                let files = self.project.program(root, &Library::around(&path, knowledge));
                if files.files.iter().any(|at| silencing.iter().any(|(known, _)| known == at)) {
                    let (is_whole, is_beside, statistics) = (false, true, None);
                    self.users.push(Member { root, is_base: true, is_whole, is_beside, files, statistics });
                }
            }
        }
    }

    /// Whether a suppression is for something that is found in another base of the knowledge folder, or may be.
    fn is_for_users(&self, unused: &Diagnostic, checked: &mut BTreeMap<usize, Checked>) -> bool {
        let file = unused.label.span.file;
        let Some(at) = self.project.index(file) else { return false };
        self.users.iter().filter(|user| user.files.files.contains(&at)).any(|user| {
            let checked = checked.entry(user.root).or_insert_with(|| self.check_member(user));
            !checked.diagnostics.contains(unused)
        })
    }

    /// Resolves and checks every program.
    ///
    /// Programs know nothing of each other, so they are shared among the cores.
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

    /// Resolves and checks files that no program uses, each with what it uses: for those who look at them. What is to
    /// be said of them is part of [`Programs::diagnostics`].
    pub fn check_strays(&self) -> Vec<Checked> {
        self.strays.iter().map(|stray| check_program(&self.project, &stray.files, None)).collect()
    }

    /// Resolves and checks one program together with a query.
    pub fn ask(&self, member: &Member, query: &Body) -> Checked {
        check_program(&self.project, &member.files, Some(query))
    }

    /// Resolves and checks one program together with several queries.
    pub fn ask_all(&self, member: &Member, queries: &[&Body]) -> Checked {
        check_asked(&self.project, &member.files, queries)
    }

    /// What there is to say of the programs to somebody who named these paths; `checked` are the members in
    /// their order.
    pub fn diagnostics(&self, checked: &[Checked]) -> Vec<Diagnostic> {
        let said = |message: &Diagnostic| message.code == Code::BadStatistics || self.is_said(message);
        let meant = self.members.iter().zip(checked).filter(|(member, _)| !member.is_beside);
        let mut found = together_where(meant.map(|(_, checked)| checked), said);
        let meant = self.members.iter().filter(|member| !member.is_beside);
        let roots: Vec<usize> = meant.map(|member| member.root).collect();
        let mut of_users = BTreeMap::new();
        found.retain(|message| {
            message.code != Code::UnusedAllow || !self.is_for_users(message, &mut of_users)
        });
        found.extend(namesakes(&self.project, &roots));
        found = policy::beside_forgotten(found, |message| self.forgotten_asks(message));
        found.extend(self.strays.iter().flat_map(|stray| self.of_stray(stray)));
        found.retain(said);
        found
    }

    /// Whether a message is for whoever named the files: a mistake in a program that he named, or what else is to be
    /// said of his own files.
    fn is_said(&self, message: &Diagnostic) -> bool {
        match message.severity {
            Severity::Error => self.concerns(message.label.span.file),
            Severity::Warning | Severity::Hint => self.is_own(message.label.span.file),
        }
    }

    /// Whether a forgotten file has the name that a message points at.
    fn forgotten_asks(&self, message: &Diagnostic) -> bool {
        let sources = &self.project.sources;
        let name = sources.text(message.label.span);
        let mut files = self.strays.iter().flat_map(|stray| self.project.trees(&stray.files));
        files.any(|tree| tree.id != message.label.span.file && sources.file(tree.id).text().contains(name))
    }

    /// What is to be said of a forgotten file: whether it can be read, and that it was forgotten.
    fn of_stray(&self, stray: &Stray) -> Vec<Diagnostic> {
        let trees = self.project.trees(&stray.files);
        let of_text = self.project.diagnostics.iter();
        let of_text = of_text.filter(|message| trees.iter().any(|tree| tree.id == message.label.span.file));
        let found = of_text.chain(&stray.message).cloned().collect();
        policy::of_forgotten(&trees, found)
    }

    /// Whether a file was named, or belongs to a program that was named whole.
    pub fn concerns(&self, file: FileId) -> bool {
        let Some(at) = self.project.index(file).or_else(|| self.project.reads_facts(file)) else {
            return false;
        };
        self.named.contains(&at)
            || self.members.iter().any(|member| member.is_whole && member.files.files.contains(&at))
    }

    /// Whether a file was named, or lies in the folder of a base that was named.
    pub fn is_own(&self, file: FileId) -> bool {
        let at = self.project.index(file).or_else(|| self.project.reads_facts(file));
        at.is_some_and(|at| self.own.contains(&at))
    }

    /// Where on this machine something stands that counts for the programs: their files, and what lies beside bases or
    /// would if it were there.
    pub fn places(&self) -> Vec<PathBuf> {
        let files = self.project.places().chain(self.project.table_places()).map(Path::to_owned);
        files.chain(self.folders.iter().map(|(folder, _)| folder.join(STATISTICS_FILE))).collect()
    }

    /// How the file that stands for a program is called.
    pub fn name(&self, member: &Member) -> &str {
        self.project.sources.file(self.project.tree(member.root).id).name()
    }
}

/// Reads files, each once, with their places among the trees.
fn open_all(project: &mut Project, files: &[PathBuf]) -> Result<Vec<(usize, PathBuf)>, PathError> {
    let opened = project.open_all(files);
    let opened = opened.map_err(|(path, error)| PathError::Unreadable(path, error))?;
    let mut seen = BTreeSet::new();
    let all = opened.into_iter().zip(files.iter().cloned());
    Ok(all.filter(|(at, _)| seen.insert(*at)).collect())
}

fn open(project: &mut Project, path: &Path) -> Result<usize, PathError> {
    project.open(path).map_err(|error| PathError::Unreadable(path.to_owned(), error))
}

/// A path spelt in the one way that places are told apart by.
fn whole(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    path.canonicalize().ok()
}

/// The bases directly in a folder. A file without the word `base` is not parsed.
fn base_files(project: &mut Project, folder: &Path) -> Result<Vec<(usize, PathBuf)>, PathError> {
    // A text that was never saved may stand in a folder that is not there, and a folder above may be closed.
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
