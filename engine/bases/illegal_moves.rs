//! Illegal moves that a base names by mistake. Programs skip such moves, and report them to the author of the base.
//!
//! A search encounters such moves at its nodes, and continues without them. The base records only the first illegal
//! move of each export or rule. If the same text in a rule file defines an export or rule for both players, the two
//! count as one.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::{Base, Question, Subject};

/// The declaration that named an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSource {
    /// The export at this index in [`Contents::exports`](super::Contents::exports).
    Export(usize),
    /// The rule at this index in [`Contents::rules`](super::Contents::rules), which plays the move.
    Rule(usize),
}

/// A move that was named by a base but cannot be made.
#[derive(Clone, Debug)]
pub struct IllegalMove<S> {
    /// A description of the export or rule.
    what: String,
    /// File and line of the export or rule.
    place: String,
    by: MoveSource,
    named: String,
    subject: S,
}

impl<S> IllegalMove<S> {
    /// The export or rule that named the move.
    pub fn by(&self) -> MoveSource {
        self.by
    }

    /// The text of the illegal move.
    pub fn named(&self) -> &str {
        &self.named
    }

    /// The position in which the move was named.
    pub fn subject(&self) -> &S {
        &self.subject
    }
}

/// Formats the position as command-line options.
impl<S: Subject> fmt::Display for IllegalMove<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { what, place, by, named, subject } = self;
        let (names, then) = match by {
            MoveSource::Export(_) => ("names", "such moves are ignored"),
            MoveSource::Rule(_) => ("plays", "such claims are ignored"),
        };
        let options = subject.options();
        write!(f, "{place}: {what} {names} {named}, where there is already a stone: {options}; {then}")
    }
}

/// The first illegal move of each rule or export. A rule or export for both players counts as one.
pub(super) struct IllegalMoves<S>(Mutex<Vec<IllegalMove<S>>>);

impl<S> Default for IllegalMoves<S> {
    fn default() -> IllegalMoves<S> {
        IllegalMoves(Mutex::new(Vec::new()))
    }
}

impl<S: Subject> Base<S> {
    /// Records that an export or rule named a move that cannot be made. Only the first illegal move of each export or
    /// rule is kept.
    #[cold]
    pub fn record_illegal_move(&self, by: MoveSource, named: impl fmt::Display, subject: &S) {
        let mut moves = self.illegal_moves.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (question, place) = match by {
            MoveSource::Export(export) => (Question::Export(export), &self.contents.exports[export].place),
            MoveSource::Rule(rule) => (Question::Rule(rule), &self.contents.rules[rule].place),
        };
        if moves.iter().all(|known| known.place != *place) {
            let what = match by {
                MoveSource::Export(export) => {
                    let export = &self.contents.exports[export];
                    let whose = export.color.as_ref().map(|color| format!(" for {color}"));
                    format!("the export `{}`{}", export.name, whose.unwrap_or_default())
                }
                MoveSource::Rule(_) => format!("the rule `{}`", question.title(self.contents())),
            };
            let (place, named, subject) = (place.clone(), named.to_string(), subject.clone());
            moves.push(IllegalMove { what, place, by, named, subject });
        }
    }

    /// The illegal moves recorded so far, in the order in which they were found.
    pub fn illegal_moves(&self) -> Vec<IllegalMove<S>> {
        self.illegal_moves.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
