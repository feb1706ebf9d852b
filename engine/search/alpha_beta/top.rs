//! The top of the tree: deeper and deeper, between bounds about the value of the turn before.

use super::node::Window;
use super::{AlphaBeta, DECIDED, DRAWN, Thought, Valued, WON};
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::params::{
    ASPIRATION, ASPIRATION_FROM, ASPIRATION_GROWTH, ASPIRATION_MOST, DEEPENING_MOST, FARTHEST, LINE_FACTOR,
    LINE_MORE,
};
use crate::search::worth::Worth;

/// What a move at the top is, besides its value.
pub(super) type Top<M> = (M, i64);

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The best of these moves of the side to move, up to a depth, as far as the search came; nothing where there is none. Where it
    /// has not come as far as a value, the first of those that are preferred.
    pub fn best(&mut self, among: &[G::Move], deepest: u32) -> Option<Valued<G::Move>> {
        if self.first_depth.is_none() {
            self.table.next_search();
        }
        let mut moves = self.ordered_at_top(among);
        let (mv, _) = *moves.first()?;
        let mut best = Valued { mv, value: DRAWN, depth: 0, is_known: false };
        for depth in self.first_depth.unwrap_or(1)..=deepest.min(DEEPENING_MOST) {
            self.farthest = self.longest_line(depth);
            let Ok(is_solved) = self.turn(&mut moves, depth, &mut best) else { break };
            if is_solved && best.worth() == Worth::Drawn {
                // The search looked past the end of the game.
                best.depth = depth.min(self.lines[0].len().max(1) as u32);
            }
            self.tell(&best);
            // Whoever plays makes a move that is the only one, whatever it is worth.
            let is_forced = moves.len() == 1 && !self.is_plain && !self.is_valuing;
            if is_solved || is_forced || self.clock.look().is_err() {
                break;
            }
        }
        Some(best)
    }

    /// The best of all moves, with what the base prefers in them where nobody prefers anything else.
    pub fn best_of_all(&mut self, deepest: u32) -> Option<Valued<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if self.preferred.is_none() {
            self.preferred = self.game.preferences(&moves).ok();
        }
        self.best(&moves, deepest)
    }

    /// The moves with their preferences, the best that the table knows in front, then those that are preferred most.
    pub(super) fn ordered_at_top(&mut self, among: &[G::Move]) -> Vec<Top<G::Move>> {
        let preferred = self.preferred.take().unwrap_or_else(|| vec![0; among.len()]);
        let mut moves: Vec<Top<G::Move>> = among.iter().copied().zip(preferred).collect();
        moves.sort_by_key(|(_, preferred)| -preferred);
        let known = self.table.get(self.game.key()).and_then(|entry| entry.best);
        if let Some(at) = moves.iter().position(|(mv, _)| known == Some(*mv)) {
            moves[..=at].rotate_right(1);
        }
        moves
    }

    /// So long a line may become in a turn of this depth.
    pub(super) fn longest_line(&self, depth: u32) -> u32 {
        if self.is_plain { depth } else { (LINE_FACTOR * depth + LINE_MORE).min(FARTHEST) }
    }

    /// One turn of the deepening; the bounds are widened until the value lies between them. Returns whether these moves are solved:
    /// looking further ahead would find nothing better.
    pub(super) fn turn(
        &mut self,
        moves: &mut [Top<G::Move>],
        depth: u32,
        best: &mut Valued<G::Move>,
    ) -> Result<bool, Stopped> {
        let all = Window { alpha: -WON - 1, beta: WON + 1 };
        let unit = self.game.unit();
        let mut margin = (unit * ASPIRATION / 2).max(1);
        let is_narrow = depth >= ASPIRATION_FROM && best.value.abs() < DECIDED && !self.is_plain;
        let mut window = match is_narrow {
            true => Window { alpha: best.value - margin, beta: best.value + margin },
            false => all,
        };
        loop {
            let value = self.top(moves, depth, window, best)?;
            let is_far = margin >= unit * ASPIRATION_MOST;
            if value <= window.alpha && window.alpha > all.alpha {
                window.alpha = if is_far { all.alpha } else { value - margin };
            } else if value >= window.beta && window.beta < all.beta {
                window.beta = if is_far { all.beta } else { value + margin };
            } else {
                return Ok(!self.is_open || best.value.abs() > DECIDED);
            }
            margin *= ASPIRATION_GROWTH;
        }
    }

    /// Tries the moves at one depth; gives what the best is worth. Sets `is_open` for all of them together. Where the search stops on
    /// the way, the best so far is worth something: the best of the depth before was tried first.
    fn top(
        &mut self,
        moves: &mut [Top<G::Move>],
        depth: u32,
        window: Window,
        best: &mut Valued<G::Move>,
    ) -> Result<i64, Stopped> {
        let Window { mut alpha, beta } = window;
        let mut highest = -WON - 1;
        let mut is_open = false;
        let mut order: Vec<_> = moves.iter().copied().enumerate().collect();
        let mut turn = 0;
        while let Some(&(number, (mv, preferred))) = order.get(turn) {
            turn += 1;
            // Each is put off once at most, and comes behind all others.
            if turn <= moves.len() && self.is_put_off(mv, number, depth as i32) {
                order.push((number, (mv, preferred)));
                continue;
            }
            let within = Window { alpha: alpha - preferred, beta: beta - preferred };
            let value = self.worth_at_top(mv, number, depth as i32, within)?;
            let is_known = value.abs() > DECIDED || !self.is_open && value < within.beta;
            is_open |= self.is_open;
            // What is decided is not made better or worse by what somebody prefers.
            let value = match value.abs() > DECIDED {
                true => value,
                false => (value + preferred).clamp(-DECIDED, DECIDED),
            };
            highest = highest.max(value);
            if value <= alpha {
                continue;
            }
            *best = Valued { mv, value, depth, is_known };
            self.keep_line(mv, 0);
            alpha = value;
            let at = moves.iter().position(|(other, _)| *other == mv).expect("it is one of the moves");
            moves[..=at].rotate_right(1);
            if value >= beta {
                break;
            }
        }
        self.is_open = is_open;
        Ok(highest)
    }

    /// What a move at the top is worth, of this number in their order.
    fn worth_at_top(
        &mut self,
        mv: G::Move,
        number: usize,
        depth: i32,
        window: Window,
    ) -> Result<i64, Stopped> {
        let reduced = self.reduced(mv, number, depth, window, 0) / 2;
        self.openly(mv, depth, |search| search.compared(mv, number == 0, depth, reduced, window, 0))
    }

    /// Tells whoever listens what was found.
    fn tell(&mut self, best: &Valued<G::Move>) {
        let Some(listener) = &mut self.listener else { return };
        let line =
            if self.lines[0].first() == Some(&best.mv) { self.lines[0].as_slice() } else { &[best.mv] };
        listener(&Thought { best: *best, line, positions: self.clock.positions() });
    }

    /// The best line from this distance on begins with this move.
    pub(super) fn keep_line(&mut self, mv: G::Move, at: u32) {
        let at = at as usize;
        let (before, behind) = self.lines.split_at_mut(at + 1);
        before[at].clear();
        before[at].push(mv);
        before[at].extend_from_slice(&behind[0]);
    }
}
