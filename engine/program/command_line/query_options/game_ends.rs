//! Removes the moves that were played after the end of a game.

use crate::command_line::output::Failure;
use crate::command_line::position_options::other_rules_note;
use noire_engine::progress::Progress;
use noire_engine::world::{Entry, World};

use super::{Positions, world_failure};

/// Removes the moves after the end of each game, because the first win counts. Entries are processed only when the
/// caller needs them, because an interpreted base may be slow.
pub(crate) struct GameEnds<'w, W: World> {
    world: &'w W,
    /// The file of the positions, if there is one.
    file: Option<String>,
    is_every_ply: bool,
    /// Line number of the last game that has ended, to skip the later positions of this game.
    ended: Option<usize>,
    /// Whether a note about other rules has been printed.
    is_told: bool,
}

impl<'w, W: World> GameEnds<'w, W> {
    /// Prepares to remove the moves after the ends of these games. The rules of `world` decide when a game ends.
    pub(crate) fn of(positions: &Positions<W>, world: &'w W) -> GameEnds<'w, W> {
        let (file, is_every_ply) = (positions.file.clone(), positions.is_every_ply);
        GameEnds { world, file, is_every_ply, ended: None, is_told: false }
    }

    /// Removes the moves after the end of a game, and prints one note for each game. Returns whether to keep the entry:
    /// if every position of a game is a separate entry, the entries after the end are dropped.
    pub(crate) fn cut_after_end(
        &mut self,
        entry: &mut Entry<W>,
        progress: &Progress,
    ) -> Result<bool, Failure> {
        let place = self.file.as_ref().map_or_else(String::new, |file| format!("{file}:{}: ", entry.line));
        if let Some(words) = entry_rules_note(entry, self.world).filter(|_| !self.is_told) {
            self.is_told = true;
            progress.aside(|| eprintln!("note: {place}{words}"));
        }
        let Some(made) = entry.moves.as_ref().map(Vec::len).filter(|_| !entry.ends_in_time) else {
            return Ok(true);
        };
        if self.is_every_ply && self.ended == Some(entry.line) {
            return Ok(false);
        }
        // Ends in the last position are not searched here, because the command itself evaluates that position. If every
        // position is an entry, the earlier positions were checked as entries of their own.
        let first = if self.is_every_ply { made.saturating_sub(1) } else { 0 };
        let Some((moves, words)) = self.first_end(entry, first, made)? else { return Ok(true) };
        let noun = if moves == 1 { "move" } else { "moves" };
        let game = &self.world.contents().name;
        progress.aside(|| {
            eprintln!(
                "note: {place}by the rules of {game} the game ended after {moves} {noun}: {words}; later moves are left out"
            );
        });
        if self.is_every_ply {
            self.ended = Some(entry.line);
            return Ok(false);
        }
        *entry = entry.after(self.world, moves);
        Ok(true)
    }

    /// Finds the first end of the game after at least `first` and fewer than `made` moves. Returns the number of moves
    /// and a description of the end. An end before the first move is ignored, so the position is then evaluated as it
    /// is.
    ///
    /// Stops if a query exceeds its limit. That error is reported later, when the position itself is evaluated.
    fn first_end(
        &self,
        entry: &Entry<W>,
        first: usize,
        made: usize,
    ) -> Result<Option<(usize, String)>, Failure> {
        let (mut at, mut found) = (0, None);
        let mut look = |position: &W::Position| {
            if at >= made || found.is_some() {
                return false;
            }
            if at >= first {
                match self.world.end(&mut position.clone()) {
                    Ok(end) => found = end.map(|end| (at, end.words)),
                    Err(_) => return false,
                }
            }
            at += 1;
            found.is_none()
        };
        let start = entry.start(self.world).map_err(|trouble| world_failure(self.world, trouble))?;
        let moves = entry.moves.as_deref().unwrap_or_default();
        self.world.replay(&start, moves, &mut look).map_err(|trouble| world_failure(self.world, trouble))?;
        Ok(found.filter(|(moves, _)| *moves > 0))
    }
}

/// A note for a game record that names other rules than those that are used for all games. `None` if the record names
/// the same rules or none.
pub(crate) fn entry_rules_note<W: World>(entry: &Entry<W>, world: &W) -> Option<String> {
    other_rules_note(entry.rules.as_deref()?, &world.contents().name)
}
