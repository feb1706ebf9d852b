//! Moves that a base names and that cannot be made: what programs pass over, and tell its author.
//!
//! A search meets them at its nodes. The base takes note of the first of each text of an export or a rule, whichever player
//! it was for, and the search goes on without.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::{Base, Question, Subject};

/// What names moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The export at this place in [`Contents::exports`](super::Contents::exports).
    Export(usize),
    /// The rule at this place in [`Contents::rules`](super::Contents::rules), by what it plays.
    Rule(usize),
}

/// A move that was named and cannot be made.
#[derive(Clone, Debug)]
pub struct Unplayable<S> {
    /// What names it, in words.
    what: String,
    /// File and line.
    place: String,
    by: Named,
    named: String,
    subject: S,
}

impl<S> Unplayable<S> {
    /// The export or the rule.
    pub fn by(&self) -> Named {
        self.by
    }

    /// The move, as it is written.
    pub fn named(&self) -> &str {
        &self.named
    }

    /// Where that was.
    pub fn subject(&self) -> &S {
        &self.subject
    }
}

/// The position is written as the options of commands take it.
impl<S: Subject> fmt::Display for Unplayable<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unplayable { what, place, by, named, subject } = self;
        let (names, then) = match by {
            Named::Export(_) => ("names", "such moves are passed over"),
            Named::Rule(_) => ("plays", "such claims are not believed"),
        };
        let options = subject.options();
        write!(f, "{place}: {what} {names} {named}, where a stone stands already: {options}; {then}")
    }
}

/// The first move of each text that was noticed.
pub(super) struct Noticed<S>(Mutex<Vec<Unplayable<S>>>);

impl<S> Default for Noticed<S> {
    fn default() -> Noticed<S> {
        Noticed(Mutex::new(Vec::new()))
    }
}

impl<S: Subject> Base<S> {
    /// Takes note that something of this base names a move which cannot be made. Only the first of each text is kept.
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

    /// What programs have noticed so far while they asked, in the order in which they did.
    pub fn unplayable(&self) -> Vec<Unplayable<S>> {
        self.noticed.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
