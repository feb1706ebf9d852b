//! A drawn board of any game: rows of squares with pieces, marks on empty squares, and highlighted squares. A drawing
//! can be rendered as text or as a picture.
//!
//! ```text
//!  9 . . .[*]. . .     x o …    signs of pieces
//!  8 . .[x]. . . .     .        an empty square
//!  7 .[x]. o O . .     * 1 a …  a mark on an empty square
//!  6[x]. . . . 1 .     [ ]      squares that are shown together
//!    d e f g h i j
//! ```

mod marking;
mod numbers;
mod svg;

pub use marking::{MAX_LABEL, MAX_LINES, MAX_MARKS, Mark, Marking, Segment, Shape, label};
pub use numbers::Numbers;
pub use svg::{Parts, STEP, STYLE};

/// The squares of a board, with everything that is drawn on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
    /// The letters below the columns.
    pub columns: Vec<char>,
    /// The width of the row numbers, in characters.
    pub margin: usize,
    /// The sign of an empty square.
    pub empty: char,
    /// The grid that is drawn in a picture.
    pub ground: Ground,
    /// Lines of text below the board, for facts that no sign on the board shows.
    pub below: Vec<String>,
}

/// The grid of a picture, on which the pieces are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Lines, with pieces on their crossings. The lines end at the edges of the board. If the drawing shows only a part
    /// of the board, they continue beyond the edges of the drawing.
    Lines {
        /// Whether each edge of the drawing is also an edge of the board, in the order left, right, upper, lower.
        ends: [bool; 4],
    },
    /// A grid of squares, with pieces inside them.
    Squares,
    /// A grid of hexagons that stand on a corner, with pieces inside them. Each row is shifted by half a field.
    Hexagons,
}

/// A row of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The row number, shown at the left.
    pub number: u32,
    /// The distance by which the row is shifted to the right, in half squares.
    pub shift: usize,
    /// The squares from left to right; `None` where the board has no field.
    pub squares: Vec<Option<Square>>,
}

/// A field of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// The name of the field, as moves and rules write it.
    pub name: String,
    /// The piece on the field.
    pub piece: Option<Piece>,
    /// The mark on the field, which is shown only if the field is empty.
    pub mark: Option<char>,
    /// Whether the field is highlighted.
    pub is_highlighted: bool,
}

/// A piece on a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The sign of the piece in text output.
    pub sign: String,
    /// The kind of the piece. It does not depend on whether the piece made the last move.
    pub name: String,
    /// The index of the player who owns the piece.
    pub owner: Option<usize>,
    /// Whether the owner has several kinds of pieces. If so, pictures must show the sign of the piece.
    pub is_one_of_several: bool,
    /// Whether the piece made the last move.
    pub is_last: bool,
    /// The move number to write on the piece.
    pub number: Option<u32>,
}

impl Drawing {
    /// Highlights the squares whose pieces differ between two drawings of the whole board.
    pub fn highlight_differences(&mut self, one: &Drawing, other: &Drawing) {
        for row in &mut self.rows {
            for (square, letter) in row.squares.iter_mut().zip(&self.columns) {
                let pieces = [one, other].map(|drawing| drawing.piece(row.number, *letter));
                if let (Some(square), true) = (square, pieces[0] != pieces[1]) {
                    square.is_highlighted = true;
                }
            }
        }
    }

    /// The kind of the piece on a square.
    fn piece(&self, row: u32, column: char) -> Option<&str> {
        let at = self.columns.iter().position(|letter| *letter == column)?;
        let row = self.rows.iter().find(|known| known.number == row)?;
        row.squares.get(at)?.as_ref()?.piece.as_ref().map(|piece| piece.name.as_str())
    }

    /// Renders the board as text: one line per row, then a line with the column letters, then the lines below the
    /// board.
    pub fn text(&self) -> String {
        let squares = self.rows.iter().flat_map(|row| row.squares.iter().flatten());
        let wide = squares.map(|square| self.sign(square).chars().count()).max().unwrap_or(1);
        let margin = self.margin;
        let mut text = String::new();
        for row in &self.rows {
            let shift = row.shift;
            let line = format!("{:margin$}{:shift$}{}", row.number, "", self.row(row, wide));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if !self.rows.is_empty() {
            let columns: Vec<String> = self.columns.iter().map(|letter| format!("{letter:wide$}")).collect();
            text.push_str(&format!("{:margin$} {}\n", "", columns.join(" ").trim_end()));
        }
        for line in &self.below {
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    fn row(&self, row: &Row, wide: usize) -> String {
        let (mut text, mut is_inside) = (String::new(), false);
        for square in &row.squares {
            let is_highlighted = square.as_ref().is_some_and(|square| square.is_highlighted);
            text.push(match (is_inside, is_highlighted) {
                (false, true) => '[',
                (true, false) => ']',
                _ => ' ',
            });
            is_inside = is_highlighted;
            let sign = square.as_ref().map_or_else(String::new, |square| self.sign(square));
            text.push_str(&format!("{sign:wide$}"));
        }
        if is_inside {
            text.push(']');
        }
        text
    }

    /// The text for a square: its piece with the move number, its mark, or the sign of an empty square.
    fn sign(&self, square: &Square) -> String {
        match &square.piece {
            Some(Piece { sign, number: Some(number), .. }) => format!("{sign}{number}"),
            Some(piece) => piece.sign.clone(),
            None => square.mark.unwrap_or(self.empty).to_string(),
        }
    }
}
