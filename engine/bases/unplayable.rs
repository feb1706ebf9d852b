//! Illegal moves named by a base. Programs skip them and report them to the base's author.
//!
//! A search encounters such moves at its nodes. The base records the first illegal move for each export or rule text,
//! regardless of the player, and the search continues without it.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::{Base, Question, Subject};

/// The declaration that named a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The export at this index in [`Contents::exports`](super::Contents::exports).
    Export(usize),
    /// The rule at this index in [`Contents::rules`](super::Contents::rules), as the move it plays.
    Rule(usize),
}

/// A move that was named by a base but cannot be made.
#[derive(Clone, Debug)]
pub struct Unplayable<S> {
    /// The export or rule, in words.
    what: String,
    /// File and line of the export or rule.
    place: String,
    by: Named,
    named: String,
    subject: S,
}

impl<S> Unplayable<S> {
    /// The export or rule that named the move.
    pub fn by(&self) -> Named {
        self.by
    }

    /// The illegal move, as text.
    pub fn named(&self) -> &str {
        &self.named
    }

    /// The position in which the move was named.
    pub fn subject(&self) -> &S {
        &self.subject
    }
}

/// Formats the position as command-line options.
impl<S: Subject> fmt::Display for Unplayable<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unplayable { what, place, by, named, subject } = self;
        let (names, then) = match by {
            Named::Export(_) => ("names", "such moves are ignored"),
            Named::Rule(_) => ("plays", "such claims are ignored"),
        };
        let options = subject.options();
        write!(f, "{place}: {what} {names} {named}, where there is already a stone: {options}; {then}")
    }
}

/// The first illegal move for each rule or export text.
pub(super) struct Noticed<S>(Mutex<Vec<Unplayable<S>>>);

impl<S> Default for Noticed<S> {
    fn default() -> Noticed<S> {
        Noticed(Mutex::new(Vec::new()))
    }
}

impl<S: Subject> Base<S> {
    /// Records that an export or rule named a move that cannot be made. Only the first one per text is kept.
    #[cold]
    pub fn notice(&self, by: Named, named: impl fmt::Display, subject: &S) {
        let mut noticed = self.noticed.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (question, place) = match by {
            Named::Export(export) => (Question::Export(export), &self.contents.exports[export].place),
            Named::Rule(rule) => (Question::Rule(rule), &self.contents.rules[rule].place),
        };
        if noticed.iter().all(|known| known.place != *place) {
            let what = match by {
                Named::Export(export) => {
                    let export = &self.contents.exports[export];
                    let whose = export.color.as_ref().map(|color| format!(" for {color}"));
                    format!("the export `{}`{}", export.name, whose.unwrap_or_default())
                }
                Named::Rule(_) => format!("the rule `{}`", question.title(self.contents())),
            };
            let (place, named, subject) = (place.clone(), named.to_string(), subject.clone());
            noticed.push(Unplayable { what, place, by, named, subject });
        }
    }

    /// The illegal moves recorded so far, in the order in which they were found.
    pub fn unplayable(&self) -> Vec<Unplayable<S>> {
        self.noticed.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
