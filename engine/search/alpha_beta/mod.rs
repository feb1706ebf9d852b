//! Alpha-beta search for the best move, in any game.
//!
//! ```text
//! at the root (`root`)
//!  1. iterative deepening; the best move of an iteration is tried first in the next one (CITE: Slate and Atkin 1977,
//!     *Chess 4.5*)
//!     (`multi_pv` finds more than one move, all at the same depth)
//!  2. aspiration windows: each iteration starts with a narrow window around the value of the previous one, and widens
//!     it if necessary
//! at a node (`node`)
//!  3. a game that is over is won, lost or drawn; a position in which a rule of the side to move applies counts as won
//!     (`rule_verdict`)
//!  4. transposition table (`table`; CITE: Greenblatt, Eastlake and Crocker 1967)
//!  5. if the opponent threatens to win by a rule to which the base knows replies, only these are tried; if the threat
//!     is to win with the next move, or at the end of a line, the depth is extended by one move (CITE: Anantharaman,
//!     Campbell and Hsu 1990, *Singular extensions*)
//!  6. null-move pruning (CITE: Donninger 1993, *Null move and deep search*)
//!  7. futility pruning: near the end of a line, positions that are far too good or too bad by the scores are not
//!     searched (`quiescence`; CITE: Heinz 1998, *Extended futility pruning*)
//!  8. move ordering (`ordering`): the move from the table, moves that were good elsewhere, moves that the base prefers
//!  9. principal variation search: the first move is searched with the whole window, the others with a null window
//!     (CITE: Marsland and Campbell 1982, *Parallel search of strongly ordered game trees*)
//! 10. late moves are searched less deep, and in wide games some are pruned (CITE: Romstad 2006, *An introduction to
//!     late move reductions*)
//! at the end of a line (`quiescence`)
//! 11. quiescence search: the scores of the base value a position once no capture is possible (CITE: Harris 1975, *The
//!     heuristic search and the game of chess*)
//! on several threads (`threads`)
//! 12. all threads search the same position and share the table (lazy SMP; CITE: Östensen 2016, *A complete chess
//!     engine parallelized using lazy SMP*); moves that another thread is searching are deferred (`abdada`)
//! ```
//!
//! With each value, the search tracks whether the value is *heuristic*. A heuristic value depends on a score, a null
//! move, a pruned move or a repetition, so a deeper search could change it. A value that is not heuristic is a result
//! of the game. When the value of the root is not heuristic, the position is solved and the search ends. If neither
//! side wins, the position is a draw.
//!
//! A full-width search uses neither quiescence search nor pruning: it searches all lines to the same length.

mod abdada;
pub mod multi_pv;
mod node;
mod ordering;
mod quiescence;
mod root;
mod rule_verdict;
pub mod table;
pub mod threads;

use super::limits::Clock;
use super::make_move::MakeMove;
use super::params::{LMR_BASE, LMR_DIVISOR, MAX_PLY};
use crate::games::Knowledge;
use ordering::MoveOrdering;
use table::Table;

/// Value of a position that is already won. The value of a later win is lower by one for each move until the win.
pub const WON: i64 = 10_000_000;

/// Value of a drawn game.
pub const DRAWN: i64 = 0;

/// Maximum absolute value of a position that is not decided. Higher values are wins, and values below `-DECIDED` are
/// losses. Sums of scores are clamped to the range between the two.
pub const DECIDED: i64 = WON - 1000;

/// A move with its value for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued<M> {
    /// The move that is valued.
    pub mv: M,
    /// The value for the side that makes the move; see [`WON`].
    pub value: i64,
    /// The depth of the search, in moves.
    pub depth: u32,
    /// Whether the result of the game after the move is known. A deeper search cannot change a known result.
    pub is_known: bool,
}

/// An interim result of a search, reported after each iteration and whenever a better move is found.
#[derive(Clone, Debug)]
pub struct InterimResult<'t, M> {
    /// The best move so far.
    pub best: Valued<M>,
    /// The best line of moves, beginning with the best move.
    pub line: &'t [M],
    /// The number of positions examined.
    pub positions: u64,
}

/// A callback that receives each position in which the scores are evaluated.
pub type EvaluationListener<'l, G> = dyn FnMut(&G) + 'l;

/// A callback that receives the interim results of a search.
pub type Listener<'l, M> = dyn FnMut(&InterimResult<'_, M>) + 'l;

/// An alpha-beta search in one position.
pub struct AlphaBeta<'s, G: Knowledge> {
    game: &'s mut G,
    levels: u32,
    clock: &'s mut Clock,
    table: &'s Table<G::Move>,
    ordering: MoveOrdering<G::Move>,
    /// Set for a full-width search, in which all lines have the same length.
    is_full_width: bool,
    /// Set to value moves instead of choosing one. A single legal move is then searched like any other, and a draw is
    /// worth [`DRAWN`].
    is_valuing: bool,
    /// The depth of the first iteration in a search on a helper thread; `None` in other searches. A helper does not
    /// advance the age of the table.
    first_depth: Option<u32>,
    /// Preferences to add to the values at the root, in the order of the moves. They replace the preferences of the
    /// base.
    preferred: Option<Vec<i64>>,
    /// Receives the interim results.
    listener: Option<&'s mut Listener<'s, G::Move>>,
    /// Receives the positions in which the scores are evaluated.
    on_evaluation: Option<&'s mut EvaluationListener<'s, G>>,
    /// For each distance from the root, the best line found from there.
    lines: Vec<Vec<G::Move>>,
    /// The maximum length of a line in this iteration.
    max_ply: u32,
    /// Whether the most recently returned value depends on the search depth, and not only on how games end.
    is_heuristic: bool,
    reductions: Reductions,
}

impl<'s, G: Knowledge> AlphaBeta<'s, G> {
    /// Creates a search in this position that uses the rules up to level `levels`.
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
            ordering: MoveOrdering::new(),
            is_full_width: false,
            is_valuing: false,
            first_depth: None,
            preferred: None,
            listener: None,
            on_evaluation: None,
            lines: vec![Vec::new(); MAX_PLY as usize + 2],
            max_ply: MAX_PLY,
            is_heuristic: false,
            reductions: Reductions::new(),
        }
    }

    /// Returns this search as a full-width search, in which all lines have the same length.
    #[must_use]
    pub fn full_width(self) -> AlphaBeta<'s, G> {
        AlphaBeta { is_full_width: true, ..self }
    }

    /// Returns this search for valuing moves instead of choosing one. A single legal move is then searched like any
    /// other, and a draw is worth [`DRAWN`].
    #[must_use]
    pub fn valuing(self) -> AlphaBeta<'s, G> {
        AlphaBeta { is_valuing: true, ..self }
    }

    /// Returns this search as a helper on another thread, whose first iteration has depth `first_depth`.
    #[must_use]
    fn into_helper(self, first_depth: u32) -> AlphaBeta<'s, G> {
        AlphaBeta { first_depth: Some(first_depth), ..self }
    }

    /// Returns this search with preferences, which are added to the values at the root. There is one for each move that
    /// is tried.
    #[must_use]
    pub fn preferring(self, preferred: Vec<i64>) -> AlphaBeta<'s, G> {
        AlphaBeta { preferred: Some(preferred), ..self }
    }

    /// Returns this search with a callback that receives its interim results.
    #[must_use]
    pub fn listening(self, listener: &'s mut Listener<'s, G::Move>) -> AlphaBeta<'s, G> {
        AlphaBeta { listener: Some(listener), ..self }
    }

    /// Returns this search with a callback that receives each position in which the scores are evaluated.
    #[must_use]
    pub fn listening_to_evaluations(
        self,
        on_evaluation: &'s mut EvaluationListener<'s, G>,
    ) -> AlphaBeta<'s, G> {
        AlphaBeta { on_evaluation: Some(on_evaluation), ..self }
    }
}

impl<G: Knowledge> MakeMove for AlphaBeta<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}

/// The depth reductions of late moves.
struct Reductions {
    /// The reductions in moves, indexed by depth and by index of the move.
    by_depth: Vec<[i32; Reductions::SIZE]>,
}

impl Reductions {
    /// Size of the table in both dimensions. Greater depths and move indices use its last entries.
    const SIZE: usize = 64;

    fn new() -> Reductions {
        let of = |depth: usize, number: usize| {
            let [depth, number] = [depth, number].map(|count| (count.max(1) as f64).ln());
            (LMR_BASE + depth * number / LMR_DIVISOR) as i32
        };
        let row = |depth| std::array::from_fn(|number| of(depth, number));
        Reductions { by_depth: (0..Reductions::SIZE).map(row).collect() }
    }

    /// The reduction for the move with this index in the order.
    fn get(&self, depth: i32, index: usize) -> i32 {
        let depth = depth.clamp(0, Reductions::SIZE as i32 - 1) as usize;
        self.by_depth[depth][index.min(Reductions::SIZE - 1)]
    }
}
