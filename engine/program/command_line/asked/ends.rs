//! Games end by their rules: what was played behind an end is left out.

use crate::command_line::output::Failure;
use crate::command_line::positions::states_other_rules;
use noire_engine::progress::Progress;
use noire_engine::world::{Entry, World};

use super::{Positions, troubled};

/// Positions and games, without what was played after their ends.
pub(super) fn cut<W: World>(
    world: &W,
    mut given: Positions<W>,
    progress: &Progress,
) -> Result<Vec<Entry<W>>, Failure> {
    let (mut ends, all) = (Ends::of(&given, world), given.entries.len());
    let mut open = Vec::with_capacity(all);
    for (at, mut entry) in given.entries.drain(..).enumerate() {
        // What the command itself does to them comes behind this.
        progress.show(0.0, &format!("the end of game {} of {all}", at + 1));
        if ends.cut(&mut entry, progress)? {
            open.push(entry);
        }
    }
    Ok(open)
}

/// Leaves out of games what was played after their ends: the first to win has won. Each is looked at when its turn comes, as a
/// base that is interpreted may take a while.
pub(crate) struct Ends<'w, W: World> {
    world: &'w W,
    /// The file of the positions, where they come from one.
    file: Option<String>,
    is_every_ply: bool,
    /// The line of the game that has ended, whose further positions follow.
    ended: Option<usize>,
    /// It was told that a line states other rules.
    is_told: bool,
}

impl<'w, W: World> Ends<'w, W> {
    /// Of these positions, by the rules of the world.
    pub(crate) fn of(positions: &Positions<W>, world: &'w W) -> Ends<'w, W> {
        let (file, is_every_ply) = (positions.file.clone(), positions.is_every_ply);
        Ends { world, file, is_every_ply, ended: None, is_told: false }
    }

    /// Leaves out of an entry what was played after the end, which a note tells once for each game. Whether a position is left:
    /// where every position of a game is an entry, those behind its end are none.
    pub(crate) fn cut(&mut self, entry: &mut Entry<W>, progress: &Progress) -> Result<bool, Failure> {
        let place = self.file.as_ref().map_or_else(String::new, |file| format!("{file}:{}: ", entry.line));
        if let Some(words) = other_rules(entry, self.world).filter(|_| !self.is_told) {
            self.is_told = true;
            progress.aside(|| eprintln!("note: {place}{words}"));
        }
        let Some(made) = entry.moves.as_ref().map(Vec::len).filter(|_| !entry.ends_in_time) else {
            return Ok(true);
        };
        if self.is_every_ply && self.ended == Some(entry.line) {
            return Ok(false);
        }
        // The last position is asked by the command itself, and of plies one after the other those before it were seen already.
        let first = if self.is_every_ply { made.saturating_sub(1) } else { 0 };
        let Some((moves, words)) = self.first_end(entry, first, made)? else { return Ok(true) };
        let noun = if moves == 1 { "move" } else { "moves" };
        let game = &self.world.contents().name;
        progress.aside(|| {
            eprintln!(
                "note: {place}by the rules of {game} the game ended after {moves} {noun}: {words}; what follows is left out"
            );
        });
        if self.is_every_ply {
            self.ended = Some(entry.line);
            return Ok(false);
        }
        *entry = entry.after(self.world, moves);
        Ok(true)
    }

    /// The first end before the last move of a game, not before so many moves: after how many, and how it ended. Rules by which a
    /// game is over before its first move are asked of the position as it is; what cannot be asked within its limits is told
    /// where the position itself is asked.
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
        let start = entry.start(self.world).map_err(|trouble| troubled(self.world, trouble))?;
        let moves = entry.moves.as_deref().unwrap_or_default();
        self.world.replay(&start, moves, &mut look).map_err(|trouble| troubled(self.world, trouble))?;
        Ok(found.filter(|(moves, _)| *moves > 0))
    }
}

/// That a game states other rules than those by which all of them are looked at.
pub(crate) fn other_rules<W: World>(entry: &Entry<W>, world: &W) -> Option<String> {
    states_other_rules(entry.rules.as_deref()?, &world.contents().name)
}
