//! Quiescence search and futility pruning: the value of a position at or near the end of a line. It is given by the
//! scores if no capture is possible.
//!
//! ```text
//! 1. if the side to move has no capture, the scores are the value of the position
//! 2. otherwise its captures are tried, recursively; each removes something, so this ends
//! 3. a side that has other moves may stop capturing, and then gets the value by the scores
//! 4. a few moves before the end of a line, if no capture is possible, the value by the scores is returned if it lies
//!    so far outside the window that the remaining moves can hardly bring it back (futility pruning)
//! ```
//!
//! The margins for step 4 are given in parts of the stake, the largest weight of a score. Wide games have no captures
//! and no stake; there the margin is given in units (the typical change by a quiet move), and only positions that are
//! far too good are pruned, because a single move may still turn the worst position around.

use super::{AlphaBeta, DECIDED, WON};
use crate::games::Knowledge;
use crate::search::descent::Descent;
use crate::search::limits::Stopped;
use crate::search::params::{
    FAR_TOO_BAD, FAR_TOO_BAD_MOST, FAR_TOO_GOOD, FAR_TOO_GOOD_MOST, FAR_TOO_GOOD_UNITS, FARTHEST, WHOLE_STAKE,
};

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Quiescence search: the value of the position for the side to move, within the window, if the game continues.
    /// `at` is the distance from the root.
    pub(super) fn at_rest(&mut self, mut alpha: i64, beta: i64, at: u32) -> Result<i64, Stopped> {
        if self.is_plain || at + 1 >= FARTHEST || !self.game.can_take()? {
            return self.scored();
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let all = moves.len();
        moves.retain(|mv| self.game.takes(*mv));
        let mut best = if moves.len() < all { self.scored()? } else { -WON - 1 };
        for mv in moves {
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
            let value = -self.after(mv, |search| {
                let decided = search.decided(at + 1)?;
                decided.map_or_else(|| search.at_rest(-beta, -alpha, at + 1), Ok)
            })?;
            best = best.max(value);
        }
        Ok(best)
    }

    /// Futility pruning: a value at or beyond the window, if the position is too good or too bad to return to it in
    /// `depth` moves.
    pub(super) fn foreseen(&mut self, depth: i32, alpha: i64, beta: i64) -> Result<Option<i64>, Stopped> {
        let Some(stake) = self.game.stake() else { return self.foreseen_in_units(depth, alpha, beta) };
        let is_open = alpha < -DECIDED || beta > DECIDED;
        if depth > FAR_TOO_GOOD_MOST || is_open || self.game.can_take()? {
            return Ok(None);
        }
        let value = self.scored()?;
        let margin = |[parts, more]: [i64; 2]| stake * (parts + more * i64::from(depth)) / WHOLE_STAKE;
        let (least, most) = (value - margin(FAR_TOO_GOOD), value + margin(FAR_TOO_BAD));
        if least >= beta {
            return Ok(Some(least));
        }
        Ok((depth <= FAR_TOO_BAD_MOST && most <= alpha).then_some(most))
    }

    /// Futility pruning in a wide game without captures, of positions that are far too good.
    fn foreseen_in_units(&mut self, depth: i32, alpha: i64, beta: i64) -> Result<Option<i64>, Stopped> {
        let is_closed = alpha + 1 >= beta && beta.abs() < DECIDED;
        if !G::IS_WIDE || depth > FAR_TOO_GOOD_MOST || !is_closed {
            return Ok(None);
        }
        let value = self.scored()?;
        let margin = FAR_TOO_GOOD_UNITS * self.game.unit() * i64::from(depth);
        Ok((value - margin >= beta).then_some(value))
    }

    /// The value of the position for the side to move by the scores of the base.
    pub(super) fn scored(&mut self) -> Result<i64, Stopped> {
        if let Some(at_ends) = &mut self.at_ends {
            at_ends(self.game);
        }
        let to_move = self.game.to_move();
        Ok(self.game.value(to_move)?.clamp(-DECIDED, DECIDED))
    }
}
