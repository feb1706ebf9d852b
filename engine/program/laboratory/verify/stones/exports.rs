//! What the exports that a search asks name for stones, looked at in many positions.
//!
//! They claim nothing, so nothing is attacked. But a field that is not empty is never a move: the base takes note of it
//! ([`Base::unplayable`](noire_engine::facts::Base::unplayable)).

use blanche_compiler::runtime::LimitReached;

use noire_engine::board::{Color, Position};
use noire_engine::games::{FiveInARow, Game, Knowledge};
use noire_engine::proof_check::referee::Referee;

/// Asks the exports in these positions for both colours, as long as it is not late. Positions that are decided are left
/// out, and questions that reach the step limit.
pub(crate) fn look(game: &Referee<'_>, positions: &[Position], is_late: &dyn Fn() -> bool) {
    for position in positions {
        for color in Color::ALL {
            if is_late() {
                return;
            }
            let mut position = position.clone();
            position.set_to_move(Some(color));
            // What was given up says nothing of fields.
            let _ = ask(game, position);
        }
    }
}

/// Asks in one position, in which somebody is to move.
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
