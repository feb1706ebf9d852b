//! Diagrams: positions drawn as text and parsed from it, for terminal output, doc comments and tests.
//!
//! ```text
//!  9 . . .[*]. . .     x black      X the last move, black's
//!  8 . .[x]. . . .     o white      O the last move, white's
//!  7 .[x]. o O . .     . empty      * 1 a …  a mark on an empty field
//!  6[x]. . . . 1 .     [ ] fields that are shown together, here those of c5.g9
//!    d e f g h i j
//! ```
//!
//! A diagram shows the whole board or a part of it. The row numbers and column letters tell which part it is. Output is
//! ASCII by default, and the Unicode style can be selected. Both styles can be parsed.

use std::fmt;
use std::str::FromStr;

use blanche_sorted::Arrange;

use super::bitboard::PointSet;
use super::color::Color;
use super::point::{BOARD_SIZE, Point};
use super::position::Position;
use crate::drawing::{Drawing, Ground, Piece, Row, Square};

mod read;

pub use read::{DiagramError, DiagramProblem};

/// The set of signs used to draw stones and empty fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `x`, `o` and `.`; the last move is a capital letter.
    #[default]
    Ascii,
    /// `●`, `○` and `·`; the last move is `◆` or `◇`.
    Unicode,
}

impl Style {
    const ALL: [Style; 2] = [Style::Ascii, Style::Unicode];

    pub(crate) fn stone(self, color: Color, is_last: bool) -> char {
        match (self, color, is_last) {
            (Style::Ascii, Color::Black, false) => 'x',
            (Style::Ascii, Color::White, false) => 'o',
            (Style::Ascii, Color::Black, true) => 'X',
            (Style::Ascii, Color::White, true) => 'O',
            (Style::Unicode, Color::Black, false) => '●',
            (Style::Unicode, Color::White, false) => '○',
            (Style::Unicode, Color::Black, true) => '◆',
            (Style::Unicode, Color::White, true) => '◇',
        }
    }

    /// The sign of an empty field.
    pub fn empty(self) -> char {
        match self {
            Style::Ascii => '.',
            Style::Unicode => '·',
        }
    }
}

/// A rectangular part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    lower_left: Point,
    upper_right: Point,
}

impl Region {
    /// The rectangle with these two opposite corners.
    pub fn between(one: Point, other: Point) -> Region {
        let corner =
            |column, row| Point::new(column, row).expect("a corner between two points is on the board");
        Region {
            lower_left: corner(one.column().min(other.column()), one.row().min(other.row())),
            upper_right: corner(one.column().max(other.column()), one.row().max(other.row())),
        }
    }

    /// The whole board.
    pub fn board() -> Region {
        let mut points = Point::all();
        let (first, last) = (points.next(), points.next_back());
        Region::between(first.expect("a1 is a point"), last.expect("o15 is a point"))
    }

    /// The smallest rectangle around `points`, extended by `spare` fields on each side but not beyond the board.
    /// Without points, the whole board.
    pub fn around(points: PointSet, spare: u8) -> Region {
        let Some(first) = points.first() else { return Region::board() };
        let tight = points.iter().fold(Region::between(first, first), |region, point| {
            let left = Region::between(region.lower_left, point).lower_left;
            let right = Region::between(region.upper_right, point).upper_right;
            Region::between(left, right)
        });
        let (near, far) = (tight.lower_left, tight.upper_right);
        let low = |value: u8| value.saturating_sub(spare);
        let high = |value: u8| value.saturating_add(spare).min(BOARD_SIZE - 1);
        let corner = |column, row| Point::new(column, row).expect("spare fields end with the board");
        Region {
            lower_left: corner(low(near.column()), low(near.row())),
            upper_right: corner(high(far.column()), high(far.row())),
        }
    }

    /// The lower left and upper right corners.
    pub fn corners(self) -> [Point; 2] {
        [self.lower_left, self.upper_right]
    }

    /// Whether the point lies in the rectangle.
    pub fn contains(self, point: Point) -> bool {
        (self.lower_left.column()..=self.upper_right.column()).contains(&point.column())
            && (self.lower_left.row()..=self.upper_right.row()).contains(&point.row())
    }

    /// The rows from top to bottom. Each row lists its points from left to right.
    pub(super) fn rows(self) -> impl Iterator<Item = impl Iterator<Item = Point>> {
        let columns = self.lower_left.column()..=self.upper_right.column();
        (self.lower_left.row()..=self.upper_right.row()).rev().map(move |row| {
            columns.clone().map(move |column| {
                Point::new(column, row).expect("the fields between two corners are on the board")
            })
        })
    }
}

/// A drawing of a position: stones, the last move, marks on empty fields, and highlighted fields.
///
/// ```
/// use noire::board::{Color, Diagram};
///
/// let diagram: Diagram = "
///      9 . . . . *
///      8 . . . x .
///      7 . . X . .
///      6 . * . o .
///        e f g h i
/// ".parse().unwrap();
/// assert_eq!(format!("{:?}", diagram.marked('*')), "{f6, i9}");
/// let position = diagram.position(Some(Color::White));
/// assert_eq!(position.last_move().unwrap().to_string(), "g7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    black: PointSet,
    white: PointSet,
    last_move: Option<Point>,
    marks: Vec<(Point, char)>,
    highlighted: PointSet,
    region: Region,
}

impl Diagram {
    /// The whole board with the stones of this position.
    pub fn of(position: &Position) -> Diagram {
        Diagram {
            black: position.stones(Color::Black),
            white: position.stones(Color::White),
            last_move: position.last_move(),
            marks: Vec::new(),
            highlighted: PointSet::EMPTY,
            region: Region::board(),
        }
    }

    /// Marks a field with a printable ASCII sign that has no other meaning in diagrams. A field with a stone is
    /// highlighted instead, so the stone remains visible. A second mark replaces the first.
    ///
    /// # Panics
    /// If the sign cannot be a mark; see [`is_mark`].
    pub fn mark(mut self, field: Point, sign: char) -> Diagram {
        assert!(is_mark(sign), "{sign:?} is a sign that a field can be marked with");
        if self.stone(field).is_some() {
            self.highlighted.insert(field);
        } else {
            self.marks.retain(|&(marked, _)| marked != field);
            self.marks.push((field, sign));
            self.marks.arrange();
        }
        self
    }

    /// Highlights fields, such as the base fields of a group.
    pub fn highlight(mut self, fields: impl IntoIterator<Item = Point>) -> Diagram {
        self.highlighted.extend(fields);
        self
    }

    /// Restricts the drawing to a part of the board.
    pub fn within(mut self, region: Region) -> Diagram {
        self.region = region;
        self
    }

    /// Restricts the drawing to the smallest rectangle with all stones, marks and highlighted fields, plus `spare`
    /// fields around it.
    pub fn cropped(self, spare: u8) -> Diagram {
        let marked: PointSet = self.marks.iter().map(|&(field, _)| field).collect();
        let region = Region::around(self.black | self.white | self.highlighted | marked, spare);
        self.within(region)
    }

    /// The position that is drawn, including the last move.
    pub fn position(&self, to_move: Option<Color>) -> Position {
        let (black, white): (Vec<Point>, Vec<Point>) =
            (self.black.iter().collect(), self.white.iter().collect());
        Position::set_up(&black, &white, to_move, self.last_move)
            .expect("a diagram has one sign per field, and the last move is a stone")
    }

    /// The stone on this field.
    pub fn stone(&self, field: Point) -> Option<Color> {
        if self.black.contains(field) {
            Some(Color::Black)
        } else if self.white.contains(field) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// The field of the last move.
    pub fn last_move(&self) -> Option<Point> {
        self.last_move
    }

    /// The fields with this mark.
    pub fn marked(&self, sign: char) -> PointSet {
        self.marks.iter().filter(|mark| mark.1 == sign).map(|mark| mark.0).collect()
    }

    /// The marked fields with their marks, sorted.
    pub fn marks(&self) -> &[(Point, char)] {
        &self.marks
    }

    /// The highlighted fields.
    pub fn highlighted(&self) -> PointSet {
        self.highlighted
    }

    /// The part of the board that is drawn.
    pub fn region(&self) -> Region {
        self.region
    }

    /// Converts the diagram to a [`Drawing`].
    pub fn drawing(&self, style: Style) -> Drawing {
        let Region { lower_left, upper_right } = self.region;
        let rows = self.region.rows().map(|row| {
            let mut fields = row.peekable();
            let number = fields.peek().map_or(0, |field| u32::from(field.row()) + 1);
            Row { number, shift: 0, squares: fields.map(|field| Some(self.square(field, style))).collect() }
        });
        let last = BOARD_SIZE - 1;
        let (left, right) = (lower_left.column(), upper_right.column());
        let ends = [left == 0, right == last, upper_right.row() == last, lower_left.row() == 0];
        Drawing {
            rows: rows.collect(),
            columns: (left..=right).map(|column| char::from(b'a' + column)).collect(),
            margin: 2,
            empty: style.empty(),
            ground: Ground::Lines { ends },
            below: Vec::new(),
        }
    }

    fn square(&self, field: Point, style: Style) -> Square {
        let is_last = self.last_move == Some(field);
        let piece = self.stone(field).map(|color| Piece {
            sign: style.stone(color, is_last).to_string(),
            name: color.to_string(),
            owner: Some(color.index()),
            is_one_of_several: false,
            is_last,
            number: None,
        });
        let mark = self.marks.iter().find(|mark| mark.0 == field).map(|mark| mark.1);
        let is_highlighted = self.highlighted.contains(field);
        Square { name: field.to_string(), piece, mark, is_highlighted }
    }

    /// Draws the diagram: one line per row from the top, then a line with the column letters.
    pub fn draw(&self, style: Style) -> String {
        self.drawing(style).text()
    }
}

/// Whether the sign can be a mark on an empty field.
pub fn is_mark(sign: char) -> bool {
    sign.is_ascii_graphic() && !"xoXO.[]".contains(sign)
}

/// Formats the diagram in ASCII.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(Style::Ascii))
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Diagram, DiagramError> {
        read::diagram(text)
    }
}
