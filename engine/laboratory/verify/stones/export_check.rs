//! Evaluates the exports that the search uses in many positions, to find exports that name an occupied field as a move.
//!
//! Exports make no claims, so they are not attacked. But a move on an occupied field is never legal. The base records
//! such moves ([`Base::illegal_moves`](noire_engine::facts::Base::illegal_moves)).

use blanche_compiler::runtime::LimitReached;

use noire_engine::board::{Color, Position};
use noire_engine::games::{FiveInARow, Game, Knowledge};
use noire_engine::proof_check::referee::Referee;

/// Evaluates the exports in these positions for both colours, until `is_late` returns `true`. Skips decided positions,
/// and queries that reach the step limit.
pub(crate) fn query_exports(game: &Referee<'_>, positions: &[Position], is_late: &dyn Fn() -> bool) {
    for position in positions {
        for color in Color::ALL {
            if is_late() {
                return;
            }
            let mut position = position.clone();
            position.set_to_move(Some(color));
            // If the query is stopped at a limit, nothing is known about its fields.
            let _ = ask(game, position);
        }
    }
}

/// Evaluates the exports in one position with a side to move.
fn ask(game: &Referee<'_>, position: Position) -> Result<(), LimitReached> {
    let mut asked = FiveInARow::new(game.base(), game.backend(), position);
    if asked.winner()?.is_some() {
        return Ok(());
    }
    let mut moves = Vec::new();
    asked.forcing(&mut Vec::new())?;
    asked.replies(&mut moves)?;
    asked.answers(&mut moves)
}
