//! Minimax in which every position on the way counts, as the source document on checkers has it.
//!
//! ```text
//! 1. at the end of a line the scores of the base say what the position is worth
//! 2. a value that is handed up is doubled, and what the position is worth to which it is handed is added: whoever can have
//!    something at once does not put it off
//! 3. of moves that are worth the same the first one is played
//! 4. a game that is over counts as if it stood so for the rest of the line
//! ```
//!
//! Alpha-beta and a table find the same moves as looking at every line would. With a width only that many moves of a position are
//! looked at: those after which it is worth most.

use super::alpha_beta::Valued;
use super::descent::Descent;
use super::limits::{Clock, Stopped};
use super::memory::Memory;
use crate::games::{Knowledge, Outcome};

/// A game that is won is worth this to the winner, and more than anything that scores say.
const WON: i64 = 1 << 24;

/// More than any value, and doubled still a number.
const BOUND: i64 = i64::MAX / 4;

/// So many moves are looked ahead at most: a value is doubled with each.
pub const DEEPEST: u32 = 32;

/// What a game that is over is worth to its winner, so many moves before the end of the line.
pub const fn won(depth: u32) -> i64 {
    WON * ((1 << (depth + 1)) - 1)
}

/// What was found of positions, to be kept from move to move of a game.
pub type Table<M> = Memory<Entry<M>>;

/// What was found of a position, so many moves before the end of a line.
#[derive(Clone, Copy)]
pub struct Entry<M> {
    depth: u32,
    least: i64,
    most: i64,
    best: Option<M>,
}

/// A search.
pub struct Minimax<'s, G: Knowledge> {
    game: &'s mut G,
    clock: &'s mut Clock,
    table: &'s mut Table<G::Move>,
    /// So many moves of a position are looked at; all without it.
    width: Option<usize>,
}

impl<'s, G: Knowledge> Minimax<'s, G> {
    /// A search in this position.
    pub fn new(
        game: &'s mut G,
        clock: &'s mut Clock,
        table: &'s mut Table<G::Move>,
        width: Option<usize>,
    ) -> Minimax<'s, G> {
        Minimax { game, clock, table, width }
    }

    /// The best move so many moves ahead; nothing where there is none. The search looks one move ahead, then two, and so on; where
    /// it is stopped, the best of the last depth that it came through counts, and the first move where it came through none.
    pub fn best(&mut self, deepest: u32) -> Option<Valued<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let mut best = Valued { mv: *moves.first()?, value: 0, depth: 0, is_known: false };
        for depth in 1..=deepest.min(DEEPEST) {
            let Ok(found) = self.top(&moves, best.mv, depth) else { break };
            best = found;
            if best.value.abs() >= won(depth - 1) || self.clock.look().is_err() {
                break;
            }
        }
        Some(best)
    }

    /// The first of the moves that are worth most. The one that was best before is tried first.
    fn top(&mut self, moves: &[G::Move], first: G::Move, depth: u32) -> Result<Valued<G::Move>, Stopped> {
        let tried = self.chosen(moves.to_vec())?;
        let mut order: Vec<usize> = (0..tried.len()).collect();
        order.sort_by_key(|at| tried[*at] != first);
        let mut best: Option<(usize, i64)> = None;
        for at in order {
            // One that comes before the best need only be worth as much.
            let enough = best.map_or(-BOUND, |(of, value)| if at < of { value - 1 } else { value });
            let value = -self.after(tried[at], |search| search.value(depth - 1, -BOUND, -enough))?;
            if value > enough {
                best = Some((at, value));
            }
        }
        let (at, value) = best.expect("some move is tried");
        Ok(Valued { mv: tried[at], value, depth, is_known: false })
    }

    /// What the position is worth to the side to move, so many moves before the end of the line; between the bounds exactly, and
    /// otherwise on the right side of them.
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
            return self.worth(to_move);
        }
        let key = self.game.key();
        let known = self.table.get(key).copied();
        if let Some(Entry { least, most, .. }) = known.filter(|entry| entry.depth == depth) {
            if least >= beta || least == most {
                return Ok(least);
            }
            if most <= alpha {
                return Ok(most);
            }
        }
        let own = self.worth(to_move)?;
        // What the moves have to be worth for the position to be worth what is wanted.
        let (low, high) = ((alpha - own).div_euclid(2), (beta - own + 1).div_euclid(2));
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let mut moves = self.chosen(moves)?;
        if let Some(at) = known.and_then(|entry| moves.iter().position(|mv| Some(*mv) == entry.best)) {
            moves[..=at].rotate_right(1);
        }
        let (mut most, mut best) = (-BOUND, None);
        for mv in moves {
            let enough = low.max(most);
            let value = -self.after(mv, |search| search.value(depth - 1, -high, -enough))?;
            if value > most {
                (most, best) = (value, Some(mv));
            }
            if most >= high {
                break;
            }
        }
        let value = own + 2 * most;
        let (least, most) = match most {
            most if most >= high => (value, i64::MAX),
            most if most <= low => (i64::MIN, value),
            _ => (value, value),
        };
        self.table.put(key, Entry { depth, least, most, best });
        Ok(value)
    }

    /// What the scores say of the position.
    fn worth(&mut self, player: G::Player) -> Result<i64, Stopped> {
        Ok(self.game.value(player)?.clamp(-WON + 1, WON - 1))
    }

    /// The moves that are looked at: those after which the position is worth most, where not all of them are.
    fn chosen(&mut self, moves: Vec<G::Move>) -> Result<Vec<G::Move>, Stopped> {
        let Some(width) = self.width.filter(|width| *width < moves.len()) else { return Ok(moves) };
        let mut valued = Vec::with_capacity(moves.len());
        for mv in moves {
            let value = -self.after(mv, |search| search.value(0, -BOUND, BOUND))?;
            valued.push((mv, value));
        }
        valued.sort_by_key(|(_, value)| -value);
        valued.truncate(width);
        Ok(valued.into_iter().map(|(mv, _)| mv).collect())
    }
}

impl<G: Knowledge> Descent for Minimax<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}
