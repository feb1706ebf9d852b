//! The moves that brought pieces to their squares, as numbers on them.

use std::collections::BTreeMap;

use super::Drawing;

/// The number of the move that brought each piece to its square, while the moves of a game are taken up one after the other. A piece
/// that only changes sides keeps its number.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// By the numbers of rows and the letters of columns.
    moves: BTreeMap<(u32, char), u32>,
}

impl Numbers {
    /// Takes up the move of this number, by the whole boards before it and after it.
    pub fn take(&mut self, number: u32, before: &Drawing, after: &Drawing) {
        for row in &after.rows {
            for letter in &after.columns {
                let at = (row.number, *letter);
                let [was, is] = [before, after].map(|drawing| drawing.piece(at.0, at.1));
                match (was, is) {
                    (None, Some(_)) => drop(self.moves.insert(at, number)),
                    (_, None) => drop(self.moves.remove(&at)),
                    (Some(_), Some(_)) => {}
                }
            }
        }
    }

    /// Writes the numbers on the pieces of a board, or of a part of it.
    pub fn write(&self, drawing: &mut Drawing) {
        for row in &mut drawing.rows {
            for (square, letter) in row.squares.iter_mut().zip(&drawing.columns) {
                let Some(piece) = square.as_mut().and_then(|square| square.piece.as_mut()) else { continue };
                piece.number = self.moves.get(&(row.number, *letter)).copied();
                piece.is_last &= piece.number.is_none();
            }
        }
    }
}
