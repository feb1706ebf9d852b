//! The fields of moves: where a move led, and where it began.

use noire_engine::drawing::Drawing;
use noire_engine::world::WorldError;

use crate::board::{appeared, named};
use crate::game::PageGame;
use crate::protocol::{Board, Part};
use crate::reviewing::PageWorld;

/// The field to which a move led: the last one that its text names on the usual board or, if there is none, the one on
/// which a piece has appeared. `boards` draws the boards before and after the move.
///
/// # Errors
/// If `boards` fails.
pub(crate) fn target(
    text: &str,
    usual: &Drawing,
    boards: impl FnOnce() -> Result<[Drawing; 2], WorldError>,
) -> Result<Option<String>, WorldError> {
    if let Some(field) = named(text, usual).pop() {
        return Ok(Some(field));
    }
    let [before, after] = boards()?;
    Ok(appeared(&after, &before))
}

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Finds the fields to which the new moves of the tree led.
    ///
    /// # Errors
    /// If a position cannot be reached.
    pub(crate) fn find_targets(&mut self) -> Result<(), WorldError> {
        let usual = self.drawing(&self.start);
        for node in self.targets.len()..self.tree.len() {
            let moves = self.tree.moves(node);
            let target = match moves.split_last() {
                None => None,
                Some((last, before)) => {
                    let board = |moves: &[W::Move]| -> Result<Drawing, WorldError> {
                        Ok(self.drawing(&self.world.replay(&self.start, moves, &mut |_| true)?))
                    };
                    let text = self.world.moves_text(&[*last]);
                    target(&text, &usual, || Ok([board(before)?, board(&moves)?]))?
                }
            };
            self.targets.push(target);
        }
        Ok(())
    }

    /// Marks the fields of the last move to a node on the board of its position.
    pub(crate) fn mark_last_move(&self, node: usize, board: &mut Board) {
        let Some(target) = self.targets.get(node).cloned().flatten() else { return };
        let last = self.tree.moves(node).last().map(|mv| self.world.moves_text(&[*mv])).unwrap_or_default();
        let origin = named(&last, &self.drawing(&self.start)).into_iter().next();
        for field in board.rows.iter_mut().flat_map(|row| row.fields.iter_mut().flatten()) {
            field.last = match () {
                () if field.name == target => Some(Part::Target),
                // A piece that is still there has not begun there.
                () if Some(&field.name) == origin.as_ref() && field.piece.is_none() => Some(Part::Origin),
                () => None,
            };
        }
    }
}
