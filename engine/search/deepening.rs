//! The best move by alpha-beta over all moves, deeper and deeper, with a table of positions.
//!
//! ```text
//! 1. a game that is over is won, lost or drawn; so is won one in which a rule of the side to move applies, as rules claim
//! 2. at the end of a line the scores of the base say what the position is worth
//! 3. the move that was best last is tried first, then those that the base prefers
//! 4. at the top a move is worth what was found and what the base prefers in it
//! ```
//!
//! [`super::positional`] tries the best few moves of a game that has hundreds. This search leaves no move out: where a game has
//! few, or ends soon, it is exact.

use super::descent::Descent;
use super::limits::{Clock, Stopped};
use super::memory::Memory;
use super::params::DEEPENING_MOST;
use super::positional::{DECIDED, DRAWN, Valued, WON};
use crate::bases::asked::NEXT_MOVE;
use crate::games::{Knowledge, Outcome};

/// A search.
pub struct Deepening<'s, G: Knowledge> {
    game: &'s mut G,
    levels: u32,
    clock: &'s mut Clock,
    table: &'s mut Table<G::Move>,
}

/// What was found of positions, to be kept from move to move of a game.
pub type Table<M> = Memory<Entry<M>>;

/// What was found of a position.
#[derive(Clone, Copy)]
pub struct Entry<M> {
    depth: u32,
    /// From the position on: a win counts from it and not from the top.
    value: i64,
    bound: Bound,
    best: Option<M>,
}

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl<'s, G: Knowledge> Deepening<'s, G> {
    /// A search in this position, with the rules up to a level.
    pub fn new(
        game: &'s mut G,
        levels: u32,
        clock: &'s mut Clock,
        table: &'s mut Table<G::Move>,
    ) -> Deepening<'s, G> {
        Deepening { game, levels, clock, table }
    }

    /// The best move, as far as the search came; nothing where there is none. Where it has not come as far as a value, the
    /// first of those that the base prefers.
    pub fn best(&mut self, deepest: u32) -> Option<Valued<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let preferred = self.game.preferences(&moves).unwrap_or_else(|_| vec![0; moves.len()]);
        let mut moves: Vec<(G::Move, i64)> = moves.into_iter().zip(preferred).collect();
        moves.sort_by_key(|(_, preferred)| -preferred);
        let (mv, _) = *moves.first()?;
        let mut best = Valued { mv, value: DRAWN, depth: 0 };
        for depth in 1..=deepest.min(DEEPENING_MOST) {
            let Some(found) = self.top(&moves, depth) else { break };
            best = found;
            let at = moves.iter().position(|(mv, _)| *mv == found.mv).unwrap_or(0);
            moves[..=at].rotate_right(1);
            if found.value.abs() > DECIDED || self.clock.look().is_err() {
                break;
            }
        }
        Some(best)
    }

    /// The best of all moves at one depth. Where the search stops on the way, the best so far is worth something: the best of
    /// the depth before was tried first.
    fn top(&mut self, moves: &[(G::Move, i64)], depth: u32) -> Option<Valued<G::Move>> {
        let mut best: Option<Valued<G::Move>> = None;
        for &(mv, preferred) in moves {
            let least = best.map_or(-WON - 1, |best| best.value - preferred);
            let value = match self.after(mv, |search| search.value(depth - 1, -WON - 1, -least, 1)) {
                Ok(value) => -value,
                Err(_) => return best,
            };
            // What is decided is not made better or worse by what somebody prefers.
            let value =
                if value.abs() > DECIDED { value } else { (value + preferred).clamp(-DECIDED, DECIDED) };
            if best.is_none_or(|best| value > best.value) {
                best = Some(Valued { mv, value, depth });
            }
        }
        best
    }

    /// What the position is worth for the side to move, between the bounds. `at` is how many moves were made to it.
    fn value(&mut self, depth: u32, mut alpha: i64, mut beta: i64, at: u32) -> Result<i64, Stopped> {
        let to_move = self.game.to_move();
        match self.game.outcome()? {
            Some(Outcome::Won(winner)) => {
                let value = WON - i64::from(at);
                return Ok(if winner == to_move { value } else { -value });
            }
            Some(Outcome::Drawn) => return Ok(DRAWN),
            None => {}
        }
        let key = self.game.key();
        let known = self.table.get(key).copied();
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let value = from_here(entry.value, at);
            match entry.bound {
                Bound::Exact => return Ok(value),
                Bound::AtLeast => alpha = alpha.max(value),
                Bound::AtMost => beta = beta.min(value),
            }
            if alpha >= beta {
                return Ok(value);
            }
        }
        if let Some(plies) = self.claimed(to_move, depth)? {
            return Ok(WON - i64::from(at + plies));
        }
        if depth == 0 {
            return Ok(self.game.value(to_move)?.clamp(-DECIDED, DECIDED));
        }
        let moves = self.ordered(known.and_then(|entry| entry.best))?;
        let (mut best, mut best_move, first) = (-WON - 1, None, alpha);
        for mv in moves {
            let value = -self.after(mv, |search| search.value(depth - 1, -beta, -alpha, at + 1))?;
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= first => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.put(key, Entry { depth, value: to_there(best, at), bound, best: best_move });
        Ok(best)
    }

    /// Within how many moves a rule says that the side to move wins, with so many moves still to be looked ahead. Where the
    /// other side threatens to win by its next move, only rules for the next move are asked. Others take long and are not
    /// asked at the very ends, of which there are most, nor where the search looks as far itself.
    fn claimed(&mut self, to_move: G::Player, depth: u32) -> Result<Option<u32>, Stopped> {
        if self.levels < NEXT_MOVE {
            return Ok(None);
        }
        if let Some(claim) = self.game.claim(to_move, NEXT_MOVE..=NEXT_MOVE, |_| true)? {
            return Ok(Some(claim.level));
        }
        let lowest = (depth + 1).max(NEXT_MOVE + 1);
        if depth == 0 || lowest > self.levels {
            return Ok(None);
        }
        let threat = self.game.claim(G::opponent(to_move), NEXT_MOVE..=NEXT_MOVE, |_| true)?;
        if threat.is_some() {
            return Ok(None);
        }
        Ok(self.game.claim(to_move, lowest..=self.levels, |_| true)?.map(|claim| claim.level))
    }

    /// All moves: the one that was best here before, then those that the base prefers.
    fn ordered(&mut self, first: Option<G::Move>) -> Result<Vec<G::Move>, Stopped> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let preferred = self.game.preferences(&moves)?;
        let mut ordered: Vec<(G::Move, i64)> = moves.into_iter().zip(preferred).collect();
        ordered.sort_by_key(|(mv, preferred)| (Some(*mv) != first, -preferred));
        Ok(ordered.into_iter().map(|(mv, _)| mv).collect())
    }
}

/// A value of the table as one at this distance from the top.
fn from_here(value: i64, at: u32) -> i64 {
    if value.abs() > DECIDED { value - value.signum() * i64::from(at) } else { value }
}

/// A value at this distance from the top as one of the table.
fn to_there(value: i64, at: u32) -> i64 {
    if value.abs() > DECIDED { value + value.signum() * i64::from(at) } else { value }
}

impl<G: Knowledge> Descent for Deepening<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}
