//! Answers about stones for people: the marks that an answer puts on a board, facts in words, and pictures.

pub mod picture;
pub mod words;

use crate::board::{Diagram, Group, Point, Position};

/// Fields around what a diagram shows that are drawn as well.
const SPARE_FIELDS: u8 = 2;

/// The position with the groups among some values shown together, and the fields among them numbered as their variables
/// are; the one at this place, which is played, as `*`.
pub fn marked(position: &Position, values: &[(String, String)], plays: Option<usize>) -> Diagram {
    let mut diagram = Diagram::of(position);
    let mut fields: Vec<Point> = Vec::new();
    for (at, (name, text)) in values.iter().enumerate() {
        if let Ok(group) = text.parse::<Group>() {
            diagram = diagram.highlight(group.base());
        } else if let Ok(field) = text.parse::<Point>() {
            let number = name.chars().next_back().filter(char::is_ascii_digit);
            if !position.is_empty(field) {
                // A stone stays to be seen, and is shown as part of it.
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
