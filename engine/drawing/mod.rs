//! A board as it is drawn, whatever its game: rows of squares with pieces, marks on empty squares, and squares that are shown
//! together; as text, and as a picture.
//!
//! ```text
//!  9 . . .[*]. . .     x o …    signs of pieces
//!  8 . .[x]. . . .     .        an empty square
//!  7 .[x]. o O . .     * 1 a …  a mark on an empty square
//!  6[x]. . . . 1 .     [ ]      squares that are shown together
//!    d e f g h i j
//! ```

mod numbers;
mod svg;

pub use numbers::Numbers;
pub use svg::{STEP, STYLE};

/// The squares of a board, and what is drawn on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The rows from the top.
    pub rows: Vec<Row>,
    /// The letters below the columns.
    pub columns: Vec<char>,
    /// Width of the numbers in front of the rows, in characters.
    pub margin: usize,
    /// The sign of an empty square.
    pub empty: char,
    /// What pieces stand on.
    pub ground: Ground,
    /// Lines below the board: what no sign says.
    pub below: Vec<String>,
}

/// What pieces stand on, in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Crossings of lines. They end at the edges of the board, and go on where only a part of it is drawn.
    Lines {
        /// Whether the left, right, upper and lower edges of the drawing are those of the board.
        ends: [bool; 4],
    },
    /// Squares.
    Squares,
}

/// A row of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number in front of it.
    pub number: u32,
    /// How far it is shifted to the right, in halves of a square.
    pub shift: usize,
    /// Its squares from left to right; those that are no fields of the game are absent.
    pub squares: Vec<Option<Square>>,
}

/// A field of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Square {
    /// The piece on it.
    pub piece: Option<Piece>,
    /// The mark that is shown while it is empty.
    pub mark: Option<char>,
    /// It is shown together with others.
    pub is_highlighted: bool,
}

/// A piece on a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its sign in a text.
    pub sign: String,
    /// What it is: the same for pieces that differ only in having moved last.
    pub name: String,
    /// The number of the player whose piece it is.
    pub owner: Option<usize>,
    /// Its owner has pieces of several kinds, so a picture shows the sign too.
    pub is_one_of_several: bool,
    /// It made the last move.
    pub is_last: bool,
    /// The number that is written on it.
    pub number: Option<u32>,
}

impl Drawing {
    /// Shows the squares whose pieces differ in two drawings of the whole board.
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

    /// The name of the piece on a square.
    fn piece(&self, row: u32, column: char) -> Option<&str> {
        let at = self.columns.iter().position(|letter| *letter == column)?;
        let row = self.rows.iter().find(|known| known.number == row)?;
        row.squares.get(at)?.as_ref()?.piece.as_ref().map(|piece| piece.name.as_str())
    }

    /// The board as text: a line for each row, and one with the letters of the columns; then the lines below it.
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

    /// What is drawn on a square.
    fn sign(&self, square: &Square) -> String {
        match &square.piece {
            Some(Piece { sign, number: Some(number), .. }) => format!("{sign}{number}"),
            Some(piece) => piece.sign.clone(),
            None => square.mark.unwrap_or(self.empty).to_string(),
        }
    }
}
