//! A base as Rust code and rule text, from which a program can be built that contains the base in compiled form.

use std::path::{Path, PathBuf};

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::emit::{self, Unit};
use blanche_compiler::files;
use blanche_compiler::{STATISTICS_FILE, plan};
use blanche_sorted::SortedMap;

use super::rule_files::RuleFiles;
use super::sidecars::Sidecars;
use super::{Base, Subject, TextBase};

/// A base in the form in which it is compiled into another program.
#[derive(Clone, Debug)]
pub struct PortableBase {
    /// The name of the base, such as `mine`.
    pub name: String,
    /// Whether the rule files define a whole game. If not, the domain of the base needs a host.
    pub is_game: bool,
    /// The rule files that were read from disk. The keys are the paths under which `use` finds them in a knowledge
    /// folder.
    pub knowledge: SortedMap<String, String>,
    /// The sidecar files, by path.
    pub sidecars: SortedMap<String, String>,
    /// The folder of the base; `None` if it is built in.
    pub folder: Option<PathBuf>,
}

/// The rules of a base as Rust source.
#[derive(Clone, Debug)]
pub struct GeneratedRust {
    /// The source files of a module, with their names. The module's main file is first.
    pub files: Vec<(String, String)>,
    /// The name of the submodule that defines the base. Its function `base` returns the base.
    pub base: String,
}

impl PortableBase {
    fn of(rule_files: &RuleFiles, sidecars: &Sidecars) -> PortableBase {
        let name = rule_files.program.base.clone().unwrap_or_default();
        let knowledge = rule_files.project.in_memory(rule_files.root, &name);
        let mut beside: SortedMap<String, String> = SortedMap::new();
        let mut add = |file: &str, bytes: &[u8]| {
            beside.insert(format!("{name}/{file}"), String::from_utf8_lossy(bytes).into_owned());
        };
        sidecars.each().for_each(|(file, bytes)| add(file, bytes));
        let folder = rule_files.project.place(rule_files.root).and_then(Path::parent);
        if let Some(bytes) = folder.and_then(|folder| {
            files::beside(folder, STATISTICS_FILE).and_then(|path| files::read(&path)).ok()
        }) {
            add(STATISTICS_FILE, &bytes);
        }
        PortableBase {
            is_game: rule_files.program.game.is_some(),
            name,
            knowledge,
            sidecars: beside,
            folder: folder.map(Path::to_owned),
        }
    }
}

impl RuleFiles {
    /// Generates the rules as Rust code for a package that depends on this library under the name `library`. If the
    /// domain has a host, the generated code re-exports the host's module from the library.
    ///
    /// # Errors
    /// A message if the rules exceed the limits of code emission.
    pub fn rust(&self, library: &str) -> Result<GeneratedRust, Box<Diagnostic>> {
        let plan = plan::plan_with(&self.program, &self.statistics)?;
        let name = self.program.base.as_deref().unwrap_or_default();
        let units = [Unit { name, program: &self.program, plan: &plan, hash: self.hash }];
        let modules = emit::emit_bases(&self.project.sources, &units)?;
        let base = modules.last().map(|module| module.name.clone()).unwrap_or_default();
        let mut files = emit::in_files(&modules);
        if let (None, Some(module), Some(domain)) =
            (&self.program.game, units[0].domain_module(), &self.program.domain)
        {
            let domain = emit::module_name(domain);
            files[0].1.push_str(&format!("\npub use ::{library}::rules::{domain} as {module};\n"));
        }
        Ok(GeneratedRust { files, base })
    }
}

impl<S: Subject> Base<S> {
    /// The files that another program needs to contain this base.
    pub fn portable(&self) -> PortableBase {
        PortableBase::of(self.rule_files(), &self.sidecars)
    }
}

impl TextBase {
    /// The files that another program needs to contain this base.
    pub fn portable(&self) -> PortableBase {
        PortableBase::of(self.rule_files(), &self.sidecars)
    }
}
