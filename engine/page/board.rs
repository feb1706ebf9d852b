//! Boards as the page draws them, and legal moves as clicks on their fields.

use noire_engine::drawing::{self, Drawing, Square};

use crate::protocol::{Below, Board, Field, Ground, LegalMove, Part, Piece, Row};

/// The board of a drawing.
pub(crate) fn board(drawing: &Drawing) -> Board {
    let row = |row: &drawing::Row| Row {
        number: row.number,
        shift: row.shift,
        fields: row.squares.iter().map(|square| square.as_ref().map(field)).collect(),
    };
    Board {
        ground: ground(drawing),
        columns: drawing.columns.iter().map(char::to_string).collect(),
        rows: drawing.rows.iter().map(row).collect(),
        below: drawing.below.iter().map(|tuple| below(tuple, &|_, _| None)).collect(),
    }
}

/// The grid of a drawing.
fn ground(drawing: &Drawing) -> Ground {
    match drawing.ground {
        drawing::Ground::Lines { .. } => Ground::Lines,
        drawing::Ground::Squares => Ground::Squares,
        drawing::Ground::Hexagons => Ground::Hexagons,
    }
}

/// A tuple that is not on the board, such as `quiet(3)`. `words` describes the predicate with a name and a number of
/// arguments, if it can.
pub(crate) fn below(tuple: &str, words: &dyn Fn(&str, usize) -> Option<String>) -> Below {
    let (name, arguments) =
        tuple.strip_suffix(')').and_then(|text| text.split_once('(')).unwrap_or((tuple, ""));
    let count = if arguments.is_empty() { 0 } else { arguments.split(", ").count() };
    let label = words(name, count).unwrap_or_else(|| name.to_owned());
    Below { label, value: arguments.to_owned() }
}

/// A kind of piece.
pub(crate) fn piece(piece: &drawing::Piece) -> Piece {
    Piece { sign: piece.sign.clone(), owner: piece.owner, shows_sign: piece.is_one_of_several }
}

fn field(square: &Square) -> Field {
    let is_last = square.piece.as_ref().is_some_and(|piece| piece.is_last);
    Field {
        name: square.name.clone(),
        piece: square.piece.as_ref().map(piece),
        mark: square.mark.map(|mark| mark.to_string()),
        is_highlighted: square.is_highlighted,
        last: is_last.then_some(Part::Target),
    }
}

/// A legal move with the clicks that enter it: the fields that its text names in order or, if the text is the letter of
/// a column, any field of this column.
pub(crate) fn legal_move(text: String, drawing: &Drawing) -> LegalMove {
    let mut clicks: Vec<Vec<String>> = named(&text, drawing).into_iter().map(|name| vec![name]).collect();
    if clicks.is_empty() {
        let column = drawing.columns.iter().position(|letter| letter.to_string() == text);
        let squares = column.into_iter().flat_map(|at| {
            drawing.rows.iter().filter_map(move |row| row.squares.get(at).and_then(Option::as_ref))
        });
        let names: Vec<String> = squares.map(|square| square.name.clone()).collect();
        clicks.extend((!names.is_empty()).then_some(names));
    }
    LegalMove { text, clicks }
}

/// The fields that the text of a move names, in order.
pub(crate) fn named(text: &str, drawing: &Drawing) -> Vec<String> {
    let is_field = |word: &&str| squares(drawing).any(|square| square.name == **word);
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    // Captures are written with an `x` between fields.
    let parts = words.flat_map(|word| if is_field(&word) { vec![word] } else { word.split('x').collect() });
    parts.filter(is_field).map(str::to_owned).collect()
}

/// The first field with a piece in `drawing`, but not in `other`.
pub(crate) fn appeared(drawing: &Drawing, other: &Drawing) -> Option<String> {
    let has_piece = |drawing: &Drawing, name: &str| {
        squares(drawing).any(|square| square.name == name && square.piece.is_some())
    };
    let new = squares(drawing).find(|square| square.piece.is_some() && !has_piece(other, &square.name));
    new.map(|square| square.name.clone())
}

fn squares(drawing: &Drawing) -> impl Iterator<Item = &Square> {
    drawing.rows.iter().flat_map(|row| row.squares.iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuple_below_the_board_is_described() {
        let words = |name: &str, count: usize| (count == 1).then(|| format!("the {name}"));
        let shown = |tuple: &str| {
            let Below { label, value } = below(tuple, &words);
            (label, value)
        };
        assert_eq!(shown("quiet(3)"), ("the quiet".to_owned(), "3".to_owned()));
        assert_eq!(shown("heap(a, 3)"), ("heap".to_owned(), "a, 3".to_owned()));
        assert_eq!(shown("swapped"), ("swapped".to_owned(), String::new()));
    }

    #[test]
    fn moves_are_entered_by_clicks_on_their_fields_or_on_a_column() {
        let row = |number: u32| drawing::Row {
            number,
            shift: 0,
            squares: ["a", "b"]
                .map(|letter| Some(Square { name: format!("{letter}{number}"), ..Square::default() }))
                .into(),
        };
        let drawing = Drawing {
            rows: vec![row(2), row(1)],
            columns: vec!['a', 'b'],
            margin: 1,
            empty: '.',
            ground: drawing::Ground::Squares,
            below: Vec::new(),
        };
        let clicks = |text: &str| legal_move(text.to_owned(), &drawing).clicks;
        assert_eq!(clicks("a1"), [["a1"]]);
        assert_eq!(clicks("step a1-b2"), [["a1"], ["b2"]]);
        assert_eq!(clicks("a1xb2xa1"), [["a1"], ["b2"], ["a1"]]);
        assert_eq!(clicks("b"), [["b2", "b1"]]);
        assert_eq!(clicks("pass"), Vec::<Vec<String>>::new());
        assert_eq!(named("step a1-b2", &drawing), ["a1", "b2"]);
        let piece = drawing::Piece {
            sign: "o".to_owned(),
            name: "o".to_owned(),
            owner: None,
            is_one_of_several: false,
            is_last: false,
            number: None,
        };
        let mut after = drawing.clone();
        after.rows[1].squares[1].as_mut().expect("a field").piece = Some(piece);
        assert_eq!(
            (appeared(&after, &drawing).as_deref(), appeared(&drawing, &after)),
            (Some("b1"), None),
            "a piece that was dropped into a column"
        );
    }
}
