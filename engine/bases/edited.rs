//! A base with the text of one of its files changed, in memory: what becomes of its answers then.

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::FileId;
use blanche_compiler::plan::Statistics;
use blanche_compiler::project::{Files, Library, Project};
use blanche_compiler::runtime::Limits;
use blanche_compiler::syntax::ast;
use blanche_compiler::{Checked, load};

use super::{Base, LoadError};

impl Base {
    /// The trees of its files, in the order in which their rules count.
    pub fn trees(&self) -> impl Iterator<Item = &ast::File> {
        let at = |id: &FileId| self.project.index(*id).expect("the files of a base were parsed");
        self.program.files.iter().map(move |id| self.project.tree(at(id)))
    }

    /// The name and the text of one of its files.
    pub fn source(&self, file: FileId) -> (&str, &str) {
        let source = self.project.sources.file(file);
        (source.name(), source.text())
    }

    /// Its texts and the files that it consists of, for those who add to them.
    pub fn texts(&self) -> (Project, Files) {
        let at = |id: &FileId| self.project.index(*id).expect("the files of a base were parsed");
        let files = self.program.files.iter().map(at).collect();
        (self.project.clone(), Files { files, incomplete: false })
    }

    /// What was measured of its literals.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The same base with another text in the place of a file's. It uses the same files and the same measured numbers,
    /// has the same texts beside it, and is interpreted; a question to it may take as much work as is said.
    ///
    /// # Errors
    /// When its rules have mistakes then.
    ///
    /// # Panics
    /// When the file is none of the base.
    pub fn edited(&self, file: FileId, text: &str, limits: Limits) -> Result<Base, LoadError> {
        let (project, mut checked) = self.checked_with(file, text);
        checked.statistics = self.statistics.clone();
        Base::ready(project, self.root, checked, None, self.sidecars.clone(), limits)
    }

    /// What the checks say when a file has another text, which takes a small part of the time of [`Base::edited`].
    ///
    /// # Panics
    /// When the file is none of the base.
    pub fn messages_with(&self, file: FileId, text: &str) -> Vec<Diagnostic> {
        self.checked_with(file, text).1.diagnostics
    }

    fn checked_with(&self, file: FileId, text: &str) -> (Project, Checked) {
        let mut project = self.project.clone();
        project.replace(project.index(file).expect("a file of the base"), text);
        // Where files are found was asked when the base was opened.
        let checked = load(&mut project, self.root, &Library::default());
        (project, checked)
    }
}
