//! Quiescence search and futility pruning, which find the value of a position at or near the end of a line. If no
//! capture is possible, the scores of the base are the value.
//!
//! ```text
//! 1. if the side to move has no capture, the scores are the value of the position
//! 2. otherwise its captures are tried, recursively; each removes something, so this ends
//! 3. a side that has other moves may stop capturing, and then gets the value by the scores
//! 4. a few moves before the end of a line, if no capture is possible, the value by the scores is returned if it lies
//!    so far outside the window that the remaining moves can hardly bring it back (futility pruning)
//! ```
//!
//! The margins for step 4 are given in parts of the capture value, which is the largest weight of a score. Wide games
//! have no captures and no capture value. In these games the margin is given in units, where a unit is the typical
//! change by a quiet move. Only positions that are far too good are then pruned, because a single move may still turn
//! the worst position around.

use super::{AlphaBeta, DECIDED, WON};
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::make_move::MakeMove;
use crate::search::params::{
    CAPTURE_VALUE_PARTS, FUTILITY_MARGIN, FUTILITY_MAX_DEPTH, MAX_PLY, REVERSE_FUTILITY_MARGIN,
    REVERSE_FUTILITY_MAX_DEPTH, REVERSE_FUTILITY_UNITS,
};

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Quiescence search in a position in which the game continues. Returns the value for the side to move, within the
    /// window. `ply` is the distance from the root.
    pub(super) fn quiescence(&mut self, mut alpha: i64, beta: i64, ply: u32) -> Result<i64, Stopped> {
        if self.is_full_width || ply + 1 >= MAX_PLY || !self.game.has_capture()? {
            return self.static_value();
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let all = moves.len();
        moves.retain(|mv| self.game.is_capture(*mv));
        let mut best = if moves.len() < all { self.static_value()? } else { -WON - 1 };
        for mv in moves {
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
            let value = -self.with_move(mv, |search| {
                let value = search.terminal_value(ply + 1)?;
                value.map_or_else(|| search.quiescence(-beta, -alpha, ply + 1), Ok)
            })?;
            best = best.max(value);
        }
        Ok(best)
    }

    /// Futility pruning. Returns a value outside the window if the position is so good or so bad that `depth` more
    /// moves can hardly bring its value back into the window.
    pub(super) fn futility(&mut self, depth: i32, alpha: i64, beta: i64) -> Result<Option<i64>, Stopped> {
        let Some(capture_value) = self.game.capture_value() else {
            return self.futility_in_units(depth, alpha, beta);
        };
        let may_be_won = alpha < -DECIDED || beta > DECIDED;
        if depth > REVERSE_FUTILITY_MAX_DEPTH || may_be_won || self.game.has_capture()? {
            return Ok(None);
        }
        let value = self.static_value()?;
        let margin = |[constant, per_move]: [i64; 2]| {
            capture_value * (constant + per_move * i64::from(depth)) / CAPTURE_VALUE_PARTS
        };
        let (least, most) = (value - margin(REVERSE_FUTILITY_MARGIN), value + margin(FUTILITY_MARGIN));
        if least >= beta {
            return Ok(Some(least));
        }
        Ok((depth <= FUTILITY_MAX_DEPTH && most <= alpha).then_some(most))
    }

    /// Reverse futility pruning in a wide game without captures.
    fn futility_in_units(&mut self, depth: i32, alpha: i64, beta: i64) -> Result<Option<i64>, Stopped> {
        let is_null = alpha + 1 >= beta && beta.abs() < DECIDED;
        if !G::IS_WIDE || depth > REVERSE_FUTILITY_MAX_DEPTH || !is_null {
            return Ok(None);
        }
        let value = self.static_value()?;
        let margin = REVERSE_FUTILITY_UNITS * self.game.unit() * i64::from(depth);
        Ok((value - margin >= beta).then_some(value))
    }

    /// The value of the position for the side to move, computed from the scores of the base.
    pub(super) fn static_value(&mut self) -> Result<i64, Stopped> {
        if let Some(on_evaluation) = &mut self.on_evaluation {
            on_evaluation(self.game);
        }
        let to_move = self.game.to_move();
        Ok(self.game.value(to_move)?.clamp(-DECIDED, DECIDED))
    }
}
