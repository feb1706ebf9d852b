//! Boards as SVG pictures. The pictures do not depend on particular fonts being installed.

use std::fmt::Write;

use blanche_compiler::markup::{escaped, picture};

use super::{Drawing, Ground, Piece, Square};

/// Distance between the centres of neighbouring squares, in pixels.
pub const STEP: i32 = 26;

/// Distance of the upper corner of a hexagon from its centre, in pixels: its width is [`STEP`].
const CORNER: i32 = 15;

/// Width of the margin for row numbers and column letters, in pixels.
const EDGE: i32 = 24;

/// Radius of a piece, in pixels.
const PIECE: i32 = 11;

/// The style sheet of boards, for light and dark pages.
pub const STYLE: &str = "\
    .ground{fill:#ecd9a8}.square{fill:#f3e3bd;stroke:#b79b62}.line{stroke:#7d6a3c}.shown{fill:#c8503c;fill-opacity:.28}\
    .dark{fill:#222;stroke:#111}.light{fill:#fff;stroke:#333;stroke-width:1.2}.other{fill:#9ab;stroke:#456}\
    .mark{fill:#b3261e;font-weight:bold}.on-dark{fill:#fff}.on-light{fill:#222}.board{font:12px system-ui,sans-serif;text-anchor:middle}\
    .letter{fill:#777}";

/// The parts of a drawn board, from back to front. A page with many boards can hold equal parts once.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The width and height, in pixels.
    pub size: (i32, i32),
    /// The empty board with its coordinates.
    pub ground: String,
    /// What is on each row.
    pub rows: Vec<String>,
    /// The lines below the board.
    pub below: String,
}

/// The coordinates of a square's centre, in pixels.
pub(super) type Place = (i32, i32);

impl Drawing {
    /// Renders the board as a complete picture, which `title` describes for screen readers.
    pub fn svg(&self, title: &str) -> String {
        let mut text = String::new();
        let (width, height) = self.svg_at((0, 0), &mut text);
        picture(width, height, Some(title), STYLE, &text)
    }

    /// Draws the board into a picture that uses the style sheet [`STYLE`]. The upper left corner of the board has the
    /// given coordinates. Returns the width and height of the board.
    pub fn svg_at(&self, (left, top): (i32, i32), text: &mut String) -> (i32, i32) {
        let Parts { size, ground, rows, below } = self.svg_parts();
        let _ = writeln!(text, "<g class=\"board\" transform=\"translate({left} {top})\">");
        [ground].iter().chain(&rows).chain([&below]).for_each(|part| text.push_str(part));
        text.push_str("</g>\n");
        size
    }

    /// The parts of the board in a picture that uses the style sheet [`STYLE`].
    pub fn svg_parts(&self) -> Parts {
        let columns = self.columns.len() as i32;
        let shift = self.rows.iter().map(|row| row.shift).max().unwrap_or(0) as i32;
        let (wide, high) = (columns * STEP + shift * STEP / 2, self.height());
        let mut rows = vec![String::new(); self.rows.len()];
        for (place, square, (row, _)) in self.all() {
            let text = &mut rows[row];
            if square.is_highlighted {
                let _ = writeln!(text, "{}", self.field("shown", place));
            }
            draw(text, place, square);
        }
        let (mut below, mut down) = (String::new(), high + EDGE);
        for line in &self.below {
            down += 15;
            let x = EDGE + wide / 2;
            let _ = writeln!(below, "<text class=\"letter\" x=\"{x}\" y=\"{down}\">{}</text>", escaped(line));
        }
        let size = (EDGE + wide + 2, down + if self.below.is_empty() { 0 } else { 6 });
        Parts { size, ground: self.empty_board((wide, high)), rows, below }
    }

    /// The board of this size without pieces, with its row numbers and column letters.
    fn empty_board(&self, (wide, high): (i32, i32)) -> String {
        let mut text =
            format!("<rect class=\"ground\" x=\"{EDGE}\" width=\"{wide}\" height=\"{high}\" rx=\"3\"/>\n");
        self.ground(&mut text);
        for (at, row) in self.rows.iter().enumerate() {
            let down = self.down(at) + 4;
            let _ = writeln!(
                text,
                "<text class=\"letter\" x=\"{}\" y=\"{down}\">{}</text>",
                EDGE / 2,
                row.number
            );
        }
        let last = self.rows.last().map_or(0, |row| row.shift);
        for (at, letter) in self.columns.iter().enumerate() {
            let across = across(at, last);
            let _ =
                writeln!(text, "<text class=\"letter\" x=\"{across}\" y=\"{}\">{letter}</text>", high + 15);
        }
        text
    }

    /// The squares that exist on the board, each with its centre and its row and column indices.
    pub(super) fn all(&self) -> impl Iterator<Item = (Place, &Square, (usize, usize))> {
        self.rows.iter().enumerate().flat_map(move |(at, row)| {
            let (shift, down) = (row.shift, self.down(at));
            let there = row.squares.iter().enumerate();
            there.filter_map(move |(column, square)| {
                Some(((across(column, shift), down), square.as_ref()?, (at, column)))
            })
        })
    }

    /// The vertical coordinate of the centres of a row.
    fn down(&self, row: usize) -> i32 {
        match self.ground {
            // The rows of hexagons reach into each other, so that the corners of their fields meet.
            Ground::Hexagons => row as i32 * (CORNER + CORNER / 2) + CORNER,
            Ground::Squares | Ground::Lines { .. } => row as i32 * STEP + STEP / 2,
        }
    }

    /// The height of the fields, in pixels.
    fn height(&self) -> i32 {
        match (self.ground, self.rows.len()) {
            (Ground::Hexagons, rows) if rows > 0 => self.down(rows - 1) + CORNER,
            (_, rows) => rows as i32 * STEP,
        }
    }

    /// The outline of a field as an element of this class.
    fn field(&self, class: &str, (x, y): Place) -> String {
        let half = STEP / 2;
        match self.ground {
            Ground::Hexagons => {
                let (upper, lower) = (y - CORNER / 2, y + CORNER / 2);
                format!(
                    "<path class=\"{class}\" d=\"M{x} {}L{} {upper}V{lower}L{x} {}L{} {lower}V{upper}Z\"/>",
                    y - CORNER,
                    x + half,
                    y + CORNER,
                    x - half
                )
            }
            Ground::Squares | Ground::Lines { .. } => {
                let (left, top) = (x - half, y - half);
                format!(
                    "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{STEP}\" height=\"{STEP}\"/>"
                )
            }
        }
    }

    /// Draws the grid below the pieces.
    fn ground(&self, text: &mut String) {
        let (rows, columns, half) = (self.rows.len(), self.columns.len(), STEP / 2);
        for ((x, y), _, (row, column)) in self.all() {
            match self.ground {
                Ground::Squares | Ground::Hexagons => {
                    let _ = writeln!(text, "{}", self.field("square", (x, y)));
                }
                Ground::Lines { ends: [left, right, up, down] } => {
                    let reach = |ends: bool| if ends { 0 } else { half };
                    let (from, to) =
                        (x - reach(left && column == 0), x + reach(right && column + 1 == columns));
                    let _ = write!(text, "<path class=\"line\" d=\"M{from} {y}H{to}");
                    let (from, to) = (y - reach(up && row == 0), y + reach(down && row + 1 == rows));
                    let _ = writeln!(text, "M{x} {from}V{to}\"/>");
                }
            }
        }
    }
}

/// The horizontal coordinate of the centre of a square.
fn across(column: usize, shift: usize) -> i32 {
    EDGE + column as i32 * STEP + shift as i32 * STEP / 2 + STEP / 2
}

/// Draws the piece or the mark of a square.
fn draw(text: &mut String, (x, y): Place, square: &Square) {
    if let Some(piece) = &square.piece {
        draw_piece(text, (x, y), piece);
    } else if let Some(mark) = square.mark {
        let sign = if mark == '*' { "★".to_owned() } else { escaped(&mark.to_string()) };
        let _ = write!(text, "<circle class=\"ground\" cx=\"{x}\" cy=\"{y}\" r=\"9\"/>");
        let _ = writeln!(text, "<text class=\"mark\" x=\"{x}\" y=\"{}\">{sign}</text>", y + 4);
    }
}

/// Draws a piece as a disc in its owner's colour, which is dark for the first player and light for the second. Black
/// and white stones therefore have their usual colours. The sign of the piece is shown only if the owner has several
/// kinds of pieces.
fn draw_piece(text: &mut String, (x, y): Place, piece: &Piece) {
    let (class, on) = match piece.owner {
        Some(0) => ("dark", "on-dark"),
        Some(1) => ("light", "on-light"),
        _ => ("other", "on-light"),
    };
    let _ = writeln!(text, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{PIECE}\"/>");
    let sign = match piece.number {
        Some(number) => Some(number.to_string()),
        None => (piece.is_one_of_several || piece.owner.is_none()).then(|| escaped(&piece.sign)),
    };
    // The mark of the last move is beside a sign, in the corner of the field.
    let mark = if sign.is_some() { 6 } else { -3 };
    if let Some(sign) = sign {
        let _ = writeln!(text, "<text class=\"{on}\" x=\"{x}\" y=\"{}\">{sign}</text>", y + 4);
    }
    if piece.is_last {
        let (left, top) = (x + mark, y + mark);
        let _ = writeln!(text, "<rect class=\"mark\" x=\"{left}\" y=\"{top}\" width=\"6\" height=\"6\"/>");
    }
}
