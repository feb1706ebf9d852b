//! The rule files of a base: the parsed program and information that is derived from it, such as estimates, warnings
//! and the manual.

use std::sync::Arc;

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::{FileId, Sources};
use blanche_compiler::interpret::Machine;
use blanche_compiler::manual::Manual;
use blanche_compiler::plan::{self, Estimate, Statistics};
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::project::{Files, Project, SearchPath};
use blanche_compiler::runtime::Limits;
use blanche_compiler::syntax::ast;
use blanche_compiler::{Checked, load};
use blanche_sorted::Arrange;

use super::QuestionIds;
use super::back_end::Interpreter;
use super::load::{self as loading, Origin};
use super::{Base, LoadError, Subject};

/// The rule files of a base, parsed and checked without errors.
#[derive(Clone, Debug)]
pub struct RuleFiles {
    /// The files and their syntax trees.
    pub(super) project: Project,
    /// The index of the file that declares the base.
    pub(super) root: usize,
    pub(crate) program: Arc<Program>,
    /// Measured statistics of the literals in the files.
    pub(super) statistics: Statistics,
    pub(crate) warnings: Vec<Diagnostic>,
    /// The hash of the files.
    pub(super) hash: u64,
}

impl RuleFiles {
    /// The checked program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The planner's estimate for each rule, in order. If the rules cannot be planned, every rule gets the default
    /// estimate.
    pub fn estimates(&self) -> Vec<Estimate> {
        let RuleFiles { program, statistics, .. } = self;
        let plan = plan::plan_with(program, statistics).or_else(|_| plan::plan(program));
        let of = |rule: &RuleId| {
            plan.as_ref().map_or(Estimate::default(), |plan| plan.rules[rule.index()].body.estimate)
        };
        QuestionIds::of(program).rules().iter().map(of).collect()
    }

    /// A copy of the project and of the base's files, to which the caller can add further files.
    pub fn files(&self) -> (Project, Files) {
        let at = |id: &FileId| self.project.index(*id).expect("the files of a base were parsed");
        let files = self.program.files.iter().map(at).collect();
        (self.project.clone(), Files { files, incomplete: false })
    }

    /// Measured statistics of the literals in the files.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The manual of the base: what its files declare, derive and claim, with their doc comments.
    pub fn manual(&self) -> Manual {
        // No search path is needed, because the project already contains all files that are used.
        let mut project = self.project.clone();
        manual(&mut project, self.root)
    }

    /// The paths of the files that are on disk.
    pub(crate) fn places(&self) -> Box<dyn Iterator<Item = &std::path::Path> + '_> {
        Box::new(self.project.places())
    }

    /// The hash of the files.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The source texts of the files.
    pub fn sources(&self) -> &Sources {
        &self.project.sources
    }

    /// The warnings about the files.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The warnings about files in the base's own folder, with the sources that the warnings refer to; `None` if there
    /// are no such warnings. Warnings about other files are left to the authors of those files.
    pub fn own_warnings(&self) -> Option<(&Sources, Vec<Diagnostic>)> {
        let is_own = |message: &&Diagnostic| {
            let file = self.project.index(message.label.span.file);
            file.is_none_or(|file| self.project.is_in_folder_of(file, self.root))
        };
        let own: Vec<Diagnostic> = self.warnings.iter().filter(is_own).cloned().collect();
        (!own.is_empty()).then_some((&self.project.sources, own))
    }

    /// Whether the author of the base can edit a file. Built-in files are read-only, unless the base itself is built
    /// in.
    pub fn can_be_changed(&self, file: FileId) -> bool {
        let is_on_disk = |file| self.project.index(file).is_some_and(|at| self.project.is_on_disk(at));
        is_on_disk(file) || !is_on_disk(self.project.tree(self.root).id)
    }

    /// Whether a file is in the folder of the base. Files that the base shares with others are outside.
    pub fn is_own(&self, file: FileId) -> bool {
        self.project.index(file).is_some_and(|at| self.project.is_in_folder_of(at, self.root))
    }

    /// The syntax trees of the files, in the order in which their rules are tried.
    pub fn trees(&self) -> impl Iterator<Item = &ast::File> {
        let at = |id: &FileId| self.project.index(*id).expect("the files of a base were parsed");
        self.program.files.iter().map(move |id| self.project.tree(at(id)))
    }

    /// The name and the text of a file of the base.
    pub fn source(&self, file: FileId) -> (&str, &str) {
        let source = self.project.sources.file(file);
        (source.name(), source.text())
    }

    /// Checks a copy of the base in which `file` has the text `text`.
    ///
    /// # Panics
    /// If `file` does not belong to the base.
    pub fn checked_with(&self, file: FileId, text: &str) -> (Project, Checked) {
        let mut project = self.project.clone();
        project.replace(project.index(file).expect("a file of the base"), text);
        // The locations of used files were resolved when the base was opened.
        let checked = load(&mut project, self.root, &SearchPath::default());
        (project, checked)
    }
}

impl<S: Subject> Base<S> {
    /// The rule files of the base. If the base is built in, they are parsed on first use.
    pub fn rule_files(&self) -> &RuleFiles {
        self.rule_files.get_or_init(|| loading::built_in_rule_files(self.name()))
    }

    /// The warnings about files in the base's own folder; `None` for a built-in base.
    pub fn own_warnings(&self) -> Option<(&Sources, Vec<Diagnostic>)> {
        self.rule_files.get()?.own_warnings()
    }

    /// The interpreter, created on first use.
    pub(super) fn interpreter(&self) -> &Interpreter<S> {
        self.interpreter.get_or_init(|| {
            let rule_files = self.rule_files();
            // Planning cannot fail: the same rules were planned when they were compiled, perhaps with other statistics.
            let plan = plan::plan_with(&rule_files.program, &rule_files.statistics)
                .or_else(|_| plan::plan(&rule_files.program));
            let plan = plan.unwrap_or_else(|_| unreachable!("what is compiled was planned"));
            let machine = Machine::new(&rule_files.program, &plan, self.limits);
            let machine = machine
                .unwrap_or_else(|_| unreachable!("what is compiled asks nothing that facts do not answer"));
            let machine = match &self.stop {
                Some(sign) => machine.stopped_by(Arc::clone(sign)),
                None => machine,
            };
            Interpreter::new(machine, &rule_files.program)
        })
    }

    /// Returns a copy of the base in which `file` has the text `text`. The copy keeps the other files, the statistics
    /// and the sidecar files. Its rules are interpreted, with `limits` for each query.
    ///
    /// # Errors
    /// If the edited rules have mistakes.
    ///
    /// # Panics
    /// If `file` does not belong to the base.
    pub fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<Base<S>, LoadError> {
        let (project, mut checked) = self.rule_files().checked_with(file, text);
        checked.statistics = self.rule_files().statistics.clone();
        let origin = Origin { project, root: self.rule_files().root, sidecars: self.sidecars.clone() };
        Base::ready(origin, checked, limits, |_| None)
    }
}

/// The manual of a file and of everything that it uses. Files in the same folder come first.
pub(super) fn manual(project: &mut Project, root: usize) -> Manual {
    let checked = load(project, root, &SearchPath::default());
    let mut manual = Manual::of(project, &checked);
    let places = checked.files.iter().filter_map(|id| project.index(*id));
    let is_own: Vec<bool> = places.map(|at| project.is_in_folder_of(at, root)).collect();
    let mut files: Vec<_> = is_own.into_iter().zip(std::mem::take(&mut manual.files)).collect();
    files.arrange_by_key(|(is_own, _)| !is_own);
    manual.files = files.into_iter().map(|(_, file)| file).collect();
    manual
}
