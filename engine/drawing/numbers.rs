//! Move numbers on pieces. Each piece shows the number of the move that brought it to its square.

use blanche_sorted::SortedMap;

use super::Drawing;

/// For each piece, the number of the move that brought it to its square. The numbers are updated move by move. A piece
/// that only changes its owner keeps its number.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// The move numbers. The keys are pairs of a row number and a column letter.
    moves: SortedMap<(u32, char), u32>,
}

impl Numbers {
    /// Updates the numbers for the move with this number, from drawings of the whole board before and after the move.
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

    /// Writes the numbers on the pieces in a drawing of the whole board or of a part of it.
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
