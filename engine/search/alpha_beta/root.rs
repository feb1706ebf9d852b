//! The search at the root: iterative deepening with aspiration windows.

use super::node::Window;
use super::{AlphaBeta, DECIDED, DRAWN, InterimResult, Valued, WON};
use crate::games::Knowledge;
use crate::search::evaluation::Evaluation;
use crate::search::limits::Stopped;
use crate::search::params::{
    ASPIRATION_GROWTH, ASPIRATION_MAX_WIDTH, ASPIRATION_MIN_DEPTH, ASPIRATION_WIDTH, LINE_FACTOR, LINE_MORE,
    MAX_DEPTH, MAX_PLY,
};

/// A move at the root, with its sum of preferences.
pub(super) type RootMove<M> = (M, i64);

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The best of the moves in `among`, searched by iterative deepening up to depth `max_depth`; `None` if there are
    /// no moves. If the search is stopped before it has a value, it returns the most preferred move.
    pub fn best(&mut self, among: &[G::Move], max_depth: u32) -> Option<Valued<G::Move>> {
        if self.first_depth.is_none() {
            self.table.next_search();
        }
        let mut moves = self.root_moves(among);
        let (mv, _) = *moves.first()?;
        let mut best = Valued { mv, value: DRAWN, depth: 0, is_known: false };
        for depth in self.first_depth.unwrap_or(1)..=max_depth.min(MAX_DEPTH) {
            self.max_ply = self.line_limit(depth);
            let Ok(is_solved) = self.iteration(&mut moves, depth, &mut best) else { break };
            if is_solved && best.evaluation() == Evaluation::Drawn {
                // The search depth went beyond the end of the game, so report the length of the line.
                best.depth = depth.min(self.lines[0].len().max(1) as u32);
            }
            self.report(&best);
            // If a player has only one legal move, it makes this move, whatever the value of the move.
            let is_forced = moves.len() == 1 && !self.is_full_width && !self.is_valuing;
            if is_solved || is_forced || self.clock.check().is_err() {
                break;
            }
        }
        Some(best)
    }

    /// The best of all moves. Adds the preferences of the base, unless other preferences have been set.
    pub fn best_of_all(&mut self, max_depth: u32) -> Option<Valued<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if self.preferred.is_none() {
            self.preferred = self.game.preferences(&moves).ok();
        }
        self.best(&moves, max_depth)
    }

    /// The moves with their preferences. The best move from the table is first, and the others are sorted by
    /// preference.
    pub(super) fn root_moves(&mut self, among: &[G::Move]) -> Vec<RootMove<G::Move>> {
        let preferred = self.preferred.take().unwrap_or_else(|| vec![0; among.len()]);
        let mut moves: Vec<RootMove<G::Move>> = among.iter().copied().zip(preferred).collect();
        moves.sort_by_key(|(_, preferred)| -preferred);
        let known = self.table.get(self.game.key()).and_then(|entry| entry.best);
        if let Some(at) = moves.iter().position(|(mv, _)| known == Some(*mv)) {
            moves[..=at].rotate_right(1);
        }
        moves
    }

    /// The maximum length of a line in an iteration of this depth.
    pub(super) fn line_limit(&self, depth: u32) -> u32 {
        if self.is_full_width { depth } else { (LINE_FACTOR * depth + LINE_MORE).min(MAX_PLY) }
    }

    /// Runs one iteration of the deepening, and widens the window until it contains the value. Returns whether the
    /// moves are solved. If so, a deeper search would find nothing better.
    pub(super) fn iteration(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        best: &mut Valued<G::Move>,
    ) -> Result<bool, Stopped> {
        let all = Window { alpha: -WON - 1, beta: WON + 1 };
        let unit = self.game.unit();
        let mut margin = (unit * ASPIRATION_WIDTH / 2).max(1);
        let is_narrow = depth >= ASPIRATION_MIN_DEPTH && best.value.abs() < DECIDED && !self.is_full_width;
        let mut window = match is_narrow {
            true => Window { alpha: best.value - margin, beta: best.value + margin },
            false => all,
        };
        loop {
            let value = self.search_root(moves, depth, window, best)?;
            let opens_fully = margin >= unit * ASPIRATION_MAX_WIDTH;
            if value <= window.alpha && window.alpha > all.alpha {
                window.alpha = if opens_fully { all.alpha } else { value - margin };
            } else if value >= window.beta && window.beta < all.beta {
                window.beta = if opens_fully { all.beta } else { value + margin };
            } else {
                return Ok(!self.is_heuristic || best.value.abs() > DECIDED);
            }
            margin *= ASPIRATION_GROWTH;
        }
    }

    /// Searches the moves at one depth and returns the value of the best move. Sets `is_heuristic` if the value of any
    /// move is heuristic. If the search is stopped midway, the best move so far is still useful, because the best move
    /// of the previous depth was tried first.
    fn search_root(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        window: Window,
        best: &mut Valued<G::Move>,
    ) -> Result<i64, Stopped> {
        let Window { mut alpha, beta } = window;
        let mut highest = -WON - 1;
        let mut is_heuristic = false;
        let mut order: Vec<_> = moves.iter().copied().enumerate().collect();
        let mut next = 0;
        while let Some(&(index, (mv, preferred))) = order.get(next) {
            next += 1;
            // Each move is deferred at most once, and is then searched after all other moves.
            if next <= moves.len() && self.is_deferred(mv, index, depth as i32) {
                order.push((index, (mv, preferred)));
                continue;
            }
            let within = Window { alpha: alpha - preferred, beta: beta - preferred };
            let value = self.root_value(mv, index, depth as i32, within)?;
            let is_known = value.abs() > DECIDED || !self.is_heuristic && value < within.beta;
            is_heuristic |= self.is_heuristic;
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
        self.is_heuristic = is_heuristic;
        Ok(highest)
    }

    /// The value of the move `mv` at the root, where `index` is its index in the order of moves.
    fn root_value(&mut self, mv: G::Move, index: usize, depth: i32, window: Window) -> Result<i64, Stopped> {
        let reduction = self.reduction(mv, index, depth, window, 0) / 2;
        self.announced(mv, depth, |search| search.pvs(mv, index == 0, depth, reduction, window, 0))
    }

    /// Reports an interim result to the listener.
    fn report(&mut self, best: &Valued<G::Move>) {
        let Some(listener) = &mut self.listener else { return };
        let line =
            if self.lines[0].first() == Some(&best.mv) { self.lines[0].as_slice() } else { &[best.mv] };
        listener(&InterimResult { best: *best, line, positions: self.clock.positions() });
    }

    /// Sets the best line from the distance `at` from the root: this move, followed by the best line after it.
    pub(super) fn keep_line(&mut self, mv: G::Move, at: u32) {
        let at = at as usize;
        let (before, behind) = self.lines.split_at_mut(at + 1);
        before[at].clear();
        before[at].push(mv);
        before[at].extend_from_slice(&behind[0]);
    }
}
