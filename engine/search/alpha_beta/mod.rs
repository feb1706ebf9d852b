//! The best move by alpha-beta, for every game.
//!
//! ```text
//! at the top (`top`)
//!  1. deeper and deeper, by one move a turn; the best move of a turn is tried first in the next one (CITE: Slate and Atkin 1977,
//!     *Chess 4.5*)
//!     (`several` finds more than one move, all at the same depth)
//!  2. each turn looks between bounds close to the value of the turn before, and widens them where it has to (aspiration)
//! in a position (`node`)
//!  3. a game that is over is won, lost or drawn; so is won one in which a rule of the side to move applies, as rules claim
//!     (`standing`)
//!  4. a table says what was found of the position before (`table`; CITE: Greenblatt, Eastlake and Crocker 1967)
//!  5. where the other side threatens by a rule to which the base knows replies, only these are tried; whoever has to stop a win
//!     by the next move, or stands so at the end of a line, is given a move more (CITE: Anantharaman, Campbell and Hsu 1990,
//!     *Singular extensions*)
//!  6. who stands well enough even when passing need not move (null move; CITE: Donninger 1993, *Null move and deep search*)
//!  7. near the end of a line, what is far too good or too bad by the scores is not looked into (`rest`; CITE: Heinz 1998,
//!     *Extended futility pruning*)
//!  8. moves are tried in an order (`ordering`): that of the table, those that were good elsewhere, those that the base prefers
//!  9. the first has the whole window, of the others it is only asked whether they are better (principal variation search; CITE:
//!     Marsland and Campbell 1982, *Parallel search of strongly ordered game trees*)
//! 10. moves that come late are looked at less far, and in wide games some not at all (CITE: Romstad 2006, *An introduction to
//!     late move reductions*)
//! at the end of a line (`rest`)
//! 11. the scores of the base say what the position is worth, once nothing can be taken (CITE: Harris 1975, *The heuristic search
//!     and the game of chess*)
//! on several threads (`threads`)
//! 12. all of them search the same position and share the table (lazy SMP; CITE: Östensen 2016, *A complete chess engine
//!     parallelized using lazy SMP*); a move that another one is looking at is put off (`elsewhere`)
//! ```
//!
//! Beside each value the search keeps whether it is *open*: whether it rests on a score, a pass, a move left out or a repetition, and
//! so could change if the search looked further. A value that is not open is a result of the game. A position whose value is not
//! open is solved, and the search ends; if nobody wins there, it is a draw.
//!
//! A plain search knows neither of rest at the ends nor of what may be left out: it looks at all lines of one length.

mod elsewhere;
mod node;
mod ordering;
mod rest;
pub mod several;
mod standing;
pub mod table;
pub mod threads;
mod top;

use super::descent::Descent;
use super::limits::Clock;
use super::params::{FARTHEST, REDUCTION_FIRST, REDUCTION_PER};
use crate::games::Knowledge;
use ordering::Ordering;
use table::Table;

/// What a position that is won now is worth; one that is won later is worth so many less as moves are made until then.
pub const WON: i64 = 10_000_000;

/// What a drawn game is worth.
pub const DRAWN: i64 = 0;

/// Values above this are wins, and below its negative losses. Scores that add up to more count as this much.
pub const DECIDED: i64 = WON - 1000;

/// A move and what it is worth for the side that makes it, as far as was looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued<M> {
    /// The move.
    pub mv: M,
    /// Its value; see [`WON`].
    pub value: i64,
    /// How many moves the search looked ahead.
    pub depth: u32,
    /// Whether the result of the game after the move is known: looking further ahead cannot change it.
    pub is_known: bool,
}

/// What a search has found so far, at the end of a turn or where it found a better move.
#[derive(Clone, Debug)]
pub struct Thought<'t, M> {
    /// The best move.
    pub best: Valued<M>,
    /// The best line, the move itself in front.
    pub line: &'t [M],
    /// How many positions were examined.
    pub positions: u64,
}

/// Who is shown each position in which the scores are asked.
pub type AtEnds<'l, G> = dyn FnMut(&G) + 'l;

/// Who is told what a search finds.
pub type Listener<'l, M> = dyn FnMut(&Thought<'_, M>) + 'l;

/// A search.
pub struct AlphaBeta<'s, G: Knowledge> {
    game: &'s mut G,
    levels: u32,
    clock: &'s mut Clock,
    table: &'s Table<G::Move>,
    ordering: Ordering<G::Move>,
    /// Every line is looked at equally far.
    is_plain: bool,
    /// Moves are valued, not chosen: a move that is the only one is searched as any other, and a draw is worth [`DRAWN`].
    is_valuing: bool,
    /// In the first turn it looks so many moves ahead. A search that helps another one on its thread begins deeper, and leaves the
    /// table's count of searches alone.
    first_depth: Option<u32>,
    /// What somebody prefers at the top, by the order of the moves that are tried.
    preferred: Option<Vec<i64>>,
    /// Who is told what was found.
    listener: Option<&'s mut Listener<'s, G::Move>>,
    /// Who is shown the positions in which the scores are asked.
    at_ends: Option<&'s mut AtEnds<'s, G>>,
    /// By distance from the top, the line that was found to be best from there on.
    lines: Vec<Vec<G::Move>>,
    /// No line of this turn goes beyond so many moves.
    farthest: u32,
    /// Whether the value that was returned last depends on how far the search looked, and not only on how games end.
    is_open: bool,
    reductions: Reductions,
}

impl<'s, G: Knowledge> AlphaBeta<'s, G> {
    /// A search in this position, with the rules up to a level.
    pub fn new(
        game: &'s mut G,
        levels: u32,
        clock: &'s mut Clock,
        table: &'s Table<G::Move>,
    ) -> AlphaBeta<'s, G> {
        AlphaBeta {
            game,
            levels,
            clock,
            table,
            ordering: Ordering::new(),
            is_plain: false,
            is_valuing: false,
            first_depth: None,
            preferred: None,
            listener: None,
            at_ends: None,
            lines: vec![Vec::new(); FARTHEST as usize + 2],
            farthest: FARTHEST,
            is_open: false,
            reductions: Reductions::new(),
        }
    }

    /// The same, but that every line is looked at equally far.
    #[must_use]
    pub fn plain(self) -> AlphaBeta<'s, G> {
        AlphaBeta { is_plain: true, ..self }
    }

    /// The same search for the values of moves, not for a move to play: a move that is the only one is searched as any other, and a
    /// draw is worth [`DRAWN`].
    #[must_use]
    pub fn valuing(self) -> AlphaBeta<'s, G> {
        AlphaBeta { is_valuing: true, ..self }
    }

    /// The same, but that it helps another search of the position, and looks so far ahead in its first turn.
    #[must_use]
    fn helping(self, first_depth: u32) -> AlphaBeta<'s, G> {
        AlphaBeta { first_depth: Some(first_depth), ..self }
    }

    /// The same, but that at the top these preferences are added to what moves are worth, one for each of those that are tried.
    #[must_use]
    pub fn preferring(self, preferred: Vec<i64>) -> AlphaBeta<'s, G> {
        AlphaBeta { preferred: Some(preferred), ..self }
    }

    /// The same, which tells somebody what it has found.
    #[must_use]
    pub fn telling(self, listener: &'s mut Listener<'s, G::Move>) -> AlphaBeta<'s, G> {
        AlphaBeta { listener: Some(listener), ..self }
    }

    /// The same, which shows somebody each position in which it asks the scores.
    #[must_use]
    pub fn showing_ends(self, at_ends: &'s mut AtEnds<'s, G>) -> AlphaBeta<'s, G> {
        AlphaBeta { at_ends: Some(at_ends), ..self }
    }
}

impl<G: Knowledge> Descent for AlphaBeta<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}

/// By how many moves less far a late move is looked at.
struct Reductions {
    /// By the depth and the number of the move.
    by_depth: Vec<[i32; Reductions::MOST]>,
}

impl Reductions {
    /// What comes later, and is deeper, is reduced as this.
    const MOST: usize = 64;

    fn new() -> Reductions {
        let of = |depth: usize, number: usize| {
            let [depth, number] = [depth, number].map(|count| (count.max(1) as f64).ln());
            (REDUCTION_FIRST + depth * number / REDUCTION_PER) as i32
        };
        let row = |depth| std::array::from_fn(|number| of(depth, number));
        Reductions { by_depth: (0..Reductions::MOST).map(row).collect() }
    }

    /// That of the move of this number in their order.
    fn of(&self, depth: i32, number: usize) -> i32 {
        let depth = depth.clamp(0, Reductions::MOST as i32 - 1) as usize;
        self.by_depth[depth][number.min(Reductions::MOST - 1)]
    }
}
