//! A program on its way from its files to its plan: resolved, checked, and what is to be said of it. Each pass has a module of
//! its own; here they run one after the other.

mod edited;
mod forgotten;
mod in_context;
mod misnamed;
mod missorted;

pub(crate) use self::edited::Edited;
use crate::check;
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::files::{FileId, LARGEST, Sources, Span};
use crate::names::{self, Resolved};
use crate::plan::{self, BadLineReason, Plan, Statistics};
use crate::policy;
use crate::project::{Files, Library, Project};
use crate::syntax::ast;

/// A program that was read and checked.
#[derive(Debug)]
pub struct Checked {
    /// The program with what was found while names were resolved.
    pub resolved: Resolved,
    /// Its files.
    pub files: Vec<FileId>,
    /// Everything that is to be said of it, from its bytes to its meaning, suppressions applied.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a line that names a file could not be read, or names one that is not there.
    pub lacks_files: bool,
    /// A hash of all its texts.
    pub hash: u64,
    /// What was measured of its literals, if that was given ([`Checked::read_statistics`]).
    pub statistics: Statistics,
}

impl Checked {
    /// Takes up the measured numbers in a text beside the base, or reports why it cannot be read.
    pub fn take_statistics(&mut self, project: &Project, sidecar: FileId) {
        match project.unread(sidecar) {
            None => self.read_statistics(&project.sources, sidecar),
            Some(why) => self.miss_statistics(sidecar, why),
        }
    }

    /// Takes up the measured numbers in a text. A text that is none is reported as a warning: rules run without
    /// it, only slower. Of a program with errors nobody knows which predicates it will have without them, so only
    /// lines that are of no program at all are reported.
    pub fn read_statistics(&mut self, sources: &Sources, file: FileId) {
        let text = sources.file(file).text();
        if text.len() as u64 > LARGEST {
            return self.miss_statistics(file, &format!("it has more than {} MiB", LARGEST >> 20));
        }
        let (statistics, mut bad) = Statistics::parse_lines(&self.resolved.program, text);
        if has_errors(&self.diagnostics) {
            bad.retain(|bad| bad.reason != BadLineReason::Unknown);
        }
        match bad.into_iter().next() {
            None => self.statistics = statistics,
            Some(bad) => {
                let start: usize = text.split_inclusive('\n').take(bad.line - 1).map(str::len).sum();
                let length = text[start..].lines().next().map_or(0, str::len);
                let span = Span::new(file, start, start + length);
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::BadStatistics,
                        "statistics that are not of this base",
                        span,
                        bad.expected,
                    )
                    .hint("`noire statistics` writes them anew"),
                );
            }
        }
    }

    /// Reports measured numbers that cannot be read, with the reason.
    fn miss_statistics(&mut self, file: FileId, why: &str) {
        let (title, label) =
            ("statistics that are not used", format!("{why}, so the planner reckons without it"));
        let message = Diagnostic::new(Code::BadStatistics, title, Span::new(file, 0, 0), label);
        self.diagnostics.push(message.hint("`noire statistics` writes them anew"));
    }

    /// The plan of the program.
    ///
    /// # Errors
    /// A message where planning takes too long.
    pub fn plan(&self) -> Result<Plan, Box<Diagnostic>> {
        plan::plan_with(&self.resolved.program, &self.statistics)
    }
}

/// Resolves and checks the files of one program. Names that a forgotten file has are one mistake, and so is a declaration that
/// its uses contradict.
pub fn check_program(project: &Project, files: &Files, query: Option<&ast::Body>) -> Checked {
    check_asked(project, files, query.as_slice())
}

/// The same together with queries, which become rules in their order where they have no mistakes.
pub(crate) fn check_asked(project: &Project, files: &Files, queries: &[&ast::Body]) -> Checked {
    let mut checked = check_alone(project, files, queries);
    if queries.is_empty() {
        if let Some(told) = missorted::apply(project, files, &checked) {
            checked.diagnostics = told;
        }
        checked.diagnostics = forgotten::apply(project, files, checked.diagnostics);
    }
    checked
}

/// The same, and no other file is looked at.
fn check_alone(project: &Project, files: &Files, queries: &[&ast::Body]) -> Checked {
    let trees = project.trees(files);
    let ids: Vec<FileId> = trees.iter().map(|tree| tree.id).collect();
    let tables: Vec<FileId> = project.facts_files(files).collect();
    let queries = queries.iter().copied();
    let resolved =
        names::resolve(&project.sources, &trees, project.sharing(files), files.incomplete, queries);
    let of_text = project.diagnostics.iter().filter(|message| {
        let file = message.label.span.file;
        ids.contains(&file) || tables.contains(&file)
    });
    let of_text: Vec<Diagnostic> = of_text.cloned().collect();
    let of_meaning = check::check(&project.sources, &trees, &resolved, &of_text);
    let diagnostics = policy::of_program(&project.sources, &trees, of_text, of_meaning);
    let diagnostics = in_context::apply(&project.sources, &trees, &resolved.program, diagnostics);
    let diagnostics = misnamed::apply(&project.sources, &trees, diagnostics);
    let lacks_files = resolved.lacks_files;
    let hash = hash(&project.sources, &trees, tables);
    let statistics = Statistics::default();
    Checked { resolved, files: ids, diagnostics, lacks_files, hash, statistics }
}

/// Reads and checks the base in a folder or the program in a file, given how `use` finds files.
pub fn load(project: &mut Project, root: usize, library: &Library) -> Checked {
    let files = project.program(root, library);
    check_program(project, &files, None)
}

/// Checks one text that stands for itself: for tests, tools and examples.
pub fn check_text(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut project = Project::default();
    let root = project.add(name, text.as_bytes());
    let files = project.program(root, &Library::default());
    let checked = check_program(&project, &files, None);
    (project.sources, checked.diagnostics)
}

/// A hash of the texts of some files and files of facts (FNV-1a, 64 bits), line ends apart: it changes when a file does.
pub fn hash(sources: &Sources, files: &[&ast::File], of_facts: impl IntoIterator<Item = FileId>) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |byte: u8| {
        hash ^= u64::from(byte);
        hash = hash.wrapping_mul(0x0100_0000_01b3);
    };
    for file in files.iter().map(|file| file.id).chain(of_facts) {
        sources.file(file).text().bytes().filter(|byte| *byte != b'\r').for_each(&mut take);
        take(0);
    }
    hash
}

/// What is to be said of several programs together. A problem of a file that they share is said once; that
/// nobody uses something is said only where no program does.
pub fn together<'a>(programs: impl IntoIterator<Item = &'a Checked>) -> Vec<Diagnostic> {
    together_where(programs, |_| true)
}

/// The same, of the messages that concern somebody.
pub fn together_where<'a>(
    programs: impl IntoIterator<Item = &'a Checked>,
    concerns: impl Fn(&Diagnostic) -> bool,
) -> Vec<Diagnostic> {
    let finding = |checked: &'a Checked| policy::Finding {
        files: &checked.files,
        is_base: checked.resolved.program.base.is_some(),
        lacks_files: checked.lacks_files,
        diagnostics: &checked.diagnostics,
    };
    policy::of_programs(&programs.into_iter().map(finding).collect::<Vec<_>>(), concerns)
}
