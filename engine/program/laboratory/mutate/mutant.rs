//! Mutants: a base with one thing changed in one clause or rule. All that there are, in the order of the text.
//!
//! ```text
//! left out    a literal, an action of several, a branch of an *or*; not the last thing that a body says
//! negated     a literal gets a `¬`, or loses it
//! swapped     two different arguments of one literal whose places have one sort; not of a predicate that is the same
//!             both ways, as `equal` is
//! constant    another constant of the sort of its place; of a number the one below and the one above; in heads, and the
//!             weights of scores and preferences, too
//! turned      a comparison has another operator; a player who is blocked draws or passes instead of losing
//! ```
//!
//! Of a game in text moves, effects, starts, draws, margins and facts are changed too; what a move does, when it does it and how
//! it goes on may be left out.
//! Only derivations that something asks are changed. The change is made in the text, so that the mutant is read, checked and
//! planned as if its author had written it.

use std::ops::Range;

use blanche_compiler::files::{FileId, Span};
use blanche_compiler::program::RuleId;

use super::collector::collected;
use noire_engine::bases::Texts;

/// Mutants are given this part of the work that a question to the base may take: ten times what any rule is expected to
/// need. A mutant without a literal that held its joins together would take minutes otherwise.
pub(crate) const SHARE: u64 = 10;

/// What is done to a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Change {
    /// It is taken away.
    LeftOut,
    /// It gets a `¬`, or loses it.
    Negated,
    /// Two of its arguments change places.
    Swapped,
    /// One of its constants is another one.
    Constant,
    /// It compares otherwise.
    Turned,
}

impl Change {
    /// All of them.
    pub(crate) const ALL: [Change; 5] =
        [Change::LeftOut, Change::Negated, Change::Swapped, Change::Constant, Change::Turned];

    /// Its word in tables.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Change::LeftOut => "left out",
            Change::Negated => "negated",
            Change::Swapped => "swapped",
            Change::Constant => "constant",
            Change::Turned => "turned",
        }
    }
}

/// A game with one thing changed in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mutant {
    /// Where and what: `renju/level-5.blanche: z.threat for white: ¬equal(Field1, Field2) left out`. It has no number of
    /// a line in it, so that it stays what it is when something else is edited.
    pub(crate) name: String,
    /// The rule or the derivation: `z.threat for white`, `forbidden(Field), clause 2`.
    pub(crate) item: String,
    /// What is changed, as it is written.
    pub(crate) before: String,
    /// What stands there then; nothing where it is left out.
    pub(crate) after: Option<String>,
    /// What is done.
    pub(crate) change: Change,
    /// What is changed in the text.
    pub(crate) span: Span,
    /// What can answer otherwise, or go on otherwise: rules, scores, preferences, draws, exports and moves.
    pub(crate) questions: Vec<RuleId>,
    /// These bytes of the file, and what stands in their place.
    pub(super) edit: (Range<usize>, String),
}

impl Mutant {
    /// All mutants of the files of a base.
    pub(crate) fn all(texts: &Texts) -> Vec<Mutant> {
        collected(texts)
    }

    /// The file that is changed.
    pub(crate) fn file(&self) -> FileId {
        self.span.file
    }

    /// The changed text of its file, which is this.
    pub(crate) fn edited(&self, text: &str) -> String {
        let (range, with) = &self.edit;
        format!("{}{with}{}", &text[..range.start], &text[range.end..])
    }

    /// `¬equal(Field1, Field2) left out`, `empty(Field1) is ¬empty(Field1)`
    pub(crate) fn words(&self) -> String {
        words(&self.before, self.after.as_deref())
    }
}

pub(super) fn words(before: &str, after: Option<&str>) -> String {
    match after {
        Some(after) => format!("{before} is {after}"),
        None => format!("{before} left out"),
    }
}
