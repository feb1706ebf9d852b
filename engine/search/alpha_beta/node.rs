//! The search at an interior node of the tree.

use super::standing::Standing;
use super::table::{Bound, Entry};
use super::{AlphaBeta, DECIDED, DRAWN, WON};
use crate::games::Knowledge;
use crate::search::descent::Descent;
use crate::search::limits::Stopped;
use crate::search::params::{
    LATE_FIRST, LATE_MOVES, NULL_DEEPER, NULL_FROM, NULL_LESS, REDUCED_FROM, REDUCED_NUMBER,
};

/// An alpha-beta window: the bounds between which a value must lie to matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i64,
    pub(super) beta: i64,
}

impl Window {
    /// The same window from the view of the other side.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether this is a null window (`beta == alpha + 1`), which only tests whether a value exceeds `alpha`.
    pub(super) fn is_closed(self) -> bool {
        self.alpha + 1 >= self.beta
    }

    /// The null window at the lower bound.
    fn lowest(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }
}

/// The results of the moves tried so far at a node.
struct Found<M> {
    best: i64,
    mv: Option<M>,
    /// Whether `best` depends on the search depth.
    is_open: bool,
    /// The window in which a move must be valued to be better than the earlier ones.
    window: Window,
}

/// A node with its remaining depth and its distance `at` from the root.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    at: u32,
    /// Whether only replies to a threat are tried.
    is_forced: bool,
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// The value of the position for the side to move, within the window. `depth` is the remaining depth, and `at` the
    /// distance from the root. Sets `is_open`.
    pub(super) fn value(&mut self, depth: i32, window: Window, at: u32) -> Result<i64, Stopped> {
        self.lines[at as usize].clear();
        if let Some(value) = self.decided(at)? {
            return Ok(value);
        }
        let key = self.game.key();
        let known = self.table.get(key);
        if let Some(entry) = known
            && let Some(value) = entry.decides(depth, self.is_plain, window, at)
        {
            self.is_open = entry.is_open();
            return Ok(value);
        }
        let (depth, forced) = match self.standing(depth, at)? {
            Standing::Decided(value) => return Ok(value),
            Standing::Threatened { replies, is_urgent } => {
                (depth.max(0) + i32::from(is_urgent || depth <= 0), Some(replies))
            }
            Standing::Open => (depth, None),
        };
        if depth <= 0 || at >= self.farthest {
            let value = self.at_rest(window.alpha, window.beta, at);
            self.is_open = true;
            return value;
        }
        let node = Node { depth, at, is_forced: forced.is_some() };
        if let Some(value) = self.without_moves(node, window)? {
            self.is_open = true;
            return Ok(value);
        }
        let mut found = Found { best: -WON - 1, mv: None, is_open: false, window };
        self.try_moves(node, forced, known.and_then(|entry| entry.best), &mut found)?;
        if found.mv.is_none() {
            // A side without moves has not lost by any rule, as the game continues.
            self.is_open = false;
            return Ok(DRAWN);
        }
        let bound = match found.best {
            best if best >= window.beta => Bound::AtLeast,
            best if best <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        // A decided value does not change, whatever was pruned.
        let is_decided = match bound {
            Bound::Exact => found.best.abs() > DECIDED,
            Bound::AtLeast => found.best > DECIDED,
            Bound::AtMost => found.best < -DECIDED,
        };
        self.is_open = found.is_open && !is_decided;
        self.table.put(key, Entry::new(depth, found.best, bound, self.is_open, found.mv, at));
        Ok(found.best)
    }

    /// Tries to find a value at or beyond the window without searching the moves of the position.
    fn without_moves(&mut self, node: Node, window: Window) -> Result<Option<i64>, Stopped> {
        if self.is_plain || node.is_forced {
            return Ok(None);
        }
        if let Some(value) = self.foreseen(node.depth, window.alpha, window.beta)? {
            return Ok(Some(value));
        }
        self.passed(node, window)
    }

    /// Null-move pruning: a value of at least `beta` that is reached even if the side to move passes.
    fn passed(&mut self, node: Node, window: Window) -> Result<Option<i64>, Stopped> {
        let Node { depth, at, .. } = node;
        let may_pass =
            G::HAS_NULL_MOVE && window.is_closed() && depth >= NULL_FROM && !self.ordering.is_after_pass(at);
        if !may_pass || window.beta.abs() >= DECIDED || self.scored()? < window.beta {
            return Ok(None);
        }
        self.clock.count()?;
        self.ordering.pass(at, true);
        self.game.null_move();
        let less = NULL_LESS + depth / NULL_DEEPER;
        let high = Window { alpha: window.beta - 1, beta: window.beta };
        let value = self.value(depth - 1 - less, high.turned(), at + 1);
        self.game.null_move();
        self.ordering.pass(at, false);
        let value = -value?;
        Ok((value >= window.beta).then_some(value.min(DECIDED)))
    }

    /// Tries the moves until one causes a beta cutoff.
    fn try_moves(
        &mut self,
        node: Node,
        forced: Option<Vec<G::Move>>,
        before: Option<G::Move>,
        found: &mut Found<G::Move>,
    ) -> Result<(), Stopped> {
        // Try the best move from the table first: if it causes a cutoff, the others need not be generated.
        let before = before.filter(|mv| forced.as_ref().is_none_or(|replies| replies.contains(mv)));
        if let Some(mv) = before
            && self.try_move(mv, 0, node, found)?
        {
            return Ok(());
        }
        let leaves_out = G::IS_WIDE && forced.is_none();
        let tried = usize::from(before.is_some());
        let mut put_off = Vec::new();
        let moves = self.ordered(forced, before, node.at)?;
        let all = moves.len() + tried;
        for (number, mv) in (tried..).zip(moves) {
            if self.is_left_out(number, node, found) {
                found.is_open = true;
                break;
            }
            if self.is_put_off(mv, number, node.depth) {
                put_off.push((number, mv));
            } else if self.try_move(mv, number, node, found)? {
                return Ok(());
            }
        }
        for (number, mv) in put_off {
            if self.try_move(mv, number, node, found)? {
                return Ok(());
            }
        }
        // In a wide game, only the moves that are worth trying have been generated.
        found.is_open = found.is_open || leaves_out && all < self.count_moves();
        Ok(())
    }

    /// The number of legal moves of the side to move.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.len()
    }

    /// Late move pruning, in wide games: whether to skip the moves from index `number` on.
    fn is_left_out(&self, number: usize, node: Node, found: &Found<G::Move>) -> bool {
        let most = LATE_FIRST + (LATE_MOVES * node.depth * node.depth) as usize / 2;
        G::IS_WIDE
            && !self.is_plain
            && !node.is_forced
            && found.window.is_closed()
            && found.best > -DECIDED
            && number >= most
    }

    /// Searches the move with this index in the order, and updates `found`. Returns whether it causes a beta cutoff.
    fn try_move(
        &mut self,
        mv: G::Move,
        number: usize,
        node: Node,
        found: &mut Found<G::Move>,
    ) -> Result<bool, Stopped> {
        let Node { depth, at, is_forced } = node;
        let reduced = if is_forced { 0 } else { self.reduced(mv, number, depth, found.window, at) };
        let window = found.window;
        let value =
            self.openly(mv, depth, |search| search.compared(mv, number == 0, depth, reduced, window, at))?;
        let is_open = self.is_open;
        if value > found.best {
            (found.best, found.mv) = (value, Some(mv));
        }
        if value > found.window.alpha {
            found.window.alpha = value;
            self.keep_line(mv, at);
        }
        let is_too_good = found.window.alpha >= found.window.beta;
        // A single cutoff decides the value; otherwise it depends on all moves.
        found.is_open = is_open || found.is_open && !is_too_good;
        if is_too_good {
            self.ordering.was_too_good(mv, at, depth as u32);
        }
        Ok(is_too_good)
    }

    /// Principal variation search of a move. All moves but the first are searched with a null window first, late ones
    /// with reduced depth, and only re-searched if they turn out to be better. Returns the value for the side that
    /// moves.
    pub(super) fn compared(
        &mut self,
        mv: G::Move,
        is_first: bool,
        depth: i32,
        reduced: i32,
        window: Window,
        at: u32,
    ) -> Result<i64, Stopped> {
        self.after(mv, |search| {
            let lowest = window.lowest().turned();
            if reduced > 0 {
                let value = -search.value(depth - 1 - reduced, lowest, at + 1)?;
                if value <= window.alpha {
                    return Ok(value);
                }
            }
            if !is_first && !window.is_closed() {
                let value = -search.value(depth - 1, lowest, at + 1)?;
                if value <= window.alpha || value >= window.beta {
                    return Ok(value);
                }
            }
            Ok(-search.value(depth - 1, window.turned(), at + 1)?)
        })
    }

    /// The depth reduction of a late move, in moves.
    pub(super) fn reduced(&self, mv: G::Move, number: usize, depth: i32, window: Window, at: u32) -> i32 {
        let is_whole = self.is_plain || depth < REDUCED_FROM || number < REDUCED_NUMBER;
        if is_whole || self.game.takes(mv) || self.ordering.is_killer(mv, at) {
            return 0;
        }
        let less = self.reductions.of(depth, number) - i32::from(!window.is_closed());
        less.clamp(0, depth - 1)
    }
}
