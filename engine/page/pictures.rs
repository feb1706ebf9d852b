//! Pictures of the position that is shown.

use noire_engine::drawing::{Drawing, Numbers};
use noire_engine::world::WorldError;

use crate::game::PageGame;
use crate::protocol::{Event, Mark, PictureKind};
use crate::reviewing::PageWorld;

/// Maximum length of the title of a picture, in characters.
const MAX_TITLE: usize = 2000;

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Sends a picture of the current position with these marks.
    ///
    /// # Errors
    /// If the position cannot be reached.
    pub(crate) fn send_picture(
        &self,
        kind: PictureKind,
        has_numbers: bool,
        marks: &[Mark],
    ) -> Result<(), WorldError> {
        let moves = self.tree.moves(self.at);
        let (mut numbers, mut before, mut number) = (Numbers::default(), None, 0);
        let position = self.world.replay(&self.start, &moves, &mut |position| {
            if has_numbers {
                let now = self.drawing(position);
                if let Some(before) = before.replace(now.clone()) {
                    number += 1;
                    numbers.take(number, &before, &now);
                }
            }
            true
        })?;
        let mut drawing = self.drawing(&position);
        mark_last(&mut drawing, self.targets.get(self.at).and_then(Option::as_deref));
        mark_fields(&mut drawing, marks);
        if has_numbers {
            numbers.write(&mut drawing);
        }
        let name = self.world.contents().name.clone();
        let svg =
            drawing.marked_svg(&title(&name, &self.world.moves_text(&moves)), self.tree.marking(self.at));
        self.tab.outbox.send(&Event::Picture { kind, name, svg });
        Ok(())
    }
}

/// The name of a game and its moves, of which very many are left out.
pub(crate) fn title(game: &str, moves: &str) -> String {
    let title = if moves.is_empty() { game.to_owned() } else { format!("{game}: {moves}") };
    match title.char_indices().nth(MAX_TITLE) {
        Some((end, _)) => format!("{} …", &title[..end]),
        None => title,
    }
}

/// Marks the piece that made the last move. Moves without pieces mark nothing.
pub(crate) fn mark_last(drawing: &mut Drawing, target: Option<&str>) {
    for square in drawing.rows.iter_mut().flat_map(|row| row.squares.iter_mut().flatten()) {
        let is_target = Some(square.name.as_str()) == target;
        if let Some(piece) = &mut square.piece {
            piece.is_last = is_target;
        }
    }
}

/// Marks fields with the first characters of their signs. Fields with pieces are highlighted.
fn mark_fields(drawing: &mut Drawing, marks: &[Mark]) {
    for square in drawing.rows.iter_mut().flat_map(|row| row.squares.iter_mut().flatten()) {
        if let Some(mark) = marks.iter().find(|mark| mark.field == square.name) {
            square.is_highlighted |= square.piece.is_some();
            square.mark = mark.sign.chars().next().filter(|sign| !sign.is_control());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noire_engine::drawing::{Ground, Piece, Row, Square};

    /// A board with an empty field `a1` and a piece on `b1`.
    fn drawing() -> Drawing {
        let piece = Piece {
            sign: "<".to_owned(),
            name: "<".to_owned(),
            owner: None,
            is_one_of_several: true,
            is_last: false,
            number: None,
        };
        let empty = Square { name: "a1".to_owned(), ..Square::default() };
        let taken = Square { name: "b1".to_owned(), piece: Some(piece), ..Square::default() };
        Drawing {
            rows: vec![Row { number: 1, shift: 0, squares: vec![Some(empty), Some(taken)] }],
            columns: vec!['a', 'b'],
            margin: 1,
            empty: '.',
            ground: Ground::Squares,
            below: vec!["<b>".to_owned()],
        }
    }

    #[test]
    fn a_picture_shows_marks_and_the_last_move_and_escapes_all_texts() {
        let mut drawing = drawing();
        let mark = |field: &str, sign: &str| Mark { field: field.to_owned(), sign: sign.to_owned() };
        mark_fields(&mut drawing, &[mark("a1", "<x"), mark("b1", "*"), mark("nowhere", "?")]);
        mark_last(&mut drawing, Some("b1"));
        let svg = drawing.svg(&title("<img src=x onerror=alert(1)>", "h8 <i>"));
        assert!(svg.contains("<title>&lt;img src=x onerror=alert(1)&gt;: h8 &lt;i&gt;</title>"), "{svg}");
        assert!(svg.contains("class=\"shown\"") && svg.contains("class=\"mark\""), "{svg}");
        assert_eq!(svg.matches("&lt;</text>").count(), 2, "the mark and the piece: {svg}");
        assert!(svg.contains("&lt;b&gt;"), "what is below the board: {svg}");
        mark_last(&mut drawing, None);
        assert_ne!(drawing.svg(""), svg);
    }

    #[test]
    fn a_long_title_is_cut() {
        assert_eq!(title("game", ""), "game");
        let long = title("game", &"é ".repeat(MAX_TITLE));
        assert_eq!(long.chars().count(), MAX_TITLE + 2);
    }
}
