//! A position inside the tree.

use super::standing::Standing;
use super::table::{Bound, Entry};
use super::{AlphaBeta, DECIDED, DRAWN, WON};
use crate::games::Knowledge;
use crate::search::descent::Descent;
use crate::search::limits::Stopped;
use crate::search::params::{
    LATE_FIRST, LATE_MOVES, NULL_DEEPER, NULL_FROM, NULL_LESS, REDUCED_FROM, REDUCED_NUMBER,
};

/// Between which bounds a value is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i64,
    pub(super) beta: i64,
}

impl Window {
    /// The same to the other side.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether there is nothing between the bounds: it is only asked whether a value is above.
    pub(super) fn is_closed(self) -> bool {
        self.alpha + 1 >= self.beta
    }

    /// The question whether a value is above the lower bound.
    fn lowest(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }
}

/// What was found of the moves of a position that were tried.
struct Found<M> {
    best: i64,
    mv: Option<M>,
    /// Whether that depends on how far was looked.
    is_open: bool,
    /// Between which bounds a move has to be worth to be better.
    window: Window,
}

/// A position and how far it is looked into.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    at: u32,
    /// Only replies to a threat are tried.
    is_forced: bool,
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// What the position is worth for the side to move, between the bounds. `at` is how many moves were made to it. Sets `is_open`.
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
            // Whoever cannot move in a game that goes on has not lost by any rule.
            self.is_open = false;
            return Ok(DRAWN);
        }
        let bound = match found.best {
            best if best >= window.beta => Bound::AtLeast,
            best if best <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        // Who wins does not change, whatever was left out.
        let is_decided = match bound {
            Bound::Exact => found.best.abs() > DECIDED,
            Bound::AtLeast => found.best > DECIDED,
            Bound::AtMost => found.best < -DECIDED,
        };
        self.is_open = found.is_open && !is_decided;
        self.table.put(key, Entry::new(depth, found.best, bound, self.is_open, found.mv, at));
        Ok(found.best)
    }

    /// A value at the bounds or beyond where no move has to be tried for it.
    fn without_moves(&mut self, node: Node, window: Window) -> Result<Option<i64>, Stopped> {
        if self.is_plain || node.is_forced {
            return Ok(None);
        }
        if let Some(value) = self.foreseen(node.depth, window.alpha, window.beta)? {
            return Ok(Some(value));
        }
        self.passed(node, window)
    }

    /// A value that is too good even where the side to move passes.
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

    /// Tries the moves until one is too good.
    fn try_moves(
        &mut self,
        node: Node,
        forced: Option<Vec<G::Move>>,
        before: Option<G::Move>,
        found: &mut Found<G::Move>,
    ) -> Result<(), Stopped> {
        // Where the move that was best before is too good again nobody asks for the others.
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
        // A wide game names only the moves that are worth trying.
        found.is_open = found.is_open || leaves_out && all < self.count_moves();
        Ok(())
    }

    /// The number of moves of the side to move.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.len()
    }

    /// Whether moves from this number on are not tried: in a wide game those that come very late.
    fn is_left_out(&self, number: usize, node: Node, found: &Found<G::Move>) -> bool {
        let most = LATE_FIRST + (LATE_MOVES * node.depth * node.depth) as usize / 2;
        G::IS_WIDE
            && !self.is_plain
            && !node.is_forced
            && found.window.is_closed()
            && found.best > -DECIDED
            && number >= most
    }

    /// Tries the move of this number in their order, and keeps what it is worth if that is the best so far; whether the other side
    /// would not let it come to that.
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
        // One move that is too good is enough; otherwise it depends on all of them.
        found.is_open = is_open || found.is_open && !is_too_good;
        if is_too_good {
            self.ordering.was_too_good(mv, at, depth as u32);
        }
        Ok(is_too_good)
    }

    /// What a move is worth for the side that makes it. Unless it is the first one, it is asked first whether it is better than those
    /// before it, less far where it comes late.
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

    /// By how many moves less a move is looked at that comes late.
    pub(super) fn reduced(&self, mv: G::Move, number: usize, depth: i32, window: Window, at: u32) -> i32 {
        let is_whole = self.is_plain || depth < REDUCED_FROM || number < REDUCED_NUMBER;
        if is_whole || self.game.takes(mv) || self.ordering.is_killer(mv, at) {
            return 0;
        }
        let less = self.reductions.of(depth, number) - i32::from(!window.is_closed());
        less.clamp(0, depth - 1)
    }
}
