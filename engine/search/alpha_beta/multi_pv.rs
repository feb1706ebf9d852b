//! Finds the best several moves of a position (multi-PV), all searched to the same depth.
//!
//! All searches in a round have the same depth. The round first searches for the best of all moves, then for the best
//! of the remaining moves, and so on. Only complete rounds count, because values at different depths cannot be
//! compared.

use super::root::RootMove;
use super::{AlphaBeta, DRAWN, Valued};
use crate::games::Knowledge;
use crate::search::limits::{Clock, Stopped};
use crate::search::params::MAX_DEPTH;

/// A move with its value and the expected continuation.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// The move and its value.
    pub first: Valued<M>,
    /// The best line of moves, beginning with this move.
    pub line: Vec<M>,
}

/// The result of a search for several moves.
#[derive(Clone, Debug)]
pub struct MultiPv<M> {
    /// The moves, best first. All have the same depth, unless the search ended before the first round was complete.
    pub lines: Vec<Line<M>>,
    /// Whether the value of the position is final. If so, a deeper search would find nothing better than the first
    /// move.
    pub is_solved: bool,
}

/// The selection of moves for which a search finds values.
#[derive(Clone, Copy, Debug)]
pub struct MoveSelection<M> {
    /// The number of best moves to find.
    pub best: usize,
    /// A further move to value, even if it is not among the best.
    pub also: Option<M>,
}

/// A callback that receives the lines of a complete round, unsorted, and the clock of the search.
pub type RoundListener<'l, M> = dyn FnMut(&[Line<M>], &Clock) + 'l;

/// Which values are final after a round.
#[derive(Clone, Copy)]
struct Solved {
    /// Whether the value of the best move is final.
    best: bool,
    /// Whether the values of all requested moves are final.
    all: bool,
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Finds the values of the best moves in `among` and optionally of one more move, all at the same depth. The result
    /// is empty if there are no moves. After each complete round, `each_round` gets its lines, unsorted.
    pub fn multi_pv(
        &mut self,
        among: &[G::Move],
        selection: MoveSelection<G::Move>,
        max_depth: u32,
        each_round: &mut RoundListener<'_, G::Move>,
    ) -> MultiPv<G::Move> {
        self.table.next_search();
        let mut moves = self.root_moves(among);
        let mut found = MultiPv { lines: Vec::new(), is_solved: false };
        let Some((first, _)) = moves.first().copied() else { return found };
        let mut solved_all = false;
        let is_single = selection.best == 1 && selection.also.is_none();
        for depth in 1..=max_depth.min(MAX_DEPTH) {
            self.max_ply = self.line_limit(depth);
            let mut round = Vec::new();
            let solved = self.round(&mut moves, selection, depth, &found.lines, &mut round);
            // An incomplete round is used if its values need not be compared with each other.
            if solved.is_ok() || found.lines.is_empty() || is_single && !round.is_empty() {
                found.lines = round;
            }
            let Ok(solved) = solved else { break };
            each_round(&found.lines, self.clock);
            (found.is_solved, solved_all) = (solved.best, solved.all);
            if solved.all || self.clock.check().is_err() {
                break;
            }
        }
        if found.lines.is_empty() {
            let first = Valued { mv: first, value: DRAWN, depth: 0, is_known: false };
            found.lines.push(Line { first, line: vec![first.mv] });
        }
        if solved_all {
            // The search depth went beyond the end of the game, so use the length of the longest line instead.
            let longest = found.lines.iter().map(|line| line.line.len() as u32).max().unwrap_or(1);
            found.lines.iter_mut().for_each(|line| line.first.depth = line.first.depth.min(longest));
        }
        found.lines.sort_by_key(|line| -line.first.evaluation().value());
        found
    }

    /// Searches one round. Adds moves to `found` as their values become known, and sorts all moves for the next round.
    fn round(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        selection: MoveSelection<G::Move>,
        depth: u32,
        before: &[Line<G::Move>],
        found: &mut Vec<Line<G::Move>>,
    ) -> Result<Solved, Stopped> {
        let mut left = moves.to_vec();
        let mut solved = Solved { best: true, all: true };
        for number in 0..selection.best.min(moves.len()) {
            let is_solved = self.best_left(&mut left, depth, before.get(number), found)?;
            solved.best &= number > 0 || is_solved;
            solved.all &= is_solved;
        }
        let also = left.iter().position(|(mv, _)| selection.also == Some(*mv));
        if let Some(at) = also {
            let mut only = vec![left.remove(at)];
            let before = before.iter().find(|line| Some(line.first.mv) == selection.also);
            solved.all &= self.best_left(&mut only, depth, before, found)?;
        }
        let place = |mv: G::Move| found.iter().position(|line| line.first.mv == mv).unwrap_or(found.len());
        moves.sort_by_key(|(mv, _)| place(*mv));
        Ok(solved)
    }

    /// Finds the best of the remaining moves and removes it from `left`. Returns whether its value is final.
    fn best_left(
        &mut self,
        left: &mut Vec<RootMove<G::Move>>,
        depth: u32,
        before: Option<&Line<G::Move>>,
        found: &mut Vec<Line<G::Move>>,
    ) -> Result<bool, Stopped> {
        let unknown = Valued { mv: left[0].0, value: DRAWN, depth: 0, is_known: false };
        let mut best = before.map_or(unknown, |line| line.first);
        let is_solved = self.iteration(left, depth, &mut best);
        if best.depth == depth {
            let line =
                if self.lines[0].first() == Some(&best.mv) { self.lines[0].clone() } else { vec![best.mv] };
            found.push(Line { first: best, line });
            left.retain(|(mv, _)| *mv != best.mv);
        }
        is_solved
    }
}
