//! The search at the root: iterative deepening with aspiration windows.

use super::node::Window;
use super::{AlphaBeta, DECIDED, DRAWN, Thought, Valued, WON};
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::params::{
    ASPIRATION, ASPIRATION_FROM, ASPIRATION_GROWTH, ASPIRATION_MOST, DEEPENING_MOST, FARTHEST, LINE_FACTOR,
    LINE_MORE,
};
use crate::search::worth::Worth;

/// A move at the root, with its preference.
pub(super) type Top<M> = (M, i64);

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The best of the moves `among` the side to move's, searched by iterative deepening up to depth `deepest`; `None`
    /// if there are no moves. If the search is stopped before the first value, the most preferred move is returned.
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
                // The search went beyond the end of the game.
                best.depth = depth.min(self.lines[0].len().max(1) as u32);
            }
            self.tell(&best);
            // When playing, a single legal move is made whatever its value.
            let is_forced = moves.len() == 1 && !self.is_plain && !self.is_valuing;
            if is_solved || is_forced || self.clock.look().is_err() {
                break;
            }
        }
        Some(best)
    }

    /// The best of all moves. Uses the preferences of the base unless others have been set.
    pub fn best_of_all(&mut self, deepest: u32) -> Option<Valued<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if self.preferred.is_none() {
            self.preferred = self.game.preferences(&moves).ok();
        }
        self.best(&moves, deepest)
    }

    /// The moves with their preferences: the best move from the table first, then by preference.
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

    /// The maximum length of a line in an iteration of this depth.
    pub(super) fn longest_line(&self, depth: u32) -> u32 {
        if self.is_plain { depth } else { (LINE_FACTOR * depth + LINE_MORE).min(FARTHEST) }
    }

    /// Runs one iteration of the deepening, and widens the window until it contains the value. Returns whether the
    /// moves are solved, so that searching deeper would find nothing better.
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

    /// Searches the moves at one depth and returns the value of the best. Sets `is_open` for all of them together. If
    /// the search is stopped midway, the best move so far is still useful, because the best move of the previous depth
    /// was tried first.
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
            // Each move is deferred at most once, and is then searched after all others.
            if turn <= moves.len() && self.is_put_off(mv, number, depth as i32) {
                order.push((number, (mv, preferred)));
                continue;
            }
            let within = Window { alpha: alpha - preferred, beta: beta - preferred };
            let value = self.worth_at_top(mv, number, depth as i32, within)?;
            let is_known = value.abs() > DECIDED || !self.is_open && value < within.beta;
            is_open |= self.is_open;
            // Preferences do not change decided values.
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

    /// The value of the root move `mv`. `number` is its index in the order of moves.
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

    /// Reports an interim result to the listener.
    fn tell(&mut self, best: &Valued<G::Move>) {
        let Some(listener) = &mut self.listener else { return };
        let line =
            if self.lines[0].first() == Some(&best.mv) { self.lines[0].as_slice() } else { &[best.mv] };
        listener(&Thought { best: *best, line, positions: self.clock.positions() });
    }

    /// Sets the best line from distance `at` to this move, followed by the best line after it.
    pub(super) fn keep_line(&mut self, mv: G::Move, at: u32) {
        let at = at as usize;
        let (before, behind) = self.lines.split_at_mut(at + 1);
        before[at].clear();
        before[at].push(mv);
        before[at].extend_from_slice(&behind[0]);
    }
}
