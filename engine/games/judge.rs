//! Determines when and how a game ended according to the rules of a base.

use blanche_compiler::runtime::LimitReached;

use crate::bases::Backend;
use crate::bases::queried_exports::{WON_FIVE, WON_FORBIDDEN};
use crate::board::Position;
use crate::facts::Base;
use crate::record::{DrawReason, GameRecord, Outcome, WinReason};

/// The end of a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedEnd {
    /// The number of moves after which the game ended.
    pub moves: usize,
    /// The result, with its reason.
    pub outcome: Outcome,
}

/// The first end of this game according to the rules of level 0 of a base. An end is either a win or a full board.
/// Returns `None` if the game has not ended.
///
/// # Errors
/// If the step limit is exceeded.
///
/// # Panics
/// If the base does not have the back end ([`Base::has`]).
pub fn judge(game: &GameRecord, base: &Base, backend: Backend) -> Result<Option<JudgedEnd>, LimitReached> {
    first_end(game.positions(), base, backend)
}

/// The first end of a game, as for [`judge`], found in its positions. The first position must be the one before the
/// first move.
///
/// # Errors
/// If the step limit is exceeded.
///
/// # Panics
/// If the base does not have the back end ([`Base::has`]).
pub fn first_end(
    positions: impl IntoIterator<Item = Position>,
    base: &Base,
    backend: Backend,
) -> Result<Option<JudgedEnd>, LimitReached> {
    for (moves, mut position) in positions.into_iter().enumerate() {
        if let Some(outcome) = ended(base, backend, &mut position)? {
            let outcome = match outcome {
                // Before the first move, no move can be the reason for a win.
                Outcome::Win { winner, .. } if moves == 0 => Outcome::Win { winner, by: None },
                _ => outcome,
            };
            return Ok(Some(JudgedEnd { moves, outcome }));
        }
    }
    Ok(None)
}

impl JudgedEnd {
    /// A message which says that the game ended before its last move, as a sentence without a full stop.
    pub fn before_the_last_move(&self, base: &str) -> String {
        let noun = match self.moves {
            1 => "move",
            _ => "moves",
        };
        format!("by the rules of {base} the game ended after {} {noun}: {}", self.moves, self.outcome)
    }
}

/// How the game has ended in this position according to the rules of level 0 of a base; `None` if it continues. The
/// reason for a win comes from the exports of the base.
///
/// # Errors
/// If the step limit is exceeded.
///
/// # Panics
/// If the base does not have the back end ([`Base::has`]).
pub fn ended(
    base: &Base,
    backend: Backend,
    position: &mut Position,
) -> Result<Option<Outcome>, LimitReached> {
    if let Some(rule) = base.on(backend).verdict_within(position, 0..=0, |_| true)? {
        let winner = base.owner(rule);
        let by = match base.on(backend).holds(WON_FIVE, position, winner)? {
            true => Some(WinReason::Five),
            false => base.on(backend).holds(WON_FORBIDDEN, position, winner)?.then_some(WinReason::Forbidden),
        };
        return Ok(Some(Outcome::Win { winner, by }));
    }
    let is_full = position.empty_fields().is_empty();
    Ok(is_full.then_some(Outcome::Draw { by: Some(DrawReason::FullBoard) }))
}
