//! Boards: the sorts, predicates and symmetries that a `board` declaration defines.
//!
//! A board is a rectangle of columns and rows. On a hexagonal board each row is shifted by half a field to the right of
//! the previous row. A field thus has up to six neighbours, and row 1 and column a meet in an acute corner. A dark
//! board has only every other field. The directions refer to the board as drawn: `n` points to its top.

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::model::Declared;
use super::sorts::{brought_too, claim, column_names};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{
    Board, Constants, Numbers, Origin, Predicate, PredicateKind, Sort, SortId, SortKind, Symmetry,
};
use crate::runtime::Value;
use crate::syntax::ast::{self, BoardNotation};

/// Maximum number of columns, each of which is written as one letter.
const MAX_COLUMNS: u32 = 26;

/// Maximum number of fields. Sets of more fields could not be represented.
const MAX_FIELDS: u32 = crate::program::MAX_SET_SIZE;

/// The directions of a square board, in clockwise order, each with its offset in columns (to the right) and rows (up).
/// The second half contains the opposites of the directions in the first half.
const SQUARE: &[(&str, i32, i32)] = &[
    ("n", 0, 1),
    ("ne", 1, 1),
    ("e", 1, 0),
    ("se", 1, -1),
    ("s", 0, -1),
    ("sw", -1, -1),
    ("w", -1, 0),
    ("nw", -1, 1),
];

/// The directions of a hexagonal board, clockwise. Their offsets depend on the direction in which rows are shifted.
const HEXAGONAL: &[&str] = &["ne", "e", "se", "sw", "w", "nw"];

/// The sorts that a board defines.
const SORTS: [&str; 4] = ["field", "column", "row", "direction"];

/// The predicates that a board defines, with their arities.
const PREDICATES: [(&str, usize); 8] = [
    ("step", 3),
    ("at", 3),
    ("at.edge", 2),
    ("column", 2),
    ("row", 2),
    ("half", 1),
    ("straight", 1),
    ("diagonal", 1),
];

/// The names of the sorts and predicates that a board defines.
pub(super) fn brought() -> impl Iterator<Item = &'static str> {
    SORTS.into_iter().chain(PREDICATES.map(|(name, _)| name))
}

/// Whether a board defines a predicate with this name and arity.
pub(super) fn defines_predicate(name: &str, arguments: usize) -> bool {
    PREDICATES.contains(&(name, arguments))
}

/// A field as column and row, both counted from 0.
type Field = (i32, i32);

/// The geometry of a board, before ids are assigned.
struct Layout {
    fields: Vec<Field>,
    names: Vec<String>,
    /// Each direction with its offset in columns and rows.
    directions: Vec<(&'static str, i32, i32)>,
    width: u32,
    height: u32,
}

/// Declares the board `board 8 by 8 like c3 words Field`.
pub(super) fn declare_board(resolver: &mut Declared<'_>, item: &ast::Item, board: &ast::BoardDeclaration) {
    if let Some(known) = &resolver.program.board {
        let (again, first) = resolver.blamed(known.span, board.word);
        let message = Diagnostic::new(Code::DeclaredTwice, "there are two boards", again, "repeated here")
            .and(first, "the first one")
            .hint(
                "a program has one board; fields that do not form a board are a `sort`, with facts for the \
                 steps",
            );
        resolver.report(message);
        return;
    }
    let (width, height) = size(resolver, board);
    let layout = Layout::new(board, width, height);
    example(resolver, board, &layout);
    let words = |words: &[&str]| -> Vec<ast::Name> {
        words.iter().map(|word| ast::Name { text: (*word).to_owned(), span: board.word }).collect()
    };
    let letters = (0..width).map(column).collect();
    let of_directions = layout.directions.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let field = sort(resolver, board, "field", constants(layout.names.clone()), &board.words, &item.doc);
    let columns = sort(resolver, board, "column", constants(letters), &words(&["Column"]), &[]);
    let rows = SortKind::Range(Numbers { first: 1, last: height as Value, origin: 0 });
    let row = sort(resolver, board, "row", rows, &words(&["Row"]), &[]);
    let directions = constants(of_directions);
    let direction = sort(resolver, board, "direction", directions, &words(&["Direction"]), &[]);
    let symmetries = layout.symmetries();
    resolver.program.board = Some(Board {
        field,
        column: columns,
        row,
        direction,
        width,
        height,
        hexagonal: board.hexagonal.is_some(),
        dark: is_dark(board),
        row_one_on_top: board.row_one_on_top,
        symmetries,
        span: board.word,
    });
    predicates(resolver, board.word, &layout);
}

/// The width and height of a board. An invalid size is reported and clamped to a valid one.
fn size(resolver: &mut Declared<'_>, board: &ast::BoardDeclaration) -> (u32, u32) {
    if let Some((span, label, hint)) = fault(board) {
        resolver.report(Diagnostic::new(Code::BadBoard, "an invalid board", span, label).hint(hint));
    }
    let width = board.width.value.clamp(1, MAX_COLUMNS);
    let most = if is_dark(board) { 2 * MAX_FIELDS } else { MAX_FIELDS } / width;
    (width, board.height.value.clamp(1, most))
}

/// Describes what is wrong with the size or form of a board, as a span, a label and a hint.
fn fault(board: &ast::BoardDeclaration) -> Option<(Span, String, &'static str)> {
    let (width, height) = (&board.width, &board.height);
    let empty = [(width, "columns"), (height, "rows")].into_iter().find(|(number, _)| number.value == 0);
    if let Some((number, what)) = empty {
        let label = format!("a board without {what} has no fields");
        return Some((number.span, label, "write how many columns, and how many rows: `board 8 by 8`"));
    }
    if width.value > MAX_COLUMNS {
        let label = format!("{} columns, and there are {MAX_COLUMNS} letters for them", width.value);
        return Some((width.span, label, "a larger board is a `sort`, with facts for the steps"));
    }
    let all = u64::from(width.value) * u64::from(height.value);
    let fields = if is_dark(board) { all.div_ceil(2) } else { all };
    if fields > u64::from(MAX_FIELDS) {
        let label = format!("{fields} fields, and a board has at most {MAX_FIELDS}");
        let hint = "a larger board is a `sort`, with facts for the steps";
        return Some((width.span.to(height.span), label, hint));
    }
    let (hexagonal, dark) = (board.hexagonal?, board.dark?);
    let label = "every other field of a hexagonal board has neighbours that are left out".to_owned();
    Some((hexagonal.to(dark), label, "remove one of the two words"))
}

/// Whether every other field is omitted. A hexagonal board always has all fields.
fn is_dark(board: &ast::BoardDeclaration) -> bool {
    board.dark.is_some() && board.hexagonal.is_none()
}

/// Reports an example that is not a field of the board.
fn example(resolver: &mut Declared<'_>, board: &ast::BoardDeclaration, layout: &Layout) {
    let BoardNotation::Like(example) = &board.notation else { return };
    if layout.names.contains(&example.text) {
        return;
    }
    let (first, last) = (&layout.names[0], &layout.names[layout.names.len() - 1]);
    let form = example.text.strip_prefix(|c: char| c.is_ascii_lowercase());
    let is_formed = form.is_some_and(|row| !row.is_empty() && row.bytes().all(|c| c.is_ascii_digit()));
    let label = match is_formed {
        true => format!("this board has the fields {first} to {last}"),
        false => "a field is written by its column and its row".to_owned(),
    };
    let label = match (is_formed, board.dark) {
        (true, Some(_)) => format!("{label}, every other one"),
        _ => label,
    };
    let title = format!("`{}` is not a field of this board", example.text);
    let message = Diagnostic::new(Code::BadBoard, title, example.span, label);
    let near = &layout.names[layout.names.len() / 2];
    resolver.report(message.fix(format!("write `{near}`"), example.span, near.clone()));
}

fn constants(names: Vec<String>) -> SortKind {
    SortKind::Constants(Constants::new(
        names.into_iter().enumerate().map(|(at, text)| (text, at as Value)).collect(),
    ))
}

/// The letter of a column.
fn column(at: u32) -> String {
    char::from(b'a' + at as u8).to_string()
}

/// Adds a sort that the board defines. A declaration of the same name in the text is reported and ignored.
fn sort(
    resolver: &mut Declared<'_>,
    board: &ast::BoardDeclaration,
    name: &str,
    kind: SortKind,
    words: &[ast::Name],
    doc: &[String],
) -> SortId {
    if let Some(known) = resolver.sort_names.get(name).copied() {
        let declared = resolver.program.sort(known).span.unwrap_or(board.word);
        let message = brought_too(name, declared, board.word);
        resolver.report(message);
    }
    let id = SortId(resolver.program.sorts.len() as u32);
    words.iter().for_each(|word| claim(resolver, word, id, (name, board.word)));
    resolver.sort_names.insert(name.to_owned(), id);
    let doc = if doc.is_empty() { vec![about_sort(name).to_owned()] } else { doc.to_vec() };
    resolver.program.sorts.push(Sort {
        name: name.to_owned(),
        kind,
        whole: None,
        root: id,
        words: words.iter().map(|word| word.text.clone()).collect(),
        playable: name == "field",
        doc,
        span: Some(board.word),
    });
    id
}

fn about_sort(name: &str) -> &'static str {
    match name {
        "field" => "The fields of the board, by row and then by column.",
        "column" => "The columns of the board, from left to right.",
        "row" => "The rows of the board.",
        _ => "The directions from a field to its neighbours; `n` points to the top.",
    }
}

/// The doc text of a predicate of the board, by name and arity.
fn about(name: &str, arguments: usize) -> &'static str {
    match (name, arguments) {
        ("step", _) => "The second field is the next one in this direction.",
        ("at", _) => "The field in this column and this row.",
        ("column", _) => "The column of a field.",
        ("row", _) => "The row of a field.",
        ("at.edge", _) => "This field has no neighbour in this direction.",
        ("straight", _) => "A direction along a row or a column.",
        ("diagonal", _) => "A direction between those along rows and columns.",
        _ => "One of each two opposite directions.",
    }
}

/// Adds the predicates of a board as facts.
fn predicates(resolver: &mut Declared<'_>, place: Span, layout: &Layout) {
    let Some(board) = &resolver.program.board else { return };
    let (field, column, row, direction) = (board.field, board.column, board.row, board.direction);
    let hexagonal = board.hexagonal;
    let by_field: SortedMap<Field, Value> =
        layout.fields.iter().enumerate().map(|(at, field)| (*field, at as Value)).collect();
    let (mut steps, mut edges) = (Vec::new(), Vec::new());
    for (at, (x, y)) in layout.fields.iter().enumerate() {
        for (number, (_, right, up)) in layout.directions.iter().enumerate() {
            match by_field.get(&(x + right, y + up)) {
                Some(next) => steps.push(vec![at as Value, number as Value, *next]),
                None => edges.push(vec![at as Value, number as Value]),
            }
        }
    }
    let of_fields = |tuple: &dyn Fn(Value, Field) -> Vec<Value>| -> Vec<Vec<Value>> {
        layout.fields.iter().enumerate().map(|(at, field)| tuple(at as Value, *field)).collect()
    };
    let places = of_fields(&|at, (x, y)| vec![at, x as Value, y as Value + 1]);
    let columns = of_fields(&|at, (x, _)| vec![at, x as Value]);
    let rows = of_fields(&|at, (_, y)| vec![at, y as Value + 1]);
    let chosen = |holds: &dyn Fn(usize, i32, i32) -> bool| -> Vec<Vec<Value>> {
        let numbered = layout.directions.iter().enumerate();
        let chosen = numbered.filter(|(at, (_, right, up))| holds(*at, *right, *up));
        chosen.map(|(at, _)| vec![at as Value]).collect()
    };
    let half = layout.directions.len() / 2;
    let mut all = vec![
        ("step", vec![field, direction, field], steps),
        ("at", vec![field, column, row], places),
        ("column", vec![field, column], columns),
        ("row", vec![field, row], rows),
        ("at.edge", vec![field, direction], edges),
        ("half", vec![direction], chosen(&|at, _, _| at < half)),
    ];
    if hexagonal {
        all.push(("straight", vec![direction], chosen(&|_, _, _| true)));
    } else {
        all.push(("straight", vec![direction], chosen(&|_, right, up| right == 0 || up == 0)));
        all.push(("diagonal", vec![direction], chosen(&|_, right, up| right != 0 && up != 0)));
    }
    for (name, sorts, mut tuples) in all {
        tuples.arrange();
        let (doc, span) = (vec![about(name, sorts.len()).to_owned()], Some(place));
        let predicate = Predicate::new(name, column_names(resolver, &sorts), PredicateKind::Facts(tuples));
        resolver.add_predicate(Predicate { sorts, doc, span, origin: Origin::Board, ..predicate });
    }
}

/// Declares the symmetry: `symmetry none`, `symmetry turn with colours`.
pub(super) fn declare_symmetry(
    resolver: &mut Declared<'_>,
    item: &ast::Item,
    symmetry: ast::SymmetryDeclaration,
) {
    if let Some(first) = resolver.symmetry_place {
        let message = Diagnostic::new(
            Code::DeclaredTwice,
            "the symmetry is declared twice",
            item.span,
            "repeated here",
        )
        .and(first, "declared here first")
        .hint("remove one of the two");
        resolver.report(message);
        return;
    }
    resolver.symmetry_place = Some(item.span);
    let Some(board) = &mut resolver.program.board else {
        if resolver.recovery.knows_all_items() {
            let label = "there is no board for it";
            let message = Diagnostic::new(Code::BadBoard, "a symmetry without a board", item.span, label);
            resolver.report(message.hint("declare the board: `board 8 by 8 like c3 words Field`"));
        }
        return;
    };
    match symmetry {
        ast::SymmetryDeclaration::None => board.symmetries.retain(Symmetry::is_identity),
        ast::SymmetryDeclaration::TurnWithColours => {
            board.symmetries.retain(|one| one.is_identity() || one.is_half_turn());
            for one in board.symmetries.iter_mut().filter(|one| !one.is_identity()) {
                one.swaps_colours = true;
            }
        }
    }
}

impl Layout {
    fn new(board: &ast::BoardDeclaration, width: u32, height: u32) -> Layout {
        let hexagonal = board.hexagonal.is_some();
        let up = if board.row_one_on_top { -1 } else { 1 };
        // The bottom row has number 0, or is the last row if row 1 is at the top.
        let bottom = if board.row_one_on_top { height as i32 - 1 } else { 0 };
        let is_kept = |x: i32, y: i32| !is_dark(board) || (x + (y - bottom)) % 2 == 0;
        let all = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
        let fields: Vec<Field> = all.filter(|(x, y)| is_kept(*x, *y)).collect();
        let name = |(at, (x, y)): (usize, &Field)| match board.notation {
            BoardNotation::Numbered => (at + 1).to_string(),
            BoardNotation::Like(_) => format!("{}{}", column(*x as u32), y + 1),
        };
        let names = fields.iter().enumerate().map(name).collect();
        let directions = if hexagonal {
            // Each row is shifted to the right of the row with the next lower number, in whichever order the rows are
            // drawn.
            let next = up == 1;
            let step = |name: &&'static str| {
                let (right, up_a_row) = match (*name, next) {
                    ("e", _) => (1, 0),
                    ("w", _) => (-1, 0),
                    ("ne", true) => (0, 1),
                    ("nw", true) => (-1, 1),
                    ("se", true) => (1, -1),
                    ("sw", true) => (0, -1),
                    ("ne", false) => (1, -1),
                    ("nw", false) => (0, -1),
                    ("se", false) => (0, 1),
                    _ => (-1, 1),
                };
                (*name, right, up_a_row)
            };
            HEXAGONAL.iter().map(step).collect()
        } else {
            SQUARE.iter().map(|(name, right, to_top)| (*name, *right, to_top * up)).collect()
        };
        Layout { fields, names, directions, width, height }
    }

    /// The permutations of the fields that preserve neighbourhood, the identity first.
    fn symmetries(&self) -> Vec<Symmetry> {
        let by_field: SortedMap<Field, Value> =
            self.fields.iter().enumerate().map(|(at, field)| (*field, at as Value)).collect();
        let by_step: SortedMap<Field, Value> = self
            .directions
            .iter()
            .enumerate()
            .map(|(at, (_, right, up))| ((*right, *up), at as Value))
            .collect();
        let (right, top) = (self.width as i32 - 1, self.height as i32 - 1);
        let mut found: Vec<Symmetry> = Vec::new();
        let mut seen: SortedSet<Vec<Value>> = SortedSet::new();
        for number in 0..8 {
            let (swaps, mirrors_x, mirrors_y) = (number & 4 != 0, number & 1 != 0, number & 2 != 0);
            if swaps && right != top {
                continue;
            }
            // If columns and rows are swapped, this is done first. Then each of the two may be mirrored.
            let turned = |(x, y): Field| if swaps { (y, x) } else { (x, y) };
            let of_field = |field: Field| {
                let (x, y) = turned(field);
                (if mirrors_x { right - x } else { x }, if mirrors_y { top - y } else { y })
            };
            let of_step = |step: Field| {
                let (x, y) = turned(step);
                (if mirrors_x { -x } else { x }, if mirrors_y { -y } else { y })
            };
            let fields: Option<Vec<Value>> =
                self.fields.iter().map(|field| by_field.get(&of_field(*field)).copied()).collect();
            let directions: Option<Vec<Value>> = self
                .directions
                .iter()
                .map(|(_, right, up)| by_step.get(&of_step((*right, *up))).copied())
                .collect();
            let (Some(fields), Some(directions)) = (fields, directions) else { continue };
            // On a board with a single row some of the symmetries coincide.
            if seen.insert(fields.clone()) {
                found.push(Symmetry { fields, directions, swaps_colours: false });
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::Code;
    use crate::files::Sources;
    use crate::program::{PredicateKind, Program};

    fn program(text: &str) -> Program {
        let mut sources = Sources::default();
        let id = sources.add("test.blanche", text.as_bytes());
        let parsed = crate::syntax::parse(&sources, id);
        assert!(parsed.diagnostics.is_empty(), "the text of a test can be read: {:?}", parsed.diagnostics);
        let resolved = crate::names::resolve(&sources, &[&parsed.file], Default::default(), false, None);
        assert!(resolved.diagnostics.is_empty(), "{:?}", resolved.diagnostics);
        resolved.program
    }

    /// The tuples of a predicate as text, with spaces between the values of a tuple.
    fn tuples(program: &Program, name: &str, arity: usize) -> Vec<String> {
        let known = program.predicates.iter().find(|one| one.name == name && one.arity() == arity);
        let predicate = known.expect("the board brings it");
        let PredicateKind::Facts(tuples) = &predicate.kind else { panic!("facts state it") };
        let text = |tuple: &Vec<u32>| {
            let values = tuple.iter().zip(&predicate.sorts);
            values.map(|(value, sort)| program.sort(*sort).text(*value)).collect::<Vec<_>>().join(" ")
        };
        tuples.iter().map(text).collect()
    }

    #[test]
    fn fields_are_ordered_by_row_and_then_by_column() {
        let small = program("board 2 by 2 like a1 words F\n");
        assert_eq!(tuples(&small, "at", 3), ["a1 a 1", "b1 b 1", "a2 a 2", "b2 b 2"]);
        let of_a1: Vec<String> =
            tuples(&small, "step", 3).into_iter().filter(|step| step.starts_with("a1")).collect();
        assert_eq!(of_a1, ["a1 n a2", "a1 ne b2", "a1 e b1"], "row 1 is at the bottom");
        assert_eq!(tuples(&small, "at.edge", 2).len(), 4 * 8 - 12);
        let turned = program("board 2 by 2 like a1 row 1 on top words F\n");
        let of_a1: Vec<String> =
            tuples(&turned, "step", 3).into_iter().filter(|step| step.starts_with("a1")).collect();
        assert_eq!(of_a1, ["a1 e b1", "a1 se b2", "a1 s a2"]);
    }

    #[test]
    fn a_dark_board_includes_the_bottom_left_field() {
        let dark = program("board 8 by 8 dark numbered row 1 on top words F\n");
        let places = tuples(&dark, "at", 3);
        assert_eq!(places.len(), 32);
        assert_eq!((places[0].as_str(), places[4].as_str()), ("1 b 1", "5 a 2"));
        assert_eq!(places[28], "29 a 8");
        let of_14: Vec<String> =
            tuples(&dark, "step", 3).into_iter().filter(|step| step.starts_with("14 ")).collect();
        assert_eq!(of_14, ["14 ne 10", "14 se 18", "14 sw 17", "14 nw 9"]);
        let odd = program("board 3 by 3 dark like b2 words F\n");
        assert_eq!(tuples(&odd, "column", 2), ["a1 a", "c1 c", "b2 b", "a3 a", "c3 c"]);
    }

    #[test]
    fn a_field_of_a_hexagonal_board_has_six_neighbours() {
        for top in ["", " row 1 on top"] {
            let board = program(&format!("board 3 by 3 hexagonal like a1{top} words F\n"));
            let of = |field: &str| {
                let steps = tuples(&board, "step", 3);
                let mut next: Vec<String> = steps
                    .iter()
                    .filter(|step| step.starts_with(field))
                    .filter_map(|step| step.split(' ').nth(2).map(str::to_owned))
                    .collect();
                next.sort();
                next
            };
            assert_eq!(of("b2"), ["a2", "a3", "b1", "b3", "c1", "c2"], "{top}");
            assert_eq!(of("a1"), ["a2", "b1"], "{top}");
            assert_eq!(tuples(&board, "straight", 1).len(), 6);
            assert!(board.predicates.iter().all(|predicate| predicate.name != "diagonal"));
        }
    }

    #[test]
    fn half_of_the_directions_contains_one_of_each_opposite_pair() {
        let square = program("board 2 by 2 like a1 words F\n");
        assert_eq!(tuples(&square, "straight", 1), ["n", "e", "s", "w"]);
        assert_eq!(tuples(&square, "diagonal", 1), ["ne", "se", "sw", "nw"]);
        assert_eq!(tuples(&square, "half", 1), ["n", "ne", "e", "se"]);
        let hexagonal = program("board 2 by 2 hexagonal like a1 words F\n");
        assert_eq!(tuples(&hexagonal, "half", 1), ["ne", "e", "se"]);
    }

    #[test]
    fn symmetries_preserve_neighbours_unless_they_are_declared() {
        let count = |text: &str| {
            let program = program(&format!("{text}\n"));
            let board = program.board.expect("it is declared");
            assert!(board.symmetries[0].is_identity());
            (board.symmetries.len(), board.symmetries.iter().filter(|one| one.swaps_colours).count())
        };
        assert_eq!(count("board 3 by 3 like a1 words F"), (8, 0));
        assert_eq!(count("board 4 by 3 like a1 words F"), (4, 0));
        assert_eq!(count("board 8 by 8 dark numbered words F"), (4, 0));
        assert_eq!(count("board 8 by 6 dark numbered words F"), (2, 0));
        assert_eq!(count("board 7 by 7 dark numbered words F"), (8, 0));
        assert_eq!(count("board 5 by 5 hexagonal like a1 words F"), (4, 0));
        assert_eq!(count("board 5 by 4 hexagonal like a1 words F"), (2, 0));
        assert_eq!(count("board 1 by 3 like a1 words F"), (2, 0));
        assert_eq!(count("board 3 by 3 like a1 words F\nsymmetry none"), (1, 0));
        assert_eq!(count("symmetry turn with colours\nboard 8 by 8 dark numbered words F"), (2, 1));
    }

    #[test]
    fn an_impossible_board_is_reported_once() {
        for (text, codes) in [
            ("board 0 by 3 like a1 words F", &[Code::BadBoard][..]),
            ("board 27 by 3 like a1 words F", &[Code::BadBoard]),
            ("board 26 by 39 like a1 words F", &[]),
            ("board 26 by 40 like a1 words F", &[Code::BadBoard]),
            ("board 26 by 78 dark numbered words F", &[]),
            ("board 1 by 4000 like a1 words F", &[Code::BadBoard]),
            ("board 3 by 3 hexagonal dark like a1 words F", &[Code::BadBoard]),
            ("board 3 by 3 dark like b1 words F", &[Code::BadBoard]),
            ("board 3 by 3 like b2 words F, F", &[Code::DeclaredTwice]),
            ("sort row = 1 to 3\nboard 3 by 3 like b2 words F", &[Code::DeclaredTwice]),
            ("symmetry none", &[Code::BadBoard]),
        ] {
            let (_, found) = check_text("test.blanche", &format!("{text}\nfree(F) :- at.edge(F, e)\n"));
            let heard: Vec<Code> = found.iter().map(|message| message.code).collect();
            let codes: Vec<Code> = if text.starts_with("symmetry") {
                [codes, &[Code::UnknownPredicate]].concat()
            } else {
                codes.to_vec()
            };
            assert_eq!(heard, codes, "{text}");
        }
    }
}
