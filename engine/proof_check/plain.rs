//! What a win within so many moves is: the definition, with every move, every reply and nothing left out.
//!
//! It is what [`super::exhaustive`] is held against, on boards so full that it comes to an end. It knows nothing of fives:
//! the rules of level 0 are asked after each stone.
//!
//! A refutation can be told where to look for replies ([`stands_refuted`]): every move of the attacker is still tried,
//! and a reply counts only when nothing beats it, so a hint can cost time and never change the answer.

use super::referee::Referee;
use crate::board::{Color, Point, Position};
use crate::search::check::Undecided;
use crate::search::limits::Clock;
use crate::search::looks::Looks;

/// The colour, to move, wins within so many moves, counted with its own first one and the replies.
///
/// # Errors
/// When the step limit is exceeded.
pub fn wins_within(
    game: &Referee<'_>,
    position: &mut Position,
    color: Color,
    moves: u32,
) -> Result<bool, Undecided> {
    Plain { game, color, left: u64::MAX, looks: Looks::begin(), clock: None, hint: &|_, _| None }
        .wins_within(position, moves)
}

/// The colour wins by a stone on this empty field, within so many moves counted with this one.
///
/// # Errors
/// When the step limit is exceeded.
pub fn wins_by(
    game: &Referee<'_>,
    position: &mut Position,
    color: Color,
    field: Point,
    moves: u32,
) -> Result<bool, Undecided> {
    Plain { game, color, left: u64::MAX, looks: Looks::begin(), clock: None, hint: &|_, _| None }
        .wins_by(position, field, moves)
}

/// The same as the opposite of [`wins_by`], with at most so many stones set, and as long as the clock allows. The hint names
/// a reply to be tried first, in a position after a move of the attacker, who has so many moves left, the reply and his own
/// next one counted.
///
/// # Errors
/// When the step limit or the number of stones is reached, or the clock says that it is enough.
pub fn stands_refuted(
    game: &Referee<'_>,
    position: &mut Position,
    color: Color,
    field: Point,
    moves: u32,
    (stones, clock): (u64, &Clock),
    hint: &dyn Fn(&Position, u32) -> Option<Point>,
) -> Result<bool, Undecided> {
    Plain { game, color, left: stones, looks: Looks::begin(), clock: Some(clock), hint }
        .wins_by(position, field, moves)
        .map(|wins| !wins)
}

struct Plain<'g> {
    game: &'g Referee<'g>,
    /// The colour that is to win.
    color: Color,
    /// The stones that may still be set.
    left: u64,
    /// When it looks at the clock.
    looks: Looks,
    clock: Option<&'g Clock>,
    hint: &'g dyn Fn(&Position, u32) -> Option<Point>,
}

impl Plain<'_> {
    fn wins_within(&mut self, position: &mut Position, moves: u32) -> Result<bool, Undecided> {
        for field in position.empty_fields() {
            if self.wins_by(position, field, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn wins_by(&mut self, position: &mut Position, field: Point, moves: u32) -> Result<bool, Undecided> {
        self.left = self.left.checked_sub(1).ok_or(Undecided::Nodes)?;
        if self.looks.are_due()
            && let Some(clock) = self.clock
        {
            clock.look_at_time().map_err(Undecided::Stopped)?;
        }
        position.set(field, self.color);
        let wins = match self.game.winner(position) {
            Ok(None) if moves >= 3 => self.beats_all_replies(position, moves - 1),
            Ok(winner) => Ok(winner == Some(self.color)),
            Err(limit) => Err(limit.into()),
        };
        position.take_back();
        wins
    }

    /// Whatever the other colour, to move, replies, the colour has won or wins within the rest of the moves. Where
    /// there is nothing to reply the board is full, and nobody wins.
    fn beats_all_replies(&mut self, position: &mut Position, moves: u32) -> Result<bool, Undecided> {
        let replies = position.empty_fields();
        let first = (self.hint)(position, moves).filter(|field| replies.contains(*field));
        for reply in first.into_iter().chain(replies) {
            self.left = self.left.checked_sub(1).ok_or(Undecided::Nodes)?;
            position.set(reply, self.color.other());
            let beaten = match self.game.winner(position) {
                Ok(None) => self.wins_within(position, moves - 1),
                Ok(winner) => Ok(winner == Some(self.color)),
                Err(limit) => Err(limit.into()),
            };
            position.take_back();
            if !beaten? {
                return Ok(false);
            }
        }
        Ok(!replies.is_empty())
    }
}
