//! Derives the facts of a board from its drawing: every field has coordinates, and a step leads to the field at the
//! neighbouring coordinates.

use blanche_compiler::syntax::ast::{BoardDeclaration, BoardNotation};

/// A sort: its name, its words and its values.
type Sort = (&'static str, Vec<String>, Vec<String>);

/// A predicate: its name, the sorts of its arguments and its tuples.
type Tuples = (&'static str, Vec<&'static str>, Vec<Vec<String>>);

/// The sorts and facts that a board declaration adds to a program.
pub(crate) struct Brought {
    pub(crate) sorts: Vec<Sort>,
    pub(crate) tuples: Vec<Tuples>,
}

/// A field: its name, its column and row, and its coordinates. Coordinates go to the right and up, and are measured in
/// halves of a field.
struct Field {
    name: String,
    column: String,
    row: u32,
    right: i64,
    up: i64,
}

/// The directions, each with its offsets to the right and up, in halves of a field.
fn directions(hexagonal: bool) -> Vec<(&'static str, i64, i64)> {
    match hexagonal {
        true => vec![("ne", 1, 2), ("e", 2, 0), ("se", 1, -2), ("sw", -1, -2), ("w", -2, 0), ("nw", -1, 2)],
        false => vec![
            ("n", 0, 2),
            ("ne", 2, 2),
            ("e", 2, 0),
            ("se", 2, -2),
            ("s", 0, -2),
            ("sw", -2, -2),
            ("w", -2, 0),
            ("nw", -2, 2),
        ],
    }
}

/// The sorts and facts that a board declaration adds to a program.
pub(crate) fn declared_by(board: &BoardDeclaration) -> Brought {
    let (width, height) = (board.width.value, board.height.value);
    let letter = |column: u32| char::from_u32('a' as u32 + column).expect("a column is a letter").to_string();
    let mut fields: Vec<Field> = Vec::new();
    for row in 1..=height {
        // Rows of the drawing are numbered either from the bottom up or from the top down.
        let up = 2 * i64::from(if board.row_one_on_top { height - row } else { row - 1 });
        for column in 0..width {
            let shift = if board.hexagonal.is_some() { i64::from(row) } else { 0 };
            let is_light = (i64::from(column) + up / 2) % 2 == 1;
            if board.dark.is_some() && is_light {
                continue;
            }
            let name = match board.notation {
                BoardNotation::Like(_) => format!("{}{row}", letter(column)),
                BoardNotation::Numbered => (fields.len() + 1).to_string(),
            };
            let right = 2 * i64::from(column) + shift;
            fields.push(Field { name, column: letter(column), row, right, up });
        }
    }
    let directions = directions(board.hexagonal.is_some());
    let beside = |field: &Field, right: i64, up: i64| {
        fields.iter().find(|other| other.right == field.right + right && other.up == field.up + up)
    };
    let (mut steps, mut edges) = (Vec::new(), Vec::new());
    for field in &fields {
        for (name, right, up) in &directions {
            match beside(field, *right, *up) {
                Some(next) => steps.push(vec![field.name.clone(), (*name).to_owned(), next.name.clone()]),
                None => edges.push(vec![field.name.clone(), (*name).to_owned()]),
            }
        }
    }
    let chosen = |names: &[&str]| -> Vec<Vec<String>> {
        let known = names.iter().filter(|name| directions.iter().any(|(known, ..)| known == *name));
        known.map(|name| vec![(*name).to_owned()]).collect()
    };
    let row = |field: &Field| field.row.to_string();
    let (places, columns, rows): (Vec<_>, Vec<_>, Vec<_>) = (
        fields.iter().map(|field| vec![field.name.clone(), field.column.clone(), row(field)]).collect(),
        fields.iter().map(|field| vec![field.name.clone(), field.column.clone()]).collect(),
        fields.iter().map(|field| vec![field.name.clone(), row(field)]).collect(),
    );
    let mut tuples = vec![
        ("step", vec!["field", "direction", "field"], steps),
        ("at", vec!["field", "column", "row"], places),
        ("column", vec!["field", "column"], columns),
        ("row", vec!["field", "row"], rows),
        ("at.edge", vec!["field", "direction"], edges),
    ];
    if board.hexagonal.is_some() {
        tuples.push(("half", vec!["direction"], chosen(&["ne", "e", "se"])));
        tuples.push(("straight", vec!["direction"], chosen(&["ne", "e", "se", "sw", "w", "nw"])));
    } else {
        tuples.push(("half", vec!["direction"], chosen(&["n", "ne", "e", "se"])));
        tuples.push(("straight", vec!["direction"], chosen(&["n", "e", "s", "w"])));
        tuples.push(("diagonal", vec!["direction"], chosen(&["ne", "se", "sw", "nw"])));
    }
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let sorts = vec![
        (
            "field",
            board.words.iter().map(|word| word.text.clone()).collect(),
            fields.iter().map(|field| field.name.clone()).collect(),
        ),
        ("column", words(&["Column"]), (0..width).map(letter).collect()),
        ("row", words(&["Row"]), (1..=height).map(|row| row.to_string()).collect()),
        (
            "direction",
            words(&["Direction"]),
            directions.iter().map(|(name, ..)| (*name).to_owned()).collect(),
        ),
    ];
    Brought { sorts, tuples }
}
