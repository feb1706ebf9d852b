//! Checks a program: from its files through name resolution and checks to the final messages and the plan. Each pass
//! has its own module, and this file runs them in order.

mod edited_text;
mod forgotten_uses;
mod misnamed_definitions;
mod name_dependent_fixes;
mod wrong_sorts;

pub(crate) use self::edited_text::Edited;
use crate::check;
use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::files::{FileId, MAX_FILE_SIZE, Sources, Span};
use crate::fnv::fnv1a;
use crate::names::{self, Resolved};
use crate::plan::{self, BadLineReason, Plan, Statistics};
use crate::policy;
use crate::project::{Files, Project, SearchPath};
use crate::syntax::ast;

/// A resolved and checked program.
#[derive(Debug)]
pub struct Checked {
    /// The resolved program and the results of name resolution.
    pub resolved: Resolved,
    /// The files of the program.
    pub files: Vec<FileId>,
    /// All messages about the program, from those about its bytes to those about its meaning. Suppressed messages are
    /// removed.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a file of the program is missing, or a line that names a file could not be parsed.
    pub lacks_files: bool,
    /// A hash of the texts of all files.
    pub hash: u64,
    /// Measured statistics of literals. Empty unless they were read with [`Checked::read_statistics`].
    pub statistics: Statistics,
}

impl Checked {
    /// Reads statistics from a sidecar file of the base, or reports why the file cannot be read.
    pub fn take_statistics(&mut self, project: &Project, sidecar: FileId) {
        match project.unread(sidecar) {
            None => self.read_statistics(&project.sources, sidecar),
            Some(why) => self.miss_statistics(sidecar, why),
        }
    }

    /// Reads statistics from a text. A malformed text is reported as a warning, because rules also run without
    /// statistics, although more slowly. If the program has errors, its predicates are uncertain. Only lines that would
    /// be invalid for any program are then reported.
    pub fn read_statistics(&mut self, sources: &Sources, file: FileId) {
        let text = sources.file(file).text();
        if text.len() as u64 > MAX_FILE_SIZE {
            return self.miss_statistics(file, &format!("it has more than {} MiB", MAX_FILE_SIZE >> 20));
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
                        "statistics that do not fit this base",
                        span,
                        bad.expected,
                    )
                    .hint("`noire statistics` writes new ones"),
                );
            }
        }
    }

    /// Reports statistics that cannot be read, with the reason.
    fn miss_statistics(&mut self, file: FileId, why: &str) {
        let (title, label) = ("statistics that are not used", format!("{why}, so the planner ignores it"));
        let message = Diagnostic::new(Code::BadStatistics, title, Span::new(file, 0, 0), label);
        self.diagnostics.push(message.hint("`noire statistics` writes new ones"));
    }

    /// Plans the program.
    ///
    /// # Errors
    /// A message if planning takes too long.
    pub fn plan(&self) -> Result<Plan, Box<Diagnostic>> {
        plan::plan_with(&self.resolved.program, &self.statistics)
    }
}

/// Resolves and checks the files of one program. If a file that lacks a `use` line defines unknown names, they are
/// reported as one mistake. A declaration that most of its uses contradict is reported as one mistake too.
pub fn check_program(project: &Project, files: &Files, query: Option<&ast::Body>) -> Checked {
    check_with_queries(project, files, query.as_slice())
}

/// Resolves and checks the files of one program together with queries. The queries without mistakes become rules, in
/// the given order.
pub(crate) fn check_with_queries(project: &Project, files: &Files, queries: &[&ast::Body]) -> Checked {
    let mut checked = check_alone(project, files, queries);
    if queries.is_empty() {
        if let Some(merged) = wrong_sorts::apply(project, files, &checked) {
            checked.diagnostics = merged;
        }
        checked.diagnostics = forgotten_uses::apply(project, files, checked.diagnostics);
    }
    checked
}

/// Resolves and checks the files of one program with queries. No files outside the program are read.
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
    let diagnostics = name_dependent_fixes::apply(&project.sources, &trees, &resolved.program, diagnostics);
    let diagnostics = misnamed_definitions::apply(&project.sources, &trees, diagnostics);
    let lacks_files = resolved.lacks_files;
    let hash = hash(&project.sources, &trees, tables);
    let statistics = Statistics::default();
    Checked { resolved, files: ids, diagnostics, lacks_files, hash, statistics }
}

/// Loads and checks the base in a folder, or the program in a file. `search_path` determines in which folders the files
/// after `use` are searched.
pub fn load(project: &mut Project, root: usize, search_path: &SearchPath) -> Checked {
    let files = project.program(root, search_path);
    check_program(project, &files, None)
}

/// Checks a text that is a complete program. It is used by tests, tools and examples.
pub fn check_text(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut project = Project::default();
    let root = project.add(name, text.as_bytes());
    let files = project.program(root, &SearchPath::default());
    let checked = check_program(&project, &files, None);
    (project.sources, checked.diagnostics)
}

/// A hash of the texts of some files and data files (FNV-1a, 64 bits). Line endings have no effect on it.
pub fn hash(sources: &Sources, files: &[&ast::File], of_facts: impl IntoIterator<Item = FileId>) -> u64 {
    let text = |file: FileId| sources.file(file).text().bytes().filter(|byte| *byte != b'\r').chain([0]);
    fnv1a(files.iter().map(|file| file.id).chain(of_facts).flat_map(text))
}

/// The messages about several programs, combined. A message about a shared file is reported once. Something is reported
/// as unused only if no program uses it.
pub fn together<'a>(programs: impl IntoIterator<Item = &'a Checked>) -> Vec<Diagnostic> {
    together_where(programs, |_| true)
}

/// The messages about several programs, combined. Messages for which `concerns` returns `false` are left out.
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
