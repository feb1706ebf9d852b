//! The fields of moves: where a move led, and where it began.

use noire_engine::world::WorldError;

use crate::board::{appeared, named};
use crate::game::PageGame;
use crate::protocol::{Board, Part};
use crate::reviewing::PageWorld;

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Finds the fields to which the new moves of the tree led.
    ///
    /// # Errors
    /// If a position cannot be reached.
    pub(crate) fn find_targets(&mut self) -> Result<(), WorldError> {
        let usual = self.drawing(&self.start);
        for node in self.targets.len()..self.tree.len() {
            let moves = self.tree.moves(node);
            let last = moves.last().map(|mv| self.world.moves_text(&[*mv])).unwrap_or_default();
            let target = match named(&last, &usual).pop() {
                None if node > 0 => self.appeared(&moves)?,
                named => named,
            };
            self.targets.push(target);
        }
        Ok(())
    }

    /// The field on which the last of these moves has placed a piece.
    fn appeared(&self, moves: &[W::Move]) -> Result<Option<String>, WorldError> {
        let before = moves.split_last().map_or(moves, |(_, before)| before);
        let reached = |moves| self.world.replay(&self.start, moves, &mut |_| true);
        Ok(appeared(&self.drawing(&reached(moves)?), &self.drawing(&reached(before)?)))
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
