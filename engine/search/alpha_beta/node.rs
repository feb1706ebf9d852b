//! The search at an interior node of the tree.

use super::rule_verdict::RuleVerdict;
use super::table::{Bound, Entry};
use super::{AlphaBeta, DECIDED, DRAWN, WON};
use crate::games::Knowledge;
use crate::search::limits::Stopped;
use crate::search::make_move::MakeMove;
use crate::search::params::{
    LMP_BASE, LMP_FACTOR, LMR_MIN_DEPTH, LMR_MIN_INDEX, NULL_MIN_DEPTH, NULL_REDUCTION, NULL_REDUCTION_STEP,
};

/// An alpha-beta window. A value matters only if it lies between the two bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i64,
    pub(super) beta: i64,
}

impl Window {
    /// The same window from the other side's point of view.
    fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether this is a null window (`beta == alpha + 1`), which only tests whether a value exceeds `alpha`.
    pub(super) fn is_null(self) -> bool {
        self.alpha + 1 >= self.beta
    }

    /// The null window at the lower bound.
    fn null_at_alpha(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }
}

/// The results of the moves tried so far at a node.
struct BestSoFar<M> {
    best: i64,
    mv: Option<M>,
    /// Whether `best` depends on the search depth.
    is_heuristic: bool,
    /// The window for the next move. A move whose value lies above its lower bound is better than the earlier moves.
    window: Window,
}

/// A node with its remaining depth and its distance `ply` from the root.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    ply: u32,
    /// Whether only the replies to a threat are tried at this node.
    is_forced: bool,
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The value of the position for the side to move, within the window. `depth` is the remaining depth, and `ply` the
    /// distance from the root. Also sets `is_heuristic` for the value.
    pub(super) fn value(&mut self, depth: i32, window: Window, ply: u32) -> Result<i64, Stopped> {
        self.lines[ply as usize].clear();
        if let Some(value) = self.terminal_value(ply)? {
            return Ok(value);
        }
        let key = self.game.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && let Some(value) = entry.usable_value(depth, self.is_full_width, window, ply)
        {
            self.is_heuristic = entry.is_heuristic();
            return Ok(value);
        }
        let (depth, forced) = match self.rule_verdict(depth, ply)? {
            RuleVerdict::Decided(value) => return Ok(value),
            RuleVerdict::Threatened { replies, is_urgent } => {
                (depth.max(0) + i32::from(is_urgent || depth <= 0), Some(replies))
            }
            RuleVerdict::Undecided => (depth, None),
        };
        if depth <= 0 || ply >= self.max_ply {
            let value = self.quiescence(window.alpha, window.beta, ply);
            self.is_heuristic = true;
            return value;
        }
        let node = Node { depth, ply, is_forced: forced.is_some() };
        if let Some(value) = self.cut_without_moves(node, window)? {
            self.is_heuristic = true;
            return Ok(value);
        }
        let mut found = BestSoFar { best: -WON - 1, mv: None, is_heuristic: false, window };
        self.try_moves(node, forced, known.and_then(|entry| entry.best), &mut found)?;
        if found.mv.is_none() {
            // The game continues, so by its rules a side without moves has not lost.
            self.is_heuristic = false;
            return Ok(DRAWN);
        }
        let bound = match found.best {
            best if best >= window.beta => Bound::Lower,
            best if best <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        // A decided value cannot change, even if moves were pruned.
        let is_decided = match bound {
            Bound::Exact => found.best.abs() > DECIDED,
            Bound::Lower => found.best > DECIDED,
            Bound::Upper => found.best < -DECIDED,
        };
        self.is_heuristic = found.is_heuristic && !is_decided;
        self.table.put(key, Entry::new(depth, found.best, bound, self.is_heuristic, found.mv, ply));
        Ok(found.best)
    }

    /// Tries to find a value outside the window without searching the moves of the position.
    fn cut_without_moves(&mut self, node: Node, window: Window) -> Result<Option<i64>, Stopped> {
        if self.is_full_width || node.is_forced {
            return Ok(None);
        }
        if let Some(value) = self.futility(node.depth, window.alpha, window.beta)? {
            return Ok(Some(value));
        }
        self.null_move_cut(node, window)
    }

    /// Null-move pruning. Returns a value of at least `beta` if the side to move reaches it even when it passes.
    fn null_move_cut(&mut self, node: Node, window: Window) -> Result<Option<i64>, Stopped> {
        let Node { depth, ply, .. } = node;
        let may_prune = G::HAS_NULL_MOVE
            && window.is_null()
            && depth >= NULL_MIN_DEPTH
            && !self.ordering.follows_null_move(ply);
        if !may_prune || window.beta.abs() >= DECIDED || self.static_value()? < window.beta {
            return Ok(None);
        }
        self.clock.count()?;
        self.ordering.set_null_move(ply, true);
        self.game.null_move();
        let reduction = NULL_REDUCTION + depth / NULL_REDUCTION_STEP;
        let null_window = Window { alpha: window.beta - 1, beta: window.beta };
        let value = self.value(depth - 1 - reduction, null_window.negated(), ply + 1);
        self.game.null_move();
        self.ordering.set_null_move(ply, false);
        let value = -value?;
        Ok((value >= window.beta).then_some(value.min(DECIDED)))
    }

    /// Tries the moves until one causes a beta cutoff.
    fn try_moves(
        &mut self,
        node: Node,
        forced: Option<Vec<G::Move>>,
        table_move: Option<G::Move>,
        found: &mut BestSoFar<G::Move>,
    ) -> Result<(), Stopped> {
        // Try the best move from the table before the other moves are generated. If it causes a cutoff, they are not
        // needed.
        let table_move = table_move.filter(|mv| forced.as_ref().is_none_or(|replies| replies.contains(mv)));
        if let Some(mv) = table_move
            && self.try_move(mv, 0, node, found)?
        {
            return Ok(());
        }
        let is_selective = G::IS_WIDE && forced.is_none();
        let tried = usize::from(table_move.is_some());
        let mut deferred = Vec::new();
        let moves = self.move_picker(forced, table_move, node.ply)?;
        let all = moves.len() + tried;
        for (index, mv) in (tried..).zip(moves) {
            if self.late_move_pruned(index, node, found) {
                found.is_heuristic = true;
                break;
            }
            if self.is_deferred(mv, index, node.depth) {
                deferred.push((index, mv));
            } else if self.try_move(mv, index, node, found)? {
                return Ok(());
            }
        }
        for (index, mv) in deferred {
            if self.try_move(mv, index, node, found)? {
                return Ok(());
            }
        }
        // In a wide game, only the moves that are worth trying have been generated, so the value may be heuristic.
        found.is_heuristic = found.is_heuristic || is_selective && all < self.count_moves();
        Ok(())
    }

    /// The number of legal moves of the side to move.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.len()
    }

    /// Late move pruning in wide games. Returns whether to skip the move with this index and all later moves.
    fn late_move_pruned(&self, index: usize, node: Node, found: &BestSoFar<G::Move>) -> bool {
        let max_moves = LMP_BASE + (LMP_FACTOR * node.depth * node.depth) as usize / 2;
        G::IS_WIDE
            && !self.is_full_width
            && !node.is_forced
            && found.window.is_null()
            && found.best > -DECIDED
            && index >= max_moves
    }

    /// Searches the move with this index in the order, and updates `found`. Returns whether it causes a beta cutoff.
    fn try_move(
        &mut self,
        mv: G::Move,
        index: usize,
        node: Node,
        found: &mut BestSoFar<G::Move>,
    ) -> Result<bool, Stopped> {
        let Node { depth, ply, is_forced } = node;
        let reduction = if is_forced { 0 } else { self.reduction(mv, index, depth, found.window, ply) };
        let window = found.window;
        let value =
            self.announced(mv, depth, |search| search.pvs(mv, index == 0, depth, reduction, window, ply))?;
        let is_heuristic = self.is_heuristic;
        if value > found.best {
            (found.best, found.mv) = (value, Some(mv));
        }
        if value > found.window.alpha {
            found.window.alpha = value;
            self.keep_line(mv, ply);
        }
        let is_beta_cutoff = found.window.alpha >= found.window.beta;
        // A cutoff depends only on the value of the move that causes it. Without a cutoff, the value depends on all
        // moves.
        found.is_heuristic = is_heuristic || found.is_heuristic && !is_beta_cutoff;
        if is_beta_cutoff {
            self.ordering.record_beta_cutoff(mv, ply, depth as u32);
        }
        Ok(is_beta_cutoff)
    }

    /// Principal variation search of a move. The first move is searched with the whole window. All others are first
    /// searched with a null window, late moves also with reduced depth, and searched again only if they turn out to be
    /// better. Returns the value for the side that moves.
    pub(super) fn pvs(
        &mut self,
        mv: G::Move,
        is_first: bool,
        depth: i32,
        reduction: i32,
        window: Window,
        ply: u32,
    ) -> Result<i64, Stopped> {
        self.with_move(mv, |search| {
            let null_window = window.null_at_alpha().negated();
            if reduction > 0 {
                let value = -search.value(depth - 1 - reduction, null_window, ply + 1)?;
                if value <= window.alpha {
                    return Ok(value);
                }
            }
            if !is_first && !window.is_null() {
                let value = -search.value(depth - 1, null_window, ply + 1)?;
                if value <= window.alpha || value >= window.beta {
                    return Ok(value);
                }
            }
            Ok(-search.value(depth - 1, window.negated(), ply + 1)?)
        })
    }

    /// The depth reduction of a late move, in moves.
    pub(super) fn reduction(&self, mv: G::Move, index: usize, depth: i32, window: Window, ply: u32) -> i32 {
        let is_whole = self.is_full_width || depth < LMR_MIN_DEPTH || index < LMR_MIN_INDEX;
        if is_whole || self.game.is_capture(mv) || self.ordering.is_killer(mv, ply) {
            return 0;
        }
        let reduction = self.reductions.get(depth, index) - i32::from(!window.is_null());
        reduction.clamp(0, depth - 1)
    }
}
