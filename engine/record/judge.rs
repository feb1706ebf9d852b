//! How a game ended by the rules of a base: when, and for whom.

use blanche_compiler::runtime::LimitReached;

use super::game::Game;
use super::outcome::{DrawReason, Outcome, WinReason};
use crate::bases::{Backend, Base, Sides};

/// The end of a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The number of moves after which it came.
    pub moves: usize,
    /// What it is.
    pub outcome: Outcome,
}

/// The first end of this game by the rules of level 0 of a base: a win, or a full board; nothing while the game goes on.
/// Whoever wins by his own move made five, and whoever wins by that of the other side was given it by a forbidden one.
///
/// # Errors
/// When the limit of work is reached.
///
/// # Panics
/// When the back end is not there ([`Base::has`]).
pub fn judge(game: &Game, base: &Base, backend: Backend) -> Result<Option<Judged>, LimitReached> {
    let sides = Sides::of(base);
    for (moves, mut position) in game.positions().enumerate() {
        if let Some(rule) = base.verdict_within(backend, &mut position, 0..=0, |_| true)? {
            let winner = sides.colour(rule);
            let by = match position.to_move() {
                _ if moves == 0 => None,
                Some(to_move) if to_move == winner => Some(WinReason::Forbidden),
                _ => Some(WinReason::Five),
            };
            return Ok(Some(Judged { moves, outcome: Outcome::Win { winner, by } }));
        }
        if position.empty_fields().is_empty() {
            let outcome = Outcome::Draw { by: Some(DrawReason::FullBoard) };
            return Ok(Some(Judged { moves, outcome }));
        }
    }
    Ok(None)
}
