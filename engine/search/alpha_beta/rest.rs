//! What a position at the end of a line is worth, or shortly before it: what the scores say, where nothing can be taken.
//!
//! ```text
//! 1. where the side to move can take nothing, the scores say what the position is worth
//! 2. else its moves that take are tried, and so on; each takes something away, so that this ends
//! 3. whoever has other moves besides may stop taking, and is content with what the scores say
//! 4. a few moves before the end of a line, where nothing can be taken, a position counts as it stands if the few moves can
//!    hardly change on which side of the bounds it is
//! ```
//!
//! How much a few moves can change is said in parts of the stake: what the heaviest score counts for one thing on the board. In
//! wide games, in which nothing can be taken, it is said in units, what a quiet move changes, and only of what is far too good: a
//! single move may still turn the worst position round.

use super::{AlphaBeta, DECIDED, WON};
use crate::games::Knowledge;
use crate::search::descent::Descent;
use crate::search::limits::Stopped;
use crate::search::params::{
    FAR_TOO_BAD, FAR_TOO_BAD_MOST, FAR_TOO_GOOD, FAR_TOO_GOOD_MOST, FAR_TOO_GOOD_UNITS, FARTHEST, WHOLE_STAKE,
};

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// What the position is worth for the side to move, between the bounds, where the game goes on. `at` is how many moves were
    /// made to it.
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

    /// A value at the bounds or beyond for a position that is far too good or too bad to come between them in so many moves.
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

    /// The same in a wide game in which nothing can be taken, of a position that is far too good.
    fn foreseen_in_units(&mut self, depth: i32, alpha: i64, beta: i64) -> Result<Option<i64>, Stopped> {
        let is_closed = alpha + 1 >= beta && beta.abs() < DECIDED;
        if !G::IS_WIDE || depth > FAR_TOO_GOOD_MOST || !is_closed {
            return Ok(None);
        }
        let value = self.scored()?;
        let margin = FAR_TOO_GOOD_UNITS * self.game.unit() * i64::from(depth);
        Ok((value - margin >= beta).then_some(value))
    }

    /// What the scores say of the position for the side to move.
    pub(super) fn scored(&mut self) -> Result<i64, Stopped> {
        if let Some(at_ends) = &mut self.at_ends {
            at_ends(self.game);
        }
        let to_move = self.game.to_move();
        Ok(self.game.value(to_move)?.clamp(-DECIDED, DECIDED))
    }
}
