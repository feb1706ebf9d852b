//! The rule files of a base: what was read of them, and what is made of them besides answers.

use std::sync::Arc;

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::{FileId, Sources};
use blanche_compiler::interpret::Machine;
use blanche_compiler::manual::Manual;
use blanche_compiler::plan::{self, Estimate, Statistics};
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::project::{Files, Library, Project};
use blanche_compiler::runtime::Limits;
use blanche_compiler::syntax::ast;
use blanche_compiler::{Checked, load};

use super::QuestionIds;
use super::back_end::Interpreter;
use super::load::{self as loading, Origin};
use super::{Base, LoadError, Subject};

/// The rule files of a base, parsed and checked without an error.
#[derive(Clone, Debug)]
pub struct Texts {
    /// The files and their trees.
    pub(super) project: Project,
    /// The file that says that it is a base.
    pub(super) root: usize,
    pub(crate) program: Arc<Program>,
    /// What was measured of its literals.
    pub(super) statistics: Statistics,
    pub(crate) warnings: Vec<Diagnostic>,
    /// The hash of the files.
    pub(super) hash: u64,
}

impl Texts {
    /// The program that the files make.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// What the planner expects of each of the rules, in their order. Of rules that it cannot plan it expects nothing.
    pub fn estimates(&self) -> Vec<Estimate> {
        let Texts { program, statistics, .. } = self;
        let plan = plan::plan_with(program, statistics).or_else(|_| plan::plan(program));
        let of = |rule: &RuleId| {
            plan.as_ref().map_or(Estimate::default(), |plan| plan.rules[rule.index()].body.estimate)
        };
        QuestionIds::of(program).rules().iter().map(of).collect()
    }

    /// The project and the files of the base, for those who add to them.
    pub fn files(&self) -> (Project, Files) {
        let at = |id: &FileId| self.project.index(*id).expect("the files of a base were parsed");
        let files = self.program.files.iter().map(at).collect();
        (self.project.clone(), Files { files, incomplete: false })
    }

    /// What was measured of its literals.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What the files declare, derive and claim, in the words of their doc comments.
    pub fn manual(&self) -> Manual {
        // Which files are used is known already, so nothing is looked for.
        let mut project = self.project.clone();
        manual(&mut project, self.root)
    }

    /// The places of the files that lie on disk.
    pub(crate) fn places(&self) -> Box<dyn Iterator<Item = &std::path::Path> + '_> {
        Box::new(self.project.places())
    }

    /// The hash of the files.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The texts of the files.
    pub fn sources(&self) -> &Sources {
        &self.project.sources
    }

    /// What is to be said of the files though they run.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Its warnings about files in its own folder, with the texts that they speak of. What is to be said of files that it only uses
    /// is for their authors.
    pub fn own_warnings(&self) -> Option<(&Sources, Vec<Diagnostic>)> {
        let is_own = |message: &&Diagnostic| {
            let file = self.project.index(message.label.span.file);
            file.is_none_or(|file| self.project.is_in_folder_of(file, self.root))
        };
        let own: Vec<Diagnostic> = self.warnings.iter().filter(is_own).cloned().collect();
        (!own.is_empty()).then_some((&self.project.sources, own))
    }

    /// Whether its author can change a file: of texts in a folder, what is built in and used by them is not his.
    pub fn can_be_changed(&self, file: FileId) -> bool {
        let is_on_disk = |file| self.project.index(file).is_some_and(|at| self.project.is_on_disk(at));
        is_on_disk(file) || !is_on_disk(self.project.tree(self.root).id)
    }

    /// The trees of the files, in the order in which their rules count.
    pub fn trees(&self) -> impl Iterator<Item = &ast::File> {
        let at = |id: &FileId| self.project.index(*id).expect("the files of a base were parsed");
        self.program.files.iter().map(move |id| self.project.tree(at(id)))
    }

    /// The name and the text of one of the files.
    pub fn source(&self, file: FileId) -> (&str, &str) {
        let source = self.project.sources.file(file);
        (source.name(), source.text())
    }

    /// The same files with another text in the place of one, and what is made of them.
    ///
    /// # Panics
    /// When the file is none of them.
    pub fn checked_with(&self, file: FileId, text: &str) -> (Project, Checked) {
        let mut project = self.project.clone();
        project.replace(project.index(file).expect("a file of the base"), text);
        // Where files are found was asked when the base was opened.
        let checked = load(&mut project, self.root, &Library::default());
        (project, checked)
    }
}

impl<S: Subject> Base<S> {
    /// Its files. Those of a built-in base are parsed here when they are first needed.
    pub fn texts(&self) -> &Texts {
        self.texts.get_or_init(|| loading::built_in_texts(self.name()))
    }

    /// The warnings about files in its own folder; none of a built-in base.
    pub fn own_warnings(&self) -> Option<(&Sources, Vec<Diagnostic>)> {
        self.texts.get()?.own_warnings()
    }

    /// Its interpreter.
    pub(super) fn interpreter(&self) -> &Interpreter<S> {
        self.interpreter.get_or_init(|| {
            let texts = self.texts();
            // It was planned before it was compiled, perhaps by other numbers.
            let plan =
                plan::plan_with(&texts.program, &texts.statistics).or_else(|_| plan::plan(&texts.program));
            let plan = plan.unwrap_or_else(|_| unreachable!("what is compiled was planned"));
            let machine = Machine::new(&texts.program, &plan, self.limits);
            let machine = machine
                .unwrap_or_else(|_| unreachable!("what is compiled asks nothing that facts do not answer"));
            let machine = match &self.stop {
                Some(sign) => machine.stopped_by(Arc::clone(sign)),
                None => machine,
            };
            Interpreter::new(machine, &texts.program)
        })
    }

    /// The same base with another text in the place of a file's. It uses the same files and the same measured numbers,
    /// has the same sidecar files, and is interpreted; a question to it may take as much work as is said.
    ///
    /// # Errors
    /// When its rules have mistakes then.
    ///
    /// # Panics
    /// When the file is none of the base.
    pub fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<Base<S>, LoadError> {
        let (project, mut checked) = self.texts().checked_with(file, text);
        checked.statistics = self.texts().statistics.clone();
        let origin = Origin { project, root: self.texts().root, sidecars: self.sidecars.clone() };
        Base::ready(origin, checked, limits, |_| None)
    }
}

/// The manual of a file with all that it uses: what stands beside the file comes first, and what it takes from elsewhere behind.
pub(super) fn manual(project: &mut Project, root: usize) -> Manual {
    let checked = load(project, root, &Library::default());
    let mut manual = Manual::of(project, &checked);
    let places = checked.files.iter().filter_map(|id| project.index(*id));
    let is_own: Vec<bool> = places.map(|at| project.is_in_folder_of(at, root)).collect();
    let mut files: Vec<_> = is_own.into_iter().zip(std::mem::take(&mut manual.files)).collect();
    files.sort_by_key(|(is_own, _)| !is_own);
    manual.files = files.into_iter().map(|(_, file)| file).collect();
    manual
}
