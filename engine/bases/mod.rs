//! Knowledge bases: built in or from a folder, compiled and interpreted, behind one type.
//!
//! A built-in base has its rules compiled in, and its rule files too, so that it can also be interpreted: its files are
//! parsed when the interpreter, a proof tree or the manual first needs them, and no sooner. A folder is read at run time;
//! where its files are those of a compiled base, to the letter, the compiled rules stand for it as well. Questions go to
//! either back end and have the same answers.
//!
//! | module | what it holds |
//! |---|---|
//! | [`Subject`] | what the rules of a base are asked about |
//! | [`asked`] | the exports that programs ask for by name |
//! | `back_end` | what a back end must answer, and the two that do |
//! | [`Question`] | a rule, a score or an export |
//! | [`Asking`] | what programs ask, written once for both back ends |
//! | `declared` | rules, exports, scores and preferences as programs see them |
//! | `contents` | what a base declares, from compiled rules or a program |
//! | [`Reach`] | all that a question asks, directly or not |
//! | `inherited` | rules that a base has from another one |
//! | `texts` | the rule files of a base: program, warnings, edited copies, the manual |
//! | [`TextBase`] | bases whose games stand in their text, with no host behind them |
//! | [`learned`] | files that a learner has written |
//! | `load` | a base opened by name or from a folder |
//! | [`Portable`] | a base as Rust and texts, for a program that is built with it |
//! | [`Unplayable`] | moves that a base named and that cannot be made |
//! | [`sidecars`] | the files beside the rules |

pub mod asked;
mod back_end;
mod contents;
mod declared;
mod inherited;
pub mod learned;
mod load;
mod portable;
mod question;
mod questions;
mod reach;
pub mod sidecars;
mod subject;
mod text_base;
mod texts;
mod unplayable;

pub use declared::{Contents, Draw, Export, Preference, Rule, Score};
pub(crate) use load::Folder;
pub use load::{LoadError, Note, folder_name};
pub use portable::{Portable, Rust};
pub use question::Question;
pub use question::QuestionIds;
pub use questions::{Asking, Term};
pub use reach::Reach;
pub use subject::Subject;
pub use text_base::TextBase;
pub use texts::Texts;
pub use unplayable::{Named, Unplayable};

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use blanche_compiler::runtime::Limits;

use crate::built_in;

use back_end::{Compiled, Interpreter};
use questions::GivenUp;
use sidecars::Sidecars;
use unplayable::Noticed;

/// The base that is asked when none is named.
pub const DEFAULT_BASE: &str = "renju";

/// Which back end answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// Rules that were compiled to Rust when the program was built.
    Compiled,
    /// Rules that are read at run time.
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

/// A knowledge base, ready to be asked about subjects `S`.
pub struct Base<S: Subject> {
    contents: Contents,
    /// By rule, the player for whom it claims a win.
    owners: Vec<S::Player>,
    /// By preference, the player whose moves it values.
    preferring: Vec<S::Player>,
    compiled: Option<Compiled<S>>,
    /// Its rule files: parsed when they are first needed, where it is built in.
    texts: OnceLock<Texts>,
    /// Made when it is first asked, where the rules are compiled too.
    interpreter: OnceLock<Interpreter<S>>,
    sidecars: Sidecars,
    limits: Limits,
    /// The interpreter gives up after this is set.
    stop: Option<Arc<AtomicBool>>,
    notes: Vec<Note>,
    /// Moves that it named and that cannot be made, as programs came by them.
    noticed: Noticed<S>,
    given_up: GivenUp,
}

impl<S: Subject> Base<S> {
    /// `renju`
    pub fn name(&self) -> &str {
        &self.contents.name
    }

    /// What it declares.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The player for whom this rule claims a win.
    #[inline]
    pub fn owner(&self, rule: usize) -> S::Player {
        self.owners[rule]
    }

    /// The export of this name that speaks of this player; one that speaks of nobody in particular answers for
    /// everybody.
    pub fn export(&self, name: &str, player: S::Player) -> Option<usize> {
        self.contents.export(name, &player.to_string())
    }

    /// The same base, whose interpreter gives every question up soon after this sign is set, as at the step limit.
    #[must_use]
    pub fn stopped_by(mut self, sign: Arc<AtomicBool>) -> Base<S> {
        if let Some(interpreter) = self.interpreter.take() {
            let stopped = interpreter.map(|machine| machine.stopped_by(Arc::clone(&sign)));
            self.interpreter = OnceLock::from(stopped);
        }
        Base { stop: Some(sign), ..self }
    }

    /// The sign of [`Base::stopped_by`].
    pub fn stop(&self) -> Option<&Arc<AtomicBool>> {
        self.stop.as_ref()
    }

    /// How much work one question may take.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What was noticed while it was loaded.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Whether a back end can answer. A folder that differs from every compiled base is interpreted only.
    pub fn has(&self, backend: Backend) -> bool {
        backend == Backend::Interpreted || self.compiled.is_some()
    }

    /// The back ends that can answer, the interpreter first.
    pub fn backends(&self) -> Vec<Backend> {
        [Backend::Interpreted, Backend::Compiled].into_iter().filter(|backend| self.has(*backend)).collect()
    }

    /// The faster of the back ends that can answer.
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

/// A compiled base in this program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// `renju`
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// The hash of its rule files.
    pub hash: u64,
    /// How many rules it has.
    pub rules: usize,
}

/// The files that are compiled into this program, by their paths below a knowledge folder: rules, and what lies beside
/// them.
pub fn built_in_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    built_in::knowledge().iter().chain(built_in::sidecars()).copied()
}
