//! Knowledge bases: sets of rules about a game, built in or from a folder. One type, [`Base`], hides whether the rules
//! are compiled or interpreted.
//!
//! A built-in base contains both its compiled rules and its rule files, so it can also be interpreted. Its files are
//! parsed only when they are first needed, by the interpreter, a proof tree or the manual. A folder is read at run
//! time. If its files are identical to those of a compiled base, the compiled rules are used for it too. Both back
//! ends, compiled and interpreted, give the same answers to every query.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Subject`] | the object on which rules are evaluated, such as a position |
//! | [`queried_exports`] | the exports that programs query by name |
//! | `back_end` | the interface of a back end, and its two implementations |
//! | [`Question`] | a rule, score, export, preference or draw as a query |
//! | [`BackendBase`] | queries, written once for both back ends |
//! | `declared` | the types of declarations: rules, exports, scores, preferences, draws |
//! | `contents` | collects declarations from compiled rules or a program |
//! | [`Dependencies`] | everything that a query depends on |
//! | `inherited` | rules that a base shares with another base |
//! | `rule_files` | the rule files of a base: program, warnings, edited copies, the manual |
//! | [`TextBase`] | bases whose rule files define the whole game, without a host |
//! | [`learned`] | files written by a learning program |
//! | `load` | opens a base by name or from a folder |
//! | [`PortableBase`] | a base as Rust code and rule text, to be compiled into another program |
//! | [`IllegalMove`] | illegal moves named by a base |
//! | [`sidecars`] | the files that lie next to the rules |

mod back_end;
mod contents;
mod declared;
mod dependencies;
mod illegal_moves;
mod inherited;
pub mod learned;
mod load;
mod portable;
pub mod queried_exports;
mod queries;
mod question;
mod rule_files;
pub mod sidecars;
mod subject;
mod text_base;

pub use declared::{Contents, Draw, Export, Preference, Rule, Score};
pub use dependencies::Dependencies;
pub use illegal_moves::{IllegalMove, MoveSource};
pub(crate) use load::Folder;
pub use load::{LoadError, Note, folder_name};
pub use portable::{GeneratedRust, PortableBase};
pub use queries::{BackendBase, Term};
pub use question::Question;
pub use question::QuestionIds;
pub use rule_files::RuleFiles;
pub use subject::Subject;
pub use text_base::TextBase;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use blanche_compiler::runtime::Limits;

use crate::built_in;

use back_end::{Compiled, Interpreter};
use illegal_moves::IllegalMoves;
use queries::AbortedQueries;
use sidecars::Sidecars;

/// The base that is used by default.
pub const DEFAULT_BASE: &str = "renju";

/// The two back ends that can evaluate rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Rules that were compiled to Rust when the program was built.
    Compiled,
    /// Rules that are interpreted at run time.
    Interpreted,
}

impl std::fmt::Display for Backend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Backend::Compiled => "compiled",
            Backend::Interpreted => "interpreted",
        })
    }
}

/// A knowledge base that answers queries about subjects `S`.
pub struct Base<S: Subject> {
    contents: Contents,
    /// For each rule, the player for whom it claims a win.
    owners: Vec<S::Player>,
    /// For each preference, the player whose moves it values.
    preferring: Vec<S::Player>,
    compiled: Option<Compiled<S>>,
    /// The rule files. For a built-in base, they are parsed on first use.
    rule_files: OnceLock<RuleFiles>,
    /// The interpreter. If the rules are also compiled, it is created on first use.
    interpreter: OnceLock<Interpreter<S>>,
    sidecars: Sidecars,
    limits: Limits,
    /// The stop flag, if there is one. When it is set, the interpreter aborts its queries.
    stop: Option<Arc<AtomicBool>>,
    notes: Vec<Note>,
    /// The illegal moves named by the base, recorded as programs encounter them.
    illegal_moves: IllegalMoves<S>,
    aborted: AbortedQueries,
}

impl<S: Subject> Base<S> {
    /// The name of the base, such as `renju`.
    pub fn name(&self) -> &str {
        &self.contents.name
    }

    /// The declarations of the base.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The player for whom this rule claims a win.
    #[inline]
    pub fn owner(&self, rule: usize) -> S::Player {
        self.owners[rule]
    }

    /// The index of the export with this name for this player. An export that is not specific to a player matches every
    /// player.
    pub fn export(&self, name: &str, player: S::Player) -> Option<usize> {
        self.contents.export(name, &player.to_string())
    }

    /// Returns this base with a stop flag. Soon after the flag is set, the interpreter aborts every query with the
    /// error that it also returns at the step limit.
    #[must_use]
    pub fn stopped_by(mut self, sign: Arc<AtomicBool>) -> Base<S> {
        if let Some(interpreter) = self.interpreter.take() {
            let stopped = interpreter.map(|machine| machine.stopped_by(Arc::clone(&sign)));
            self.interpreter = OnceLock::from(stopped);
        }
        Base { stop: Some(sign), ..self }
    }

    /// The stop flag set with [`Base::stopped_by`].
    pub fn stop(&self) -> Option<&Arc<AtomicBool>> {
        self.stop.as_ref()
    }

    /// The limits of work for a single query.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Notes for the user from loading the base.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Whether the base can be queried with this back end. A base from a folder that differs from every compiled base
    /// can only be interpreted.
    pub fn has(&self, backend: Backend) -> bool {
        backend == Backend::Interpreted || self.compiled.is_some()
    }

    /// The available back ends, the interpreter first.
    pub fn backends(&self) -> Vec<Backend> {
        [Backend::Interpreted, Backend::Compiled].into_iter().filter(|backend| self.has(*backend)).collect()
    }

    /// The faster of the available back ends.
    pub fn backend(&self) -> Backend {
        if self.compiled.is_some() { Backend::Compiled } else { Backend::Interpreted }
    }

    /// The bases that are compiled into this program.
    pub fn built_in() -> Vec<BuiltIn> {
        let bases = S::compiled();
        bases
            .iter()
            .map(|base| BuiltIn { name: base.name, doc: base.doc, hash: base.hash, rules: base.rules.len() })
            .collect()
    }
}

/// A base that is compiled into this program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The name of the base, such as `renju`.
    pub name: &'static str,
    /// The doc comment of the base.
    pub doc: &'static str,
    /// The hash of its rule files.
    pub hash: u64,
    /// The number of its rules.
    pub rules: usize,
}

/// The files that are compiled into this program, both rule files and sidecar files. Each is a pair of its path,
/// relative to a knowledge folder, and its text.
pub fn built_in_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    built_in::knowledge().iter().chain(built_in::sidecars()).copied()
}
