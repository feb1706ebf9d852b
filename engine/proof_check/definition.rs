//! The definition of a win within a number of moves, in the form of a search that tries every move and every reply,
//! without pruning.
//!
//! Tests compare the results of [`super::exhaustive`] with this search, on boards that are full enough for it to
//! finish. It has no notion of five in a row. It only evaluates the rules of level 0 after each stone.
//!
//! With hints for good replies, a refutation can be verified faster ([`is_refuted`]). Every move of the attacker is
//! still tried, and a reply counts only if nothing beats it. So a wrong hint can cost time but never change the result.

use super::referee::Referee;
use crate::board::{Color, Point, Position};
use crate::search::check::Undecided;
use crate::search::clock_checks::ClockChecks;
use crate::search::limits::Clock;

/// Whether `color`, which is to move, wins within `moves` moves. The moves of both sides are counted.
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

/// Whether `color` wins within `moves` moves if it places a stone on this empty field. This stone is counted as a move.
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

/// Whether a stone of `color` on this field does not win (see [`wins_by`]). The search may place at most `stones`
/// stones, and ends when the time of the clock is up. For a position after a move of the attacker, `hint` may return a
/// reply to try first. The second argument of `hint` is the number of remaining moves, including the reply.
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
    /// The colour for which a win is searched.
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

    /// Whether the colour wins within `moves` moves, whatever the other colour replies. The reply is counted as a move.
    /// If no reply is possible, the board is full, and nobody wins.
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
