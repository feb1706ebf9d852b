//! The definition of a win within a number of moves: a search that tries every move and every reply, without pruning.
//!
//! Tests compare [`super::exhaustive`] with it, on boards that are full enough for it to finish. It has no notion of
//! fives: it only evaluates the rules of level 0 after each stone.
//!
//! A refutation can be verified with hints for replies ([`is_refuted`]). Every move of the attacker is still tried,
//! and a reply counts only if nothing beats it, so a hint can cost time but never change the result.

use super::referee::Referee;
use crate::board::{Color, Point, Position};
use crate::search::check::Undecided;
use crate::search::clock_checks::ClockChecks;
use crate::search::limits::Clock;

/// Whether `color`, to move, wins within `moves` moves, counting the moves of both sides.
///
/// # Errors
/// If the step limit is exceeded.
pub fn wins_within(
    game: &Referee<'_>,
    position: &mut Position,
    color: Color,
    moves: u32,
) -> Result<bool, Undecided> {
    DefinitionSearch {
        game,
        color,
        left: u64::MAX,
        clock_checks: ClockChecks::begin(),
        clock: None,
        hint: &|_, _| None,
    }
    .wins_within(position, moves)
}

/// Whether `color` wins by a stone on this empty field within `moves` moves, counting this one.
///
/// # Errors
/// If the step limit is exceeded.
pub fn wins_by(
    game: &Referee<'_>,
    position: &mut Position,
    color: Color,
    field: Point,
    moves: u32,
) -> Result<bool, Undecided> {
    DefinitionSearch {
        game,
        color,
        left: u64::MAX,
        clock_checks: ClockChecks::begin(),
        clock: None,
        hint: &|_, _| None,
    }
    .wins_by(position, field, moves)
}

/// Whether `color` does not win by a stone on this field (see [`wins_by`]), decided with at most `stones` stones and
/// within the time of the clock. `hint` may name a reply to try first in a position after a move of the attacker; its
/// second argument is the number of remaining moves, counting the reply.
///
/// # Errors
/// If the step limit, the number of stones or the time limit is reached.
pub fn is_refuted(
    game: &Referee<'_>,
    position: &mut Position,
    color: Color,
    field: Point,
    moves: u32,
    (stones, clock): (u64, &Clock),
    hint: &dyn Fn(&Position, u32) -> Option<Point>,
) -> Result<bool, Undecided> {
    DefinitionSearch {
        game,
        color,
        left: stones,
        clock_checks: ClockChecks::begin(),
        clock: Some(clock),
        hint,
    }
    .wins_by(position, field, moves)
    .map(|wins| !wins)
}

struct DefinitionSearch<'g> {
    game: &'g Referee<'g>,
    /// The colour that is to win.
    color: Color,
    /// The number of stones that may still be placed.
    left: u64,
    /// Decides when to check the clock.
    clock_checks: ClockChecks,
    clock: Option<&'g Clock>,
    hint: &'g dyn Fn(&Position, u32) -> Option<Point>,
}

impl DefinitionSearch<'_> {
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
        if self.clock_checks.is_due()
            && let Some(clock) = self.clock
        {
            clock.check_time().map_err(Undecided::Stopped)?;
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

    /// Whether the colour wins against every reply of the other colour within `moves` moves, counting the reply. If no
    /// reply is possible, the board is full, and nobody wins.
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
