//! What can be wrong with a diagram of a rectangular board: data, and the sentences made of it.

use crate::record::problem::quoted;

/// A mistake in a diagram of a rectangular board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridFault {
    /// A line that is neither a row nor the letters of the columns.
    NoLine {
        /// The line.
        found: String,
        /// What the letters are.
        letters: String,
    },
    /// A row with another number than the one that comes next.
    RowOrder {
        /// The number, as it stands there.
        found: String,
        /// The row that comes next; nothing below the last one.
        expected: Option<usize>,
    },
    /// A diagram that ends above this row.
    RowMissing(usize),
    /// A row with too many or too few fields.
    Width {
        /// How many it has.
        found: usize,
        /// How many the board has.
        expected: usize,
    },
    /// A sign that is no piece.
    Sign {
        /// The sign.
        found: char,
        /// The letters of all pieces.
        letters: Vec<char>,
    },
}

impl GridFault {
    /// What was found, as a sentence.
    pub fn message(&self) -> String {
        match self {
            GridFault::NoLine { found, .. } => format!("{} is no row of the board", quoted(found)),
            GridFault::RowOrder { found, .. } => format!("row {} does not come next", quoted(found)),
            GridFault::RowMissing(row) => format!("row {row} is missing"),
            GridFault::Width { found: 1, .. } => "the row has 1 field".to_owned(),
            GridFault::Width { found, .. } => format!("the row has {found} fields"),
            GridFault::Sign { found, .. } => format!("no piece is drawn as {}", quoted(&found.to_string())),
        }
    }

    /// What should stand there instead, to follow the word "expected".
    pub fn expected(&self) -> String {
        match self {
            GridFault::NoLine { letters, .. } => {
                format!("a row that begins with its number, or the letters of the columns, `{letters}`")
            }
            GridFault::RowOrder { expected: Some(row), .. } => format!("row {row}"),
            GridFault::RowOrder { expected: None, .. } => "nothing below the last row".to_owned(),
            GridFault::RowMissing(_) => "all rows of the board, from the top".to_owned(),
            GridFault::Width { expected: 1, .. } => "1 field".to_owned(),
            GridFault::Width { expected, .. } => format!("{expected} fields"),
            GridFault::Sign { letters, .. } => {
                let letters: Vec<String> = letters.iter().map(|letter| format!("`{letter}`")).collect();
                format!("`.` for an empty field, or a piece: {}", letters.join(", "))
            }
        }
    }
}
