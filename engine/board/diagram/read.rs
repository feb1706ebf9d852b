//! Parses a drawn diagram.
//!
//! A line that begins with a number is a row; the signs of its fields follow, with or without blanks between them. A
//! line of letters names the columns. It may be missing only if the diagram is as wide as the board. Rows are listed
//! from the top without gaps. Blank lines and indentation are ignored. Every text yields a diagram or a
//! [`DiagramError`].

use std::fmt;

use blanche_sorted::Arrange;

use super::{Diagram, Region, Style, is_mark};
use crate::board::{BOARD_SIZE, Color, Point, PointSet};

/// The error of a text that is not a diagram, with its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramError {
    /// The line of the diagram, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The mistake at this location.
    pub problem: DiagramProblem,
}

/// The kinds of mistakes in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramProblem {
    /// The text has no row.
    NoRows,
    /// The line begins neither with a row number, 1 to 15, nor with a column letter.
    NoRow,
    /// A row out of order. Contains the expected row number.
    RowOrder(u8),
    /// The column letters are not consecutive letters from a to o, or differ from those of an earlier line.
    Columns,
    /// A diagram that is narrower than the board and has no column letters. Contains its number of columns.
    NoLetters(usize),
    /// A row whose number of fields differs from the width of the diagram.
    Width {
        /// The number of fields in the row.
        found: usize,
        /// The width of the diagram, from the column letters or the first row.
        expected: usize,
    },
    /// A sign that has no meaning in a diagram.
    Sign(char),
    /// A bracket without its partner.
    Bracket,
    /// Two moves are marked as the last move; a diagram can have only one last move.
    LastMove,
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)
    }
}

impl fmt::Display for DiagramProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DiagramProblem::NoRows => f.write_str("the diagram has no row"),
            DiagramProblem::NoRow => f.write_str("a row begins with its number, 1 to 15"),
            DiagramProblem::RowOrder(row) => write!(f, "row {row} was expected here"),
            DiagramProblem::Columns => f.write_str("the columns are neighbouring letters from a to o"),
            DiagramProblem::NoLetters(columns) => {
                let noun = if columns == 1 { "column" } else { "columns" };
                write!(
                    f,
                    "the diagram has {columns} {noun} of {BOARD_SIZE}, and no line of letters says which"
                )
            }
            DiagramProblem::Width { found, expected } => {
                let fields = if found == 1 { "field" } else { "fields" };
                let were = if expected == 1 { "was" } else { "were" };
                write!(f, "the row has {found} {fields} where {expected} {were} expected")
            }
            DiagramProblem::Sign(sign) => write!(f, "the sign {sign:?} has no meaning in a diagram"),
            DiagramProblem::Bracket => f.write_str("the bracket has no partner in its row"),
            DiagramProblem::LastMove => f.write_str("a diagram can have only one last move"),
        }
    }
}

impl std::error::Error for DiagramError {}

/// A row as written, with its line and column in the text, its row number from 0, and its fields.
struct Row {
    line: usize,
    column: usize,
    row: u8,
    cells: Vec<Cell>,
}

/// A field as written.
struct Cell {
    column: usize,
    sign: char,
    highlighted: bool,
}

/// Parses a diagram.
pub(super) fn diagram(text: &str) -> Result<Diagram, DiagramError> {
    // Step 1. Sort the lines into rows and column letters.
    let mut rows: Vec<Row> = Vec::new();
    let mut letters: Option<Vec<u8>> = None;
    for (number, text) in text.lines().enumerate() {
        let line = number + 1;
        let Some(start) = text.chars().position(|sign| !sign.is_whitespace()) else { continue };
        let signs: Vec<char> = text.chars().collect();
        let fail = |problem| DiagramError { line, column: start + 1, problem };
        if signs[start].is_ascii_digit() {
            let row = read_row(line, start, &signs)?;
            if let Some(above) = rows.last()
                && above.row != row.row + 1
            {
                return Err(fail(DiagramProblem::RowOrder(above.row)));
            }
            rows.push(row);
        } else {
            let found = read_letters(&signs[start..]).map_err(fail)?;
            if letters.as_ref().is_some_and(|letters| *letters != found) {
                return Err(fail(DiagramProblem::Columns));
            }
            letters = Some(found);
        }
    }

    // Step 2. Determine which part of the board is drawn.
    let (Some(top), Some(bottom)) = (rows.first(), rows.last()) else {
        return Err(DiagramError { line: 1, column: 1, problem: DiagramProblem::NoRows });
    };
    let has_letters = letters.is_some();
    let left = letters.as_ref().map_or(0, |letters| letters[0]);
    let expected = letters.map_or(top.cells.len().min(usize::from(BOARD_SIZE)), |letters| letters.len());
    for row in &rows {
        let found = row.cells.len();
        if found != expected || found == 0 {
            let problem = DiagramProblem::Width { found, expected: expected.max(1) };
            return Err(DiagramError { line: row.line, column: row.column, problem });
        }
    }
    let corner = |column, row| Point::new(column, row).expect("rows and columns were checked above");
    let region = Region::between(corner(left, bottom.row), corner(left + expected as u8 - 1, top.row));

    // Step 3. Put every sign on its field.
    let mut diagram = Diagram {
        black: PointSet::EMPTY,
        white: PointSet::EMPTY,
        last_move: None,
        marks: Vec::new(),
        highlighted: PointSet::EMPTY,
        region,
    };
    for row in &rows {
        for (number, cell) in row.cells.iter().enumerate() {
            place(&mut diagram, corner(left + number as u8, row.row), cell)
                .map_err(|problem| DiagramError { line: row.line, column: cell.column, problem })?;
        }
    }
    if !has_letters && expected < usize::from(BOARD_SIZE) {
        let problem = DiagramProblem::NoLetters(expected);
        return Err(DiagramError { line: top.line, column: top.column, problem });
    }
    diagram.marks.arrange();
    Ok(diagram)
}

fn read_row(line: usize, start: usize, signs: &[char]) -> Result<Row, DiagramError> {
    let fail = |column: usize, problem| DiagramError { line, column: column + 1, problem };
    let digits = signs[start..].iter().take_while(|sign| sign.is_ascii_digit()).count();
    let number: String = signs[start..start + digits].iter().collect();
    let row = match number.parse::<u8>() {
        Ok(row) if (1..=BOARD_SIZE).contains(&row) => row - 1,
        _ => return Err(fail(start, DiagramProblem::NoRow)),
    };
    let mut cells = Vec::new();
    let mut opened = None;
    for (column, &sign) in signs.iter().enumerate().skip(start + digits) {
        match sign {
            '[' if opened.is_none() => opened = Some(column),
            ']' if opened.is_some() => opened = None,
            '[' | ']' => return Err(fail(column, DiagramProblem::Bracket)),
            _ if sign.is_whitespace() => {}
            _ => cells.push(Cell { column: column + 1, sign, highlighted: opened.is_some() }),
        }
    }
    match opened {
        Some(column) => Err(fail(column, DiagramProblem::Bracket)),
        None => Ok(Row { line, column: start + 1, row, cells }),
    }
}

fn read_letters(signs: &[char]) -> Result<Vec<u8>, DiagramProblem> {
    let letters: Vec<char> = signs.iter().copied().filter(|sign| !sign.is_whitespace()).collect();
    if !letters.iter().all(char::is_ascii_alphabetic) {
        return Err(DiagramProblem::NoRow);
    }
    let columns: Vec<u8> = letters.iter().map(|letter| letter.to_ascii_lowercase() as u8 - b'a').collect();
    let are_neighbours = columns.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    if are_neighbours && columns.iter().all(|&column| column < BOARD_SIZE) {
        Ok(columns)
    } else {
        Err(DiagramProblem::Columns)
    }
}

fn place(diagram: &mut Diagram, field: Point, cell: &Cell) -> Result<(), DiagramProblem> {
    if cell.highlighted {
        diagram.highlighted.insert(field);
    }
    if Style::ALL.iter().any(|style| style.empty() == cell.sign) {
        return Ok(());
    }
    for style in Style::ALL {
        for color in Color::ALL {
            for is_last in [false, true] {
                if style.stone(color, is_last) == cell.sign {
                    return place_stone(diagram, field, color, is_last);
                }
            }
        }
    }
    if !is_mark(cell.sign) {
        return Err(DiagramProblem::Sign(cell.sign));
    }
    diagram.marks.push((field, cell.sign));
    Ok(())
}

fn place_stone(
    diagram: &mut Diagram,
    field: Point,
    color: Color,
    is_last: bool,
) -> Result<(), DiagramProblem> {
    match color {
        Color::Black => diagram.black.insert(field),
        Color::White => diagram.white.insert(field),
    }
    if is_last && diagram.last_move.replace(field).is_some() {
        return Err(DiagramProblem::LastMove);
    }
    Ok(())
}
