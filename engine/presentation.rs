//! Shows answers about stones to people: as marks on a drawn board, as facts in words, and as pictures.

pub mod picture;
pub mod words;

use crate::board::{Diagram, Group, Point, Position};

/// Number of fields drawn around the part of the board that a diagram shows.
const SPARE_FIELDS: u8 = 2;

/// Draws the position with the values of an answer: groups are highlighted, and an empty field shows the last digit of
/// its variable's name. The field at the index `plays` of `values` is the move, and is marked `*`.
pub fn marked(position: &Position, values: &[(String, String)], plays: Option<usize>) -> Diagram {
    let mut diagram = Diagram::of(position);
    let mut fields: Vec<Point> = Vec::new();
    for (at, (name, text)) in values.iter().enumerate() {
        if let Ok(group) = text.parse::<Group>() {
            diagram = diagram.highlight(group.base());
        } else if let Ok(field) = text.parse::<Point>() {
            let number = name.chars().next_back().filter(char::is_ascii_digit);
            if !position.is_empty(field) {
                // Highlight an occupied field instead of marking it, so that its stone remains visible.
                diagram = diagram.highlight([field]);
            } else if !fields.contains(&field) {
                let sign = if plays == Some(at) { '*' } else { number.unwrap_or('?') };
                diagram = diagram.mark(field, sign);
            }
            fields.push(field);
        }
    }
    diagram.cropped(SPARE_FIELDS)
}
