//! A form of minimax in which every position along a line contributes to the value, as in the source document on
//! checkers.
//!
//! ```text
//! 1. at the end of a line, the position is valued by the scores of the base
//! 2. when a value is passed to the position above it, the value is doubled, and the score of that position is added,
//!    so an advantage counts for more if it is gained earlier
//! 3. among moves of equal value, the first one is played
//! 4. a game that is over is scored as if its result persisted for the rest of the line
//! ```
//!
//! The search uses alpha-beta and a table, and finds the same moves as a full search. With a maximum width, only the
//! moves that lead to the positions with the highest scores are tried.

use super::alpha_beta::Valued;
use super::always_replace::AlwaysReplaceTable;
use super::limits::{Clock, Stopped};
use super::make_move::MakeMove;
use crate::games::{Knowledge, Outcome};

/// Score of a won game for the winner. It is higher than any sum of scores.
const WON: i64 = 1 << 24;

/// Bound of all values. Twice the bound does not overflow.
const BOUND: i64 = i64::MAX / 4;

/// Maximum depth, in moves. It is limited by the range of numbers, because values double with each move.
pub const MAX_DEPTH: u32 = 32;

/// The value of a won game for the winner, `depth` moves before the end of the line.
pub const fn won(depth: u32) -> i64 {
    WON * ((1 << (depth + 1)) - 1)
}

/// The transposition table of minimax, which a player keeps from one move of a game to the next.
pub type Table<M> = AlwaysReplaceTable<Entry<M>>;

/// An entry of the table. It contains bounds on the value of a position at a certain remaining depth.
#[derive(Clone, Copy)]
pub struct Entry<M> {
    depth: u32,
    lower: i64,
    most: i64,
    best: Option<M>,
}

/// A minimax search in one position.
pub struct Minimax<'s, G: Knowledge> {
    game: &'s mut G,
    clock: &'s mut Clock,
    table: &'s mut Table<G::Move>,
    /// The maximum number of moves to try in a position; `None` to try all moves.
    width: Option<usize>,
}

impl<'s, G: Knowledge> Minimax<'s, G> {
    /// Creates a search in this position.
    pub fn new(
        game: &'s mut G,
        clock: &'s mut Clock,
        table: &'s mut Table<G::Move>,
        width: Option<usize>,
    ) -> Minimax<'s, G> {
        Minimax { game, clock, table, width }
    }

    /// The best move, by iterative deepening up to depth `max_depth`; `None` if there are no moves. If the search is
    /// stopped, returns the best move of the last completed depth, or the first move if none was completed.
    pub fn best(&mut self, max_depth: u32) -> Option<Valued<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let mut best = Valued { mv: *moves.first()?, value: 0, depth: 0, is_known: false };
        for depth in 1..=max_depth.min(MAX_DEPTH) {
            let Ok(found) = self.search_root(&moves, best.mv, depth) else { break };
            best = found;
            if best.value.abs() >= won(depth - 1) || self.clock.check().is_err() {
                break;
            }
        }
        Some(best)
    }

    /// The first of the moves that have the highest value. `first`, the best move of the previous depth, is tried
    /// first.
    fn search_root(
        &mut self,
        moves: &[G::Move],
        first: G::Move,
        depth: u32,
    ) -> Result<Valued<G::Move>, Stopped> {
        let tried = self.moves_to_try(moves.to_vec())?;
        let mut order: Vec<usize> = (0..tried.len()).collect();
        order.sort_by_key(|at| tried[*at] != first);
        let mut best: Option<(usize, i64)> = None;
        for at in order {
            // If values are equal, the move that is earlier in the list wins. So it only has to reach the best value,
            // not to exceed it.
            let enough = best.map_or(-BOUND, |(of, value)| if at < of { value - 1 } else { value });
            let value = -self.with_move(tried[at], |search| search.value(depth - 1, -BOUND, -enough))?;
            if value > enough {
                best = Some((at, value));
            }
        }
        let (at, value) = best.expect("some move is tried");
        Ok(Valued { mv: tried[at], value, depth, is_known: false })
    }

    /// The value of the position for the side to move, `depth` moves before the end of the line. If the value is not
    /// between `alpha` and `beta`, the result is a bound on the value, which lies on the same side of the window.
    fn value(&mut self, depth: u32, alpha: i64, beta: i64) -> Result<i64, Stopped> {
        let to_move = self.game.to_move();
        match self.game.outcome()? {
            Some(Outcome::Won(winner)) => {
                return Ok(if winner == to_move { won(depth) } else { -won(depth) });
            }
            Some(Outcome::Drawn) => return Ok(0),
            None => {}
        }
        if depth == 0 {
            return self.evaluation(to_move);
        }
        let key = self.game.key();
        let known = self.table.get(key).copied();
        if let Some(Entry { lower, most, .. }) = known.filter(|entry| entry.depth == depth) {
            if lower >= beta || lower == most {
                return Ok(lower);
            }
            if most <= alpha {
                return Ok(most);
            }
        }
        let own = self.evaluation(to_move)?;
        // Convert the bounds on the value of this position to bounds on the values of its moves.
        let (low, high) = ((alpha - own).div_euclid(2), (beta - own + 1).div_euclid(2));
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let mut moves = self.moves_to_try(moves)?;
        if let Some(at) = known.and_then(|entry| moves.iter().position(|mv| Some(*mv) == entry.best)) {
            moves[..=at].rotate_right(1);
        }
        let (mut most, mut best) = (-BOUND, None);
        for mv in moves {
            let enough = low.max(most);
            let value = -self.with_move(mv, |search| search.value(depth - 1, -high, -enough))?;
            if value > most {
                (most, best) = (value, Some(mv));
            }
            if most >= high {
                break;
            }
        }
        let value = own + 2 * most;
        let (lower, most) = match most {
            most if most >= high => (value, i64::MAX),
            most if most <= low => (i64::MIN, value),
            _ => (value, value),
        };
        self.table.put(key, Entry { depth, lower, most, best });
        Ok(value)
    }

    /// The score of the position for the player.
    fn evaluation(&mut self, player: G::Player) -> Result<i64, Stopped> {
        Ok(self.game.value(player)?.clamp(-WON + 1, WON - 1))
    }

    /// The moves to try. If there are more moves than the maximum width, only the moves that lead to the positions with
    /// the highest scores are tried.
    fn moves_to_try(&mut self, moves: Vec<G::Move>) -> Result<Vec<G::Move>, Stopped> {
        let Some(width) = self.width.filter(|width| *width < moves.len()) else { return Ok(moves) };
        let mut valued = Vec::with_capacity(moves.len());
        for mv in moves {
            let value = -self.with_move(mv, |search| search.value(0, -BOUND, BOUND))?;
            valued.push((mv, value));
        }
        valued.sort_by_key(|(_, value)| -value);
        valued.truncate(width);
        Ok(valued.into_iter().map(|(mv, _)| mv).collect())
    }
}

impl<G: Knowledge> MakeMove for Minimax<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}
