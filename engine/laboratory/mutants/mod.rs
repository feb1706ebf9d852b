//! Mutants of a base. A mutant is a copy of the base with one change in one clause or rule. All possible mutants are
//! listed, in the order of the source.
//!
//! ```text
//! left out    a literal, one action of several, or a branch of an *or*; never the last literal of a body
//! negated     a literal gains or loses its `¬`
//! swapped     two different arguments of a literal that have the same sort (type); not for symmetric predicates such
//!             as `equal`
//! constant    a constant becomes another one of the same sort, and a number becomes the next lower or higher one; this
//!             also applies to heads and to the weights of scores and preferences
//! turned      a comparison gets another operator; a blocked player draws or passes instead of losing
//! ```
//!
//! In a game defined by rule files, moves, effects, starts, draws, margins and facts are changed too. An effect of a
//! move, its condition and its continuation can be left out.
//!
//! Only derivations that some query uses are changed. The change is made in the source, so the mutant is parsed,
//! checked and planned in the same way as any other base.
//!
//! | module | what it holds |
//! |---|---|
//! | `collector`, `game_items` | create mutants from the items of a source file |
//! | `symmetric` | predicates and lists whose order does not matter |
//! | `dependents` | which queries a change in a rule or derivation can affect |

mod collector;
mod dependents;
mod game_items;
mod symmetric;

use std::ops::Range;

use blanche_compiler::files::{FileId, Span};
use blanche_compiler::program::RuleId;

use noire_engine::bases::RuleFiles;

use collector::collected;

/// The work limit for queries to a mutant is the normal limit divided by `WORK_DIVISOR`. This is still ten times what
/// any rule should need. If the changed rule lacks a literal that connects its joins, a query could otherwise run for
/// minutes.
pub(crate) const WORK_DIVISOR: u64 = 10;

/// The kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// A literal or another part is removed.
    LeftOut,
    /// A literal gains or loses its `¬`.
    Negated,
    /// Two arguments of a literal are exchanged.
    Swapped,
    /// A constant is replaced by another one.
    Constant,
    /// A comparison operator or an outcome is replaced by another one.
    Turned,
}

impl Change {
    /// All kinds of change, in the order in which tables show them.
    pub const ALL: [Change; 5] =
        [Change::LeftOut, Change::Negated, Change::Swapped, Change::Constant, Change::Turned];

    /// The name of the kind in tables.
    pub fn word(self) -> &'static str {
        match self {
            Change::LeftOut => "left out",
            Change::Negated => "negated",
            Change::Swapped => "swapped",
            Change::Constant => "constant",
            Change::Turned => "turned",
        }
    }
}

/// A game with one change in its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Location and change: `renju/level-5.blanche: z.threat for white: ¬equal(Field1, Field2) left out`. The name
    /// contains no line number, so that it stays the same if other lines of the file are edited.
    pub name: String,
    /// The rule or derivation that is changed: `z.threat for white`, `forbidden(Field), clause 2`.
    pub item: String,
    /// The original text of the changed part.
    pub before: String,
    /// The new text, or `None` if the part is left out.
    pub after: Option<String>,
    /// The kind of change.
    pub change: Change,
    /// The span of the changed part in the source.
    pub span: Span,
    /// The queries and moves that the change may affect: rules, scores, preferences, draws, exports and moves.
    pub questions: Vec<RuleId>,
    /// The byte range to replace in the file, and its replacement.
    pub(super) edit: (Range<usize>, String),
}

impl Mutant {
    /// All mutants of the files of a base.
    pub fn all(texts: &RuleFiles) -> Vec<Mutant> {
        collected(texts)
    }

    /// The file that is changed.
    pub(crate) fn file(&self) -> FileId {
        self.span.file
    }

    /// Applies the change to the text of the file.
    pub(crate) fn edited(&self, text: &str) -> String {
        let (range, with) = &self.edit;
        format!("{}{with}{}", &text[..range.start], &text[range.end..])
    }

    /// Describes the change: `¬equal(Field1, Field2) left out`, `empty(Field1) is ¬empty(Field1)`.
    pub fn words(&self) -> String {
        words(&self.before, self.after.as_deref())
    }
}

pub(super) fn words(before: &str, after: Option<&str>) -> String {
    match after {
        Some(after) => format!("{before} is {after}"),
        None => format!("{before} left out"),
    }
}
