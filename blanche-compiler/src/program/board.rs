//! What is known of a program's board beside its sorts and predicates.

use super::SortId;
use crate::files::Span;
use crate::runtime::Value;

/// The board of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The sort of its fields, by row and then by column.
    pub field: SortId,
    /// The sort of its columns, from left to right.
    pub column: SortId,
    /// The sort of its rows: the numbers from 1 on.
    pub row: SortId,
    /// The sort of the directions.
    pub direction: SortId,
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
    /// Each row lies half a field to the right of the one before it, and a field has six neighbours.
    pub hexagonal: bool,
    /// Every other field is left out; the one at the bottom on the left is there.
    pub dark: bool,
    /// Its first row lies on top.
    pub row_one_on_top: bool,
    /// Which field may stand for which without changing the board; the first is the identity. Where the text says that the
    /// game has fewer symmetries, only these.
    pub symmetries: Vec<Symmetry>,
    /// The word `board`.
    pub span: Span,
}

impl Board {
    /// Whether a sort is one of those that the board brings.
    pub fn brings(&self, sort: SortId) -> bool {
        [self.field, self.column, self.row, self.direction].contains(&sort)
    }
}

/// A permutation of the fields of a board, under which neighbours stay neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// For each field the one that it becomes.
    pub fields: Vec<Value>,
    /// For each direction the one that it becomes.
    pub directions: Vec<Value>,
    /// The two players change their colours with it.
    pub swaps_colours: bool,
}

impl Symmetry {
    /// Whether every field stays where it is.
    pub fn is_identity(&self) -> bool {
        self.fields.iter().enumerate().all(|(at, field)| (*field as usize) == at)
    }

    /// Whether it turns the board by half a circle: the first field becomes the last one.
    pub fn is_half_turn(&self) -> bool {
        self.fields.iter().rev().enumerate().all(|(at, field)| (*field as usize) == at)
    }
}
