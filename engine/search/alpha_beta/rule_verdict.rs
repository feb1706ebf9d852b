//! What the rules of the base say about a position, before any move is searched.

use super::{AlphaBeta, DRAWN, WON};
use crate::bases::queried_exports::NEXT_MOVE;
use crate::games::{Knowledge, Outcome};
use crate::search::limits::Stopped;
use crate::search::params::{CAPTURE_VALUE_PARTS, CONTEMPT};

/// What the rules of the base say about a position.
pub(super) enum RuleVerdict<M> {
    /// The value of the position is decided.
    Decided(i64),
    /// The opponent threatens to win, so only these replies to the threat are tried.
    Threatened {
        replies: Vec<M>,
        /// Whether the threat wins with the opponent's next move.
        is_urgent: bool,
    },
    /// Nothing is decided, so all moves may be tried.
    Undecided,
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// If the game is over, the value of the position for the side to move. Also sets `is_heuristic`.
    pub(super) fn terminal_value(&mut self, ply: u32) -> Result<Option<i64>, Stopped> {
        let to_move = self.game.to_move();
        let outcome = self.game.outcome()?;
        // A repetition depends on the line that led to the position, not on the position alone.
        self.is_heuristic = outcome == Some(Outcome::Drawn) && self.game.draws_by_repetition();
        Ok(outcome.map(|outcome| match outcome {
            Outcome::Won(winner) if winner == to_move => WON - i64::from(ply),
            Outcome::Won(_) => i64::from(ply) - WON,
            Outcome::Drawn => self.draw_value(ply),
        }))
    }

    /// The value of a draw for the side to move. It is slightly negative for the side that is to move at the root
    /// (contempt). This side therefore plays on if the risk is small.
    fn draw_value(&self, ply: u32) -> i64 {
        let contempt = if self.is_full_width || self.is_valuing {
            0
        } else {
            self.game.capture_value().unwrap_or(0) * CONTEMPT / CAPTURE_VALUE_PARTS
        };
        DRAWN + if ply.is_multiple_of(2) { -contempt } else { contempt }
    }

    /// What the rules say about the position, `depth` moves before the end of the line. Rules that win with the next
    /// move are always tried. Rules of higher levels are not tried if the opponent wins with its next move. In games
    /// that are not wide, rules of higher levels are also skipped at leaf nodes, because there are so many leaf nodes.
    /// In these games, a rule is also skipped if its level is at most `depth`, because the search itself looks that
    /// many moves ahead.
    pub(super) fn rule_verdict(&mut self, depth: i32, ply: u32) -> Result<RuleVerdict<G::Move>, Stopped> {
        if self.levels < NEXT_MOVE {
            return Ok(RuleVerdict::Undecided);
        }
        let to_move = self.game.to_move();
        let won = |plies: u32| RuleVerdict::Decided(WON - i64::from(ply + plies));
        if let Some(claim) = self.game.claim(to_move, NEXT_MOVE..=NEXT_MOVE, |_| true)? {
            return Ok(won(claim.level));
        }
        let lowest = if G::IS_WIDE { NEXT_MOVE + 1 } else { (depth.max(0) as u32 + 1).max(NEXT_MOVE + 1) };
        let tries_higher = lowest <= self.levels && (G::IS_WIDE || depth > 0);
        if !tries_higher && !G::IS_WIDE {
            return Ok(RuleVerdict::Undecided);
        }
        let enemy = G::opponent(to_move);
        if self.game.claim(enemy, NEXT_MOVE..=NEXT_MOVE, |_| true)?.is_some() {
            return self.threatened(true);
        }
        if tries_higher && let Some(claim) = self.game.claim(to_move, lowest..=self.levels, |_| true)? {
            return Ok(won(claim.level));
        }
        let replied = self.game.replied().min(self.levels);
        if replied > NEXT_MOVE && self.game.claim(enemy, NEXT_MOVE + 1..=replied, |_| true)?.is_some() {
            return self.threatened(false);
        }
        Ok(RuleVerdict::Undecided)
    }

    /// The result for a position with a threat: the replies that the base knows, or `Undecided` if it knows none.
    fn threatened(&mut self, is_urgent: bool) -> Result<RuleVerdict<G::Move>, Stopped> {
        let mut replies = Vec::new();
        self.game.replies(&mut replies)?;
        Ok(if replies.is_empty() {
            RuleVerdict::Undecided
        } else {
            RuleVerdict::Threatened { replies, is_urgent }
        })
    }
}
