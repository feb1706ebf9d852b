//! The board of a program.

use super::SortId;
use crate::files::Span;
use crate::runtime::Value;

/// The board of a program, and the sorts that it defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The sort of the fields, ordered by row and then by column.
    pub field: SortId,
    /// The sort of the columns, from left to right.
    pub column: SortId,
    /// The sort of the rows: numbers from 1.
    pub row: SortId,
    /// The sort of the directions.
    pub direction: SortId,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Whether each row is shifted to the right of the previous one by half a field, so that a field has six
    /// neighbours.
    pub hexagonal: bool,
    /// Whether the board has only every other field. The field at the bottom left is present in any case.
    pub dark: bool,
    /// Whether row 1 is at the top.
    pub row_one_on_top: bool,
    /// The symmetries of the board, the identity first. If the game declares fewer symmetries than the board has, only
    /// the declared symmetries are included.
    pub symmetries: Vec<Symmetry>,
    /// The span of the keyword `board`.
    pub span: Span,
}

impl Board {
    /// Whether this sort is defined by the board.
    pub fn brings(&self, sort: SortId) -> bool {
        [self.field, self.column, self.row, self.direction].contains(&sort)
    }
}

/// A symmetry: a permutation of the fields that preserves neighbourhood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each field.
    pub fields: Vec<Value>,
    /// The image of each direction.
    pub directions: Vec<Value>,
    /// Whether the symmetry also exchanges the two players.
    pub swaps_colours: bool,
}

impl Symmetry {
    /// Whether the symmetry maps every field to itself.
    pub fn is_identity(&self) -> bool {
        self.fields.iter().enumerate().all(|(at, field)| (*field as usize) == at)
    }

    /// Whether this is a rotation by 180°, which maps the first field to the last one.
    pub fn is_half_turn(&self) -> bool {
        self.fields.iter().rev().enumerate().all(|(at, field)| (*field as usize) == at)
    }
}
