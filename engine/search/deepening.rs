//! The best move by alpha-beta over all moves, deeper and deeper, with a table of positions.
//!
//! ```text
//! 1. a game that is over is won, lost or drawn; so is won one in which a rule of the side to move applies, as rules claim
//! 2. at the end of a line the scores of the base say what the position is worth, once nothing can be taken (`quiescence`)
//! 3. the move that was best last is tried first, then those that were good elsewhere and those that the base prefers
//!    (`ordering`)
//! 4. of the others it is only asked whether they are better than the first; one that is gets its value
//! 5. moves that come late are looked at less far at first (`LATE`)
//! 6. shortly before the end of a line, what is far too good or too bad by the scores is not looked into (`quiescence`)
//! 7. at the top a move is worth what was found and what the base prefers in it; the only one is made at once
//! ```
//!
//! [`super::positional`] tries the best few moves of a game that has hundreds. This search leaves no move out: where a game has
//! few, or ends soon, it is exact. A plain one knows neither of rest at the ends (2) nor of what may be left out (5, 6): it looks
//! at all lines of one length.

use super::descent::Descent;
use super::limits::{Clock, Stopped};
use super::memory::Memory;
use super::ordering::Ordering;
use super::params::{DEEPENING_MOST, DRAWN_LESS, LATE, WHOLE_STAKE};
use super::positional::{DECIDED, DRAWN, Valued, WON};
use crate::bases::asked::NEXT_MOVE;
use crate::games::{Knowledge, Outcome};

/// A search.
pub struct Deepening<'s, G: Knowledge> {
    pub(super) game: &'s mut G,
    levels: u32,
    clock: &'s mut Clock,
    table: &'s mut Table<G::Move>,
    ordering: Ordering<G::Move>,
    /// Every line is looked at equally far.
    pub(super) is_plain: bool,
    /// What somebody prefers at the top, by the order of the game's moves, in the place of what the base prefers there.
    preferred: Option<Vec<i64>>,
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

/// Between which bounds a value is wanted.
#[derive(Clone, Copy)]
struct Window {
    alpha: i64,
    beta: i64,
}

/// What was found of the moves of a position that were tried.
struct Found<M> {
    best: i64,
    mv: Option<M>,
    /// Between which bounds a move has to be worth to be better.
    window: Window,
}

impl<'s, G: Knowledge> Deepening<'s, G> {
    /// A search in this position, with the rules up to a level.
    pub fn new(
        game: &'s mut G,
        levels: u32,
        clock: &'s mut Clock,
        table: &'s mut Table<G::Move>,
    ) -> Deepening<'s, G> {
        Deepening { game, levels, clock, table, ordering: Ordering::new(), is_plain: false, preferred: None }
    }

    /// The same, but that every line is looked at equally far.
    #[must_use]
    pub fn plain(self) -> Deepening<'s, G> {
        Deepening { is_plain: true, ..self }
    }

    /// The same, but that at the top these preferences count, one for each move of the game, and not those of the base.
    #[must_use]
    pub fn preferring(self, preferred: Vec<i64>) -> Deepening<'s, G> {
        Deepening { preferred: Some(preferred), ..self }
    }

    /// The best move, as far as the search came; nothing where there is none. Where it has not come as far as a value, the
    /// first of those that the base prefers.
    pub fn best(&mut self, deepest: u32) -> Option<Valued<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let preferred = match self.preferred.take() {
            Some(preferred) => preferred,
            None => self.game.preferences(&moves).unwrap_or_else(|_| vec![0; moves.len()]),
        };
        let mut moves: Vec<(G::Move, i64)> = moves.into_iter().zip(preferred).collect();
        moves.sort_by_key(|(_, preferred)| -preferred);
        let (mv, _) = *moves.first()?;
        let mut best = Valued { mv, value: DRAWN, depth: 0 };
        for depth in 1..=deepest.min(DEEPENING_MOST) {
            let Some(found) = self.top(&moves, depth) else { break };
            best = found;
            let at = moves.iter().position(|(mv, _)| *mv == found.mv).unwrap_or(0);
            moves[..=at].rotate_right(1);
            let is_known = found.value.abs() > DECIDED || !self.is_plain && moves.len() == 1;
            if is_known || self.clock.look().is_err() {
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
            let alpha = best.map_or(-WON - 1, |best| best.value - preferred);
            let window = Window { alpha, beta: WON + 1 };
            let Ok(value) = self.after(mv, |search| search.compared(best.is_none(), depth, window, 0)) else {
                return best;
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

    /// What the move just made is worth for the side that made it, so many moves before the end of the line and so many behind
    /// the top. Unless it is the first one, it is asked first whether it is better than those before it.
    fn compared(&mut self, is_first: bool, depth: u32, window: Window, at: u32) -> Result<i64, Stopped> {
        let Window { alpha, beta } = window;
        if !is_first && alpha + 1 < beta {
            let value = -self.value(depth - 1, -alpha - 1, -alpha, at + 1)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.value(depth - 1, -beta, -alpha, at + 1)?)
    }

    /// What the position is worth for the side to move where that is decided: the game is over.
    pub(super) fn decided(&mut self, at: u32) -> Result<Option<i64>, Stopped> {
        let to_move = self.game.to_move();
        Ok(self.game.outcome()?.map(|outcome| match outcome {
            Outcome::Won(winner) if winner == to_move => WON - i64::from(at),
            Outcome::Won(_) => i64::from(at) - WON,
            Outcome::Drawn => self.drawn(at),
        }))
    }

    /// What a draw is worth for the side to move. Whoever is to move at the top would rather play on, where that risks little.
    fn drawn(&self, at: u32) -> i64 {
        let less = if self.is_plain { 0 } else { self.game.stake().unwrap_or(0) * DRAWN_LESS / WHOLE_STAKE };
        DRAWN + if at.is_multiple_of(2) { -less } else { less }
    }

    /// What the position is worth for the side to move, between the bounds. `at` is how many moves were made to it.
    pub(super) fn value(
        &mut self,
        depth: u32,
        mut alpha: i64,
        mut beta: i64,
        at: u32,
    ) -> Result<i64, Stopped> {
        if let Some(value) = self.decided(at)? {
            return Ok(value);
        }
        let to_move = self.game.to_move();
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
            return self.at_rest(alpha, beta, at);
        }
        if let Some(value) = self.foreseen(depth, alpha, beta)? {
            return Ok(value);
        }
        let mut found = Found { best: -WON - 1, mv: None, window: Window { alpha, beta } };
        // Where the move that was best before is too good again nobody asks for the others.
        let before = known.and_then(|entry| entry.best);
        let is_enough = before.map_or(Ok(false), |mv| self.tried(mv, 0, depth, &mut found, at))?;
        if !is_enough {
            let moves = self.ordered(before, at)?;
            for (number, mv) in moves.into_iter().enumerate().skip(usize::from(before.is_some())) {
                if self.tried(mv, number, depth, &mut found, at)? {
                    break;
                }
            }
        }
        let bound = match found.best {
            best if best >= beta => Bound::AtLeast,
            best if best <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.put(key, Entry { depth, value: to_there(found.best, at), bound, best: found.mv });
        Ok(found.best)
    }

    /// Tries the move of this number in their order, and keeps what it is worth if that is the best so far; whether the other side
    /// would not let it come to that.
    fn tried(
        &mut self,
        mv: G::Move,
        number: usize,
        depth: u32,
        found: &mut Found<G::Move>,
        at: u32,
    ) -> Result<bool, Stopped> {
        let value = self.worth(mv, number, depth, found.window, at)?;
        if value > found.best {
            (found.best, found.mv) = (value, Some(mv));
        }
        found.window.alpha = found.window.alpha.max(value);
        let is_too_good = found.window.alpha >= found.window.beta;
        if is_too_good {
            self.ordering.was_too_good(mv, at, depth);
        }
        Ok(is_too_good)
    }

    /// What the move of this number in their order is worth. One that comes late is looked at less far, and again as far as the
    /// others if it seems better than they are.
    fn worth(
        &mut self,
        mv: G::Move,
        number: usize,
        depth: u32,
        window: Window,
        at: u32,
    ) -> Result<i64, Stopped> {
        let reduced = self.reduced(mv, number, depth, at);
        self.after(mv, |search| {
            if reduced > 0 {
                let value = -search.value(depth - 1 - reduced, -window.alpha - 1, -window.alpha, at + 1)?;
                if value <= window.alpha {
                    return Ok(value);
                }
            }
            search.compared(number == 0, depth, window, at)
        })
    }

    /// By how many moves less a move is looked at that comes late.
    fn reduced(&self, mv: G::Move, number: usize, depth: u32, at: u32) -> u32 {
        if self.is_plain || self.game.takes(mv) || self.ordering.is_killer(mv, at) {
            return 0;
        }
        let is_late = |(from, least): (usize, u32)| number >= from && depth >= least;
        LATE.into_iter().filter(|late| is_late(*late)).count() as u32
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

    /// All moves in the order in which they are tried.
    fn ordered(&mut self, first: Option<G::Move>, at: u32) -> Result<Vec<G::Move>, Stopped> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.len() < 2 {
            return Ok(moves);
        }
        let preferred = self.game.preferences(&moves)?;
        let ordering = &self.ordering;
        let promise = |(mv, preferred): (G::Move, i64)| {
            (Some(mv) == first, ordering.is_killer(mv, at), preferred, ordering.achieved(mv))
        };
        let mut ordered: Vec<_> =
            moves.into_iter().zip(preferred).map(|each| (promise(each), each.0)).collect();
        ordered.sort_by(|(one, _), (other, _)| other.cmp(one));
        Ok(ordered.into_iter().map(|(_, mv)| mv).collect())
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
