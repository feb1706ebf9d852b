//! What rules say of a position, before anything is tried in it.

use super::{AlphaBeta, DRAWN, WON};
use crate::bases::asked::NEXT_MOVE;
use crate::games::{Knowledge, Outcome};
use crate::search::limits::Stopped;
use crate::search::params::{DRAWN_LESS, WHOLE_STAKE};

/// What rules say.
pub(super) enum Standing<M> {
    /// The position is worth this.
    Decided(i64),
    /// The other side threatens to win: only these replies are tried.
    Threatened {
        replies: Vec<M>,
        /// By its next move.
        is_urgent: bool,
    },
    /// Everything may be tried.
    Open,
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// What the position is worth for the side to move where that is decided: the game is over. Sets `is_open`.
    pub(super) fn decided(&mut self, at: u32) -> Result<Option<i64>, Stopped> {
        let to_move = self.game.to_move();
        let outcome = self.game.outcome()?;
        // Whether a position comes back is a matter of the line, and not of the position.
        self.is_open = outcome == Some(Outcome::Drawn) && self.game.draws_by_past();
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Won(winner) if winner == to_move => WON - i64::from(at),
            Outcome::Won(_) => i64::from(at) - WON,
            Outcome::Drawn => self.drawn(at),
        }))
    }

    /// What a draw is worth for the side to move. Whoever is to move at the top would rather play on, where that risks little.
    fn drawn(&self, at: u32) -> i64 {
        let less = if self.is_plain || self.is_valuing {
            0
        } else {
            self.game.stake().unwrap_or(0) * DRAWN_LESS / WHOLE_STAKE
        };
        DRAWN + if at.is_multiple_of(2) { -less } else { less }
    }

    /// What the rules say, with so many moves still to be looked ahead. A rule for the next move is always asked. Others are not
    /// asked where the other side wins by its next move, nor, in games that are not wide, where the search looks as far itself or
    /// at the very ends, of which there are most.
    pub(super) fn standing(&mut self, depth: i32, at: u32) -> Result<Standing<G::Move>, Stopped> {
        if self.levels < NEXT_MOVE {
            return Ok(Standing::Open);
        }
        let to_move = self.game.to_move();
        let won = |plies: u32| Standing::Decided(WON - i64::from(at + plies));
        if let Some(claim) = self.game.claim(to_move, NEXT_MOVE..=NEXT_MOVE, |_| true)? {
            return Ok(won(claim.level));
        }
        let lowest = if G::IS_WIDE { NEXT_MOVE + 1 } else { (depth.max(0) as u32 + 1).max(NEXT_MOVE + 1) };
        let asks_more = lowest <= self.levels && (G::IS_WIDE || depth > 0);
        if !asks_more && !G::IS_WIDE {
            return Ok(Standing::Open);
        }
        let enemy = G::opponent(to_move);
        if self.game.claim(enemy, NEXT_MOVE..=NEXT_MOVE, |_| true)?.is_some() {
            return self.threatened(true);
        }
        if asks_more && let Some(claim) = self.game.claim(to_move, lowest..=self.levels, |_| true)? {
            return Ok(won(claim.level));
        }
        let replied = self.game.replied().min(self.levels);
        if replied > NEXT_MOVE && self.game.claim(enemy, NEXT_MOVE + 1..=replied, |_| true)?.is_some() {
            return self.threatened(false);
        }
        Ok(Standing::Open)
    }

    /// The replies to a threat, where the base knows any.
    fn threatened(&mut self, is_urgent: bool) -> Result<Standing<G::Move>, Stopped> {
        let mut replies = Vec::new();
        self.game.replies(&mut replies)?;
        Ok(if replies.is_empty() { Standing::Open } else { Standing::Threatened { replies, is_urgent } })
    }
}
