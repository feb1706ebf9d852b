//! Fields that a base names for a stone where none can be placed: what programs pass over, and tell its author.
//!
//! A search meets them at its nodes. The base takes note of the first of each text of an export or a rule, whichever player
//! it was for, and the search goes on without.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::Base;
use crate::board::{Colour, Point, Position};

/// What names fields for stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The export at this place in [`Base::exports`].
    Export(usize),
    /// The rule at this place in [`Base::rules`], by what it plays.
    Rule(usize),
}

/// A field that was named for a stone, and is not empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Unplayable {
    /// What names it, in words.
    what: String,
    /// File and line.
    place: String,
    by: Named,
    field: Point,
    position: Position,
}

impl Unplayable {
    /// The export or the rule.
    pub fn by(&self) -> Named {
        self.by
    }

    /// The field.
    pub fn field(&self) -> Point {
        self.field
    }

    /// Where that was.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

/// The position is written as the options of commands take it.
impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unplayable { what, place, by, field, position } = self;
        let (names, then) = match by {
            Named::Export(_) => ("names", "such moves are passed over"),
            Named::Rule(_) => ("plays", "such claims are not believed"),
        };
        write!(f, "{place}: {what} {names} {field}, where a stone stands already:")?;
        for colour in Colour::ALL {
            let stones: Vec<String> = position.stones(colour).iter().map(|stone| stone.to_string()).collect();
            if !stones.is_empty() {
                write!(f, " --{colour} {}", stones.join(","))?;
            }
        }
        if let Some(colour) = position.to_move() {
            write!(f, " --to-move {colour}")?;
        }
        write!(f, "; {then}")
    }
}

/// The first field of each text that was noticed.
#[derive(Default)]
pub(super) struct Noticed(Mutex<Vec<Unplayable>>);

impl Base {
    /// Takes note that something of this base names a field for a stone which is not empty in a position. Only the first
    /// of each text is kept.
    #[cold]
    pub fn notice(&self, by: Named, field: Point, position: &Position) {
        let mut noticed = self.noticed.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = match by {
            Named::Export(export) => &self.exports[export].place,
            Named::Rule(rule) => &self.rules[rule].place,
        };
        if noticed.iter().all(|known| known.place != *place) {
            let what = match by {
                Named::Export(export) => {
                    let export = &self.exports[export];
                    let whose = export.colour.as_ref().map(|colour| format!(" for {colour}"));
                    format!("the export `{}`{}", export.name, whose.unwrap_or_default())
                }
                Named::Rule(rule) => format!("the rule `{}`", self.rules[rule].title()),
            };
            noticed.push(Unplayable { what, place: place.clone(), by, field, position: position.clone() });
        }
    }

    /// What programs have noticed so far while they asked, in the order in which they did.
    pub fn unplayable(&self) -> Vec<Unplayable> {
        self.noticed.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
