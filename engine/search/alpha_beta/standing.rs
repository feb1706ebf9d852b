//! The verdict of the rules on a position, before any move is searched.

use super::{AlphaBeta, DRAWN, WON};
use crate::bases::asked::NEXT_MOVE;
use crate::games::{Knowledge, Outcome};
use crate::search::limits::Stopped;
use crate::search::params::{DRAWN_LESS, WHOLE_STAKE};

/// The verdict of the rules on a position.
pub(super) enum Standing<M> {
    /// The value of the position is decided.
    Decided(i64),
    /// The opponent threatens to win, so only these replies are tried.
    Threatened {
        replies: Vec<M>,
        /// Whether the threat wins with the opponent's next move.
        is_urgent: bool,
    },
    /// Nothing is decided, so all moves may be tried.
    Open,
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The value of the position for the side to move if the game is over. Sets `is_open`.
    pub(super) fn decided(&mut self, at: u32) -> Result<Option<i64>, Stopped> {
        let to_move = self.game.to_move();
        let outcome = self.game.outcome()?;
        // A repetition is a property of the line, not of the position.
        self.is_open = outcome == Some(Outcome::Drawn) && self.game.draws_by_past();
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Won(winner) if winner == to_move => WON - i64::from(at),
            Outcome::Won(_) => i64::from(at) - WON,
            Outcome::Drawn => self.drawn(at),
        }))
    }

    /// The value of a draw for the side to move. For the side to move at the root it is slightly negative (contempt),
    /// so that side prefers to play on if the risk is small.
    fn drawn(&self, at: u32) -> i64 {
        let less = if self.is_plain || self.is_valuing {
            0
        } else {
            self.game.stake().unwrap_or(0) * DRAWN_LESS / WHOLE_STAKE
        };
        DRAWN + if at.is_multiple_of(2) { -less } else { less }
    }

    /// The verdict of the rules, `depth` moves before the end of the line. Rules for the next move are always tried.
    /// Rules of higher levels are not tried if the opponent wins with its next move. In games that are not wide, they
    /// are also not tried at leaf nodes, which are the most numerous, or if the search itself looks as far ahead as
    /// they do.
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

    /// The verdict on a threat: the replies that the base knows, or `Open` if it knows none.
    fn threatened(&mut self, is_urgent: bool) -> Result<Standing<G::Move>, Stopped> {
        let mut replies = Vec::new();
        self.game.replies(&mut replies)?;
        Ok(if replies.is_empty() { Standing::Open } else { Standing::Threatened { replies, is_urgent } })
    }
}
