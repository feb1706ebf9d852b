//! The specified positions, made one at a time: all positions of all games of a file may not fit into memory.

use crate::command_line::output::Failure;
use noire_engine::progress::Progress;
use noire_engine::world::{Entry, World};

use super::game_ends::GameEnds;
use super::{Positions, world_failure};

/// The specified positions in order, each without the moves after the end of its game. With `--every-ply`, each position
/// of a game is an entry of its own, up to the end of the game.
pub(crate) struct GivenPositions<'w, W: World> {
    world: &'w W,
    given: Positions<W>,
    ends: GameEnds<'w, W>,
    /// Index of the next entry in `given`.
    entry: usize,
    /// With `--every-ply`, the number of moves before the next position of that entry.
    moves: usize,
    /// Number of positions before the next one.
    at: usize,
    of: usize,
}

/// One of the specified positions.
pub(crate) struct GivenPosition<W: World> {
    /// Index among the specified positions, including the positions after the ends of games.
    pub(crate) at: usize,
    pub(crate) entry: Entry<W>,
}

impl<W: World> GivenPosition<W> {
    /// The position after all moves of the entry.
    pub(crate) fn position(&self, world: &W) -> Result<W::Position, Failure> {
        self.entry.position(world).map_err(|trouble| world_failure(world, trouble))
    }
}

impl<'w, W: World> GivenPositions<'w, W> {
    /// Starts with the first position. The rules of `world` decide when a game ends.
    pub(crate) fn of(world: &'w W, given: Positions<W>) -> GivenPositions<'w, W> {
        let (of, ends) = (given.number(), GameEnds::of(&given, world));
        GivenPositions { world, given, ends, entry: 0, moves: 0, at: 0, of }
    }

    /// Number of specified positions, including the positions after the ends of games.
    pub(crate) fn number(&self) -> usize {
        self.of
    }

    /// The column names of the entries, separated by tabs.
    pub(crate) fn columns(&self) -> &'static str {
        self.given.columns
    }

    /// The name of a position in messages: its id, or its location in the file.
    pub(crate) fn name(&self, entry: &Entry<W>) -> String {
        let place = || self.given.place(entry).map_or_else(String::new, |place| format!(" at {place}"));
        entry.id.clone().unwrap_or_else(|| format!("the position{}", place()))
    }

    /// The next position, or `None` after the last one. Prints a note about each game that goes on after its end.
    pub(crate) fn next(&mut self, progress: &Progress) -> Result<Option<GivenPosition<W>>, Failure> {
        progress.position(self.at, self.of);
        self.advance(progress)
    }

    /// The results of `of_entry` for all positions that are left. Shown as 0 % done, because the percentage counts only
    /// the work of the command, which starts after this step.
    pub(super) fn map<T>(
        mut self,
        progress: &Progress,
        mut of_entry: impl FnMut(Entry<W>) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let (mut results, games) = (Vec::new(), self.given.entries.len());
        loop {
            progress.show(0.0, &format!("the end of game {} of {games}", self.entry + 1));
            let Some(given) = self.advance(progress)? else { return Ok(results) };
            results.push(of_entry(given.entry)?);
        }
    }

    fn advance(&mut self, progress: &Progress) -> Result<Option<GivenPosition<W>>, Failure> {
        while let Some(game) = self.given.entries.get(self.entry) {
            let (at, moves, of_game) = (self.at, self.moves, self.given.number_in(game));
            let mut entry = self.given.entry(game, moves, self.world);
            let is_kept = self.ends.cut_after_end(&mut entry, progress)?;
            // All later positions of a game that has ended are left out.
            let done = if is_kept { 1 } else { of_game - moves };
            self.at += done;
            self.moves += done;
            if self.moves >= of_game {
                (self.entry, self.moves) = (self.entry + 1, 0);
            }
            if is_kept {
                return Ok(Some(GivenPosition { at, entry }));
            }
        }
        Ok(None)
    }
}
