//! Boards of random programs, with the sorts and predicates that they declare.

use super::Generator;
use super::vocabulary::{Predicate, Sort};

/// The arrangement of the fields of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Square,
    Hexagonal,
    /// Only every other square is a field.
    Dark,
}

/// A board declaration.
pub(super) struct Board {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) form: Form,
    /// Whether fields are written as numbers. If not, they are written as a letter and a number.
    pub(super) is_numbered: bool,
    pub(super) is_row_1_on_top: bool,
}

/// A field as written, with its column and row, both counted from 0.
struct Field {
    text: String,
    column: usize,
    row: usize,
}

impl Board {
    /// The text of the declaration.
    fn line(&self) -> String {
        let form = match self.form {
            Form::Square => "",
            Form::Hexagonal => " hexagonal",
            Form::Dark => " dark",
        };
        let notation = if self.is_numbered { "numbered" } else { "like a1" };
        let on_top = if self.is_row_1_on_top { " row 1 on top" } else { "" };
        format!("board {} by {}{form} {notation}{on_top} words F", self.width, self.height)
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for row in 0..self.height {
            for column in (0..self.width).filter(|column| self.has(*column, row)) {
                let text = match self.is_numbered {
                    true => (fields.len() + 1).to_string(),
                    false => format!("{}{}", letter(column), row + 1),
                };
                fields.push(Field { text, column, row });
            }
        }
        fields
    }

    /// Whether there is a field at this column and row. There is always a field at the bottom left.
    fn has(&self, column: usize, row: usize) -> bool {
        let from_bottom = if self.is_row_1_on_top { self.height - 1 - row } else { row };
        self.form != Form::Dark || (column + from_bottom).is_multiple_of(2)
    }

    fn directions(&self) -> &'static [&'static str] {
        match self.form {
            Form::Hexagonal => &["ne", "e", "se", "sw", "w", "nw"],
            Form::Square | Form::Dark => &["n", "ne", "e", "se", "s", "sw", "w", "nw"],
        }
    }
}

fn letter(column: usize) -> String {
    char::from(b'a' + column as u8).to_string()
}

impl Generator {
    /// Declares a board, and adds its sorts and predicates.
    pub(super) fn lay(&mut self, board: &Board) {
        self.declarations.push(board.line());
        let fields = board.fields();
        // Most facts are about fields in one corner of the board, so that they have fields in common.
        let [left, low] = [board.width, board.height].map(|size| self.random.below(size.max(3) - 2));
        let is_common =
            |field: &&Field| (left..left + 3).contains(&field.column) && (low..low + 3).contains(&field.row);
        let common: Vec<String> = fields.iter().filter(is_common).map(|field| field.text.clone()).collect();
        let first = self.sorts.len();
        let directions = board.directions().iter().map(|text| (*text).to_owned()).collect();
        let columns = (0..board.width).map(letter).collect();
        let rows = (1..=board.height).map(|row| row.to_string()).collect();
        let fields = fields.into_iter().map(|field| field.text).collect();
        for (name, word, values, counts) in [
            ("field", "F", fields, false),
            ("column", "Column", columns, false),
            ("row", "Row", rows, true),
            ("direction", "Direction", directions, false),
        ] {
            let (name, word, root) = (name.to_owned(), word.to_owned(), self.sorts.len());
            self.add_sort(Sort { name, word, common: Vec::new(), values, root, counts, playable: false });
        }
        if !common.is_empty() {
            self.sorts[first].common = common;
        }
        let (field, column, row, direction) = (first, first + 1, first + 2, first + 3);
        for (name, places, is_function) in [
            ("step", vec![field, direction, field], true),
            ("row", vec![field, row], true),
            ("column", vec![field, column], true),
            ("at.edge", vec![field, direction], false),
            ("half", vec![direction], false),
            ("straight", vec![direction], false),
        ] {
            let name = name.to_owned();
            self.predicates.push(Predicate { name, places, is_function, is_derived: false });
        }
        self.board = Some(field);
    }
}
