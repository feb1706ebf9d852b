//! Positions that people set up: pieces on the fields of the board, and the side to move.

use noire_engine::board::Style;
use noire_engine::drawing::Drawing;
use noire_engine::world::WorldError;
use noire_interactive::interactive_game::{LoadedGame, SaveError, mover};

use crate::game::PageGame;
use crate::protocol::{Event, Placed};
use crate::recognising::Loaded;
use crate::records::{record_of_start, start_of};
use crate::reviewing::PageWorld;

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Begins a game from a position, or tells the user why the rules do not allow it.
    ///
    /// # Errors
    /// If a limit is exceeded.
    pub(crate) fn set_up_position(&mut self, pieces: &[Placed], to_move: usize) -> Result<(), WorldError> {
        match self.built(pieces, to_move)? {
            Ok(start) => {
                let usual = self.world.start()?;
                let is_usual = self.drawing(&start) == self.drawing(&usual)
                    && mover(self.world, &start) == mover(self.world, &usual);
                let game = LoadedGame {
                    file: W::file_of(&start),
                    start: Some(start.clone()).filter(|_| !is_usual),
                    moves: Vec::new(),
                    games: 1,
                    notes: Vec::new(),
                    variations: Vec::new(),
                    left_out: 0,
                };
                self.set_up(Loaded { game, start, of: None });
                self.is_playing = true;
                self.tab.outbox.send(&Event::Began);
                self.show();
            }
            Err(reason) => {
                self.fail_with("page-cannot-set-up", &[("reason", reason.as_str().into())]);
            }
        }
        Ok(())
    }

    /// The position with these pieces. The inner error is the reason why it is no position to begin from, as a sentence.
    fn built(&self, pieces: &[Placed], to_move: usize) -> Result<Result<W::Position, String>, WorldError> {
        let players = self.world.players();
        let Some((player, drawing)) = players.get(to_move).zip(self.drawing_of(pieces)?) else {
            return Ok(Err(self.tab.say("page-unknown-message", &[])));
        };
        let mut position = match self.world.read_diagram(&drawing.text(), Some(player)) {
            Ok((position, _)) => position,
            Err(mistake) => return Ok(Err(mistake.kind.message())),
        };
        if mover(self.world, &position) != Some(to_move) {
            return Ok(Err(self.tab.say("page-set-up-turn", &[])));
        }
        if let Some(end) = self.world.end_within_limits(&mut position)? {
            let start = position.clone();
            let translations = &self.tab.translations;
            return Ok(Err(self.world.end_sentence(&end, (&start, &[]), &mut position, translations)?));
        }
        // A game is kept with a record of its start, so the record must say all of it.
        let written = match record_of_start(self.world, &W::file_of(&position), &position) {
            Ok(written) => written,
            Err(SaveError::Ending(reason) | SaveError::Reason(reason)) => return Ok(Err(reason)),
        };
        match start_of(self.world, Some(&written)) {
            Ok((read, _)) if self.drawing(&read) == self.drawing(&position) => Ok(Ok(position)),
            Ok(_) => Ok(Err(self.tab.say("page-set-up-lost", &[]))),
            Err(error) => Ok(Err(error.to_string())),
        }
    }

    /// The board with these pieces, and what is not on the board at the usual start of the game. `None` if there is no
    /// such field or piece.
    fn drawing_of(&self, pieces: &[Placed]) -> Result<Option<Drawing>, WorldError> {
        let mut drawing = self.drawing(&self.world.start()?);
        let kinds = self.world.pieces(Style::default());
        let mut squares: Vec<_> =
            drawing.rows.iter_mut().flat_map(|row| row.squares.iter_mut().flatten()).collect();
        squares.iter_mut().for_each(|square| square.piece = None);
        for Placed { field, piece } in pieces {
            let square = squares.iter_mut().find(|square| square.name == *field);
            let (Some(square), Some(kind)) = (square, kinds.get(*piece)) else { return Ok(None) };
            square.piece = Some(kind.clone());
        }
        Ok(Some(drawing))
    }
}
