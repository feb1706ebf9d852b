//! The best move where nothing can be proved: alpha-beta over all moves, with the scores of the base at the ends
//! (thesis, section 4.1).
//!
//! ```text
//! 1. a game that is over is won or lost; so is one in which a rule of the side to move applies, as rules claim
//! 2. where the other side threatens by a rule to which the base knows replies, only these are tried
//! 3. moves are ordered by the value of the position after each, and below the first move only the best few are tried
//! 4. the move that was best last at this depth is first
//! ```
//!
//! The depth grows by one until the search has to stop.

use super::descent::Descent;
use super::limits::{Clock, Stopped};
use super::params::POSITIONAL_WIDTH;
use crate::bases::asked::NEXT_MOVE;
use crate::games::{Knowledge, Outcome};

/// What a position that is won now is worth; one that is won later is worth so many less as moves are made until then.
pub const WON: i64 = 10_000_000;

/// What a drawn game is worth.
pub const DRAWN: i64 = 0;

/// Values above this are wins, and below its negative losses.
pub const DECIDED: i64 = WON - 1000;

/// An alpha-beta search.
pub struct Positional<'s, G: Knowledge> {
    game: &'s mut G,
    levels: u32,
    clock: &'s mut Clock,
    killers: Vec<Option<G::Move>>,
}

/// A move and what it is worth for the side that makes it, as far as was looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued<M> {
    /// The move.
    pub mv: M,
    /// Its value; see [`WON`].
    pub value: i64,
    /// How many moves the search looked ahead.
    pub depth: u32,
}

impl<'s, G: Knowledge> Positional<'s, G> {
    /// A search in this position, with the rules up to a level.
    pub fn new(game: &'s mut G, levels: u32, clock: &'s mut Clock) -> Positional<'s, G> {
        Positional { game, levels, clock, killers: Vec::new() }
    }

    /// The best of these moves of the side to move, up to a depth, or as far as it came; nothing where it did not come
    /// as far as a value for the first of them, or where there is none.
    pub fn best(&mut self, among: &[G::Move], deepest: u32) -> Option<Valued<G::Move>> {
        let mut moves = among.to_vec();
        let mut best = None;
        if self.order(&mut moves, 0, usize::MAX).is_err() {
            return None;
        }
        for depth in 1..=deepest {
            let (mut alpha, mut reached) = (-i64::MAX, None);
            for &mv in &moves {
                match self.after(mv, |search| search.value(depth - 1, -i64::MAX, -alpha, 1)) {
                    Ok(value) if -value > alpha || reached.is_none() => {
                        alpha = -value;
                        reached = Some(Valued { mv, value: alpha, depth });
                    }
                    Ok(_) => {}
                    // What is best so far of a depth is worth something: the best of the last one was tried first.
                    Err(_) => return reached.or(best),
                }
            }
            best = reached.or(best);
            let found = best?;
            if found.value.abs() > DECIDED {
                break;
            }
            if let Some(at) = moves.iter().position(|mv| *mv == found.mv) {
                moves[..=at].rotate_right(1);
            }
        }
        best
    }

    /// What the position is worth for the side to move, between the bounds.
    fn value(&mut self, depth: u32, mut alpha: i64, beta: i64, at: u32) -> Result<i64, Stopped> {
        let to_move = self.game.to_move();
        match self.game.outcome()? {
            Some(Outcome::Won(winner)) => {
                let value = WON - i64::from(at);
                return Ok(if winner == to_move { value } else { -value });
            }
            Some(Outcome::Drawn) => return Ok(DRAWN),
            None => {}
        }
        let threat = self.game.claim(G::opponent(to_move), NEXT_MOVE..=NEXT_MOVE, |_| true)?;
        let highest = if threat.is_some() { NEXT_MOVE } else { self.levels };
        if let Some(claim) = self.game.claim(to_move, NEXT_MOVE..=highest, |_| true)? {
            return Ok(WON - i64::from(at + claim.level));
        }
        if depth == 0 {
            return Ok(self.game.value(to_move)?);
        }
        let mut moves = Vec::new();
        self.game.replies(&mut moves)?;
        if moves.is_empty() {
            self.game.moves(&mut moves);
        }
        self.order(&mut moves, at, POSITIONAL_WIDTH)?;
        let mut best = -i64::MAX;
        for mv in moves {
            let value = -self.after(mv, |search| search.value(depth - 1, -beta, -alpha, at + 1))?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                self.remember(mv, at);
                break;
            }
        }
        // Whoever cannot move in a game that goes on has not lost by any rule.
        Ok(if best == -i64::MAX { DRAWN } else { best })
    }

    /// Puts the most valuable moves first and leaves out all but so many; the one that was best last at this depth is
    /// first.
    fn order(&mut self, moves: &mut Vec<G::Move>, at: u32, most: usize) -> Result<(), Stopped> {
        let color = self.game.to_move();
        let killer = self.killers.get(at as usize).copied().flatten();
        let mut valued = Vec::with_capacity(moves.len());
        for &mv in &*moves {
            let value = self.after(mv, |search| Ok(search.game.value(color)?))?;
            valued.push((killer != Some(mv), -value, mv));
        }
        // Moves of equal value stay in the order of the game.
        valued.sort_by_key(|&(no_killer, value, _)| (no_killer, value));
        valued.truncate(most);
        *moves = valued.into_iter().map(|(_, _, mv)| mv).collect();
        Ok(())
    }

    fn remember(&mut self, mv: G::Move, at: u32) {
        let at = at as usize;
        if self.killers.len() <= at {
            self.killers.resize(at + 1, None);
        }
        self.killers[at] = Some(mv);
    }
}

impl<G: Knowledge> Descent for Positional<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}
