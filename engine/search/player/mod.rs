//! Chooses a move to play (thesis, section 4.1). If a win can be proved, this is the winning move. Otherwise it is the
//! best move after which no win of the opponent can be proved.
//!
//! ```text
//! 1. a single legal move is made at once
//! 2. proof search looks for a win of the side to move (`OWN_WIN_SHARE` of the time)
//! 3. alpha-beta finds the best move (until `FIRST_CHECK_SHARE` of the time has passed)
//! 4. proof search looks for a win of the opponent after that move (`ENEMY_WIN_SHARE`); if there is one, step 3
//!    continues without the move
//! 5. alpha-beta continues for the rest of the time (`SECOND_CHECK_SHARE`, `LAST_CHECK_SHARE`); if it finds another
//!    move, this move is checked as in step 4
//! ```
//!
//! In a game without proofs ([`Playable::has_proofs`]), alpha-beta gets all of the time, and the preferences of the
//! base are added to the values of moves.
//!
//! With a fixed time per move, all of this time is used. If unused time is saved for later moves, a move that has been
//! best for several iterations is made right after step 4. Step 5 takes longer if the search has found another best
//! move or the value has dropped.
//!
//! | file | what it holds |
//! |---|---|
//! | `budget` | the budget for a move; its time is determined by [`time`](super::time) |
//! | `turn` | the steps above, including when to stop early and when to take more time |

mod budget;
mod turn;

use std::sync::Arc;
use std::time::Duration;

use blanche_compiler::game::Fault;

use crate::games::{Game, Knowledge};
use crate::search::alpha_beta::multi_pv::{self, MultiPv, RoundListener};
use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::{AlphaBeta, InterimResult};
use crate::search::evaluation::Evaluation;
use crate::search::limits::{Clock, SearchLimits};
use crate::search::params::{TABLE_BYTES, TABLE_PER_POSITION};
use crate::search::solve::{Solution, SolveOptions};
use crate::search::strategy_kind::StrategyKind;

pub use budget::{Budget, DEFAULT_MAX_DEPTH};

use turn::Turn;

/// A game that a [`Player`] can play.
pub trait Playable: Knowledge + Clone + Send {
    /// Whether the game supports proofs that the side to move wins.
    fn has_proofs(&self) -> bool;

    /// Searches for a win of the side to move, and checks the proof of this win; `None` in games without proofs.
    fn prove(&mut self, strategy: StrategyKind, options: &SolveOptions) -> Option<Solution<Self::Move>>;

    /// Treats the moves made so far as moves of the game and not of a search.
    fn settle(&mut self) {}

    /// The reason why the game could not continue in some position, if a search reached such a position.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// The first query that reached a limit of work, memory or depth, if any query did.
    fn given_up(&self) -> Option<Fault> {
        None
    }
}

/// The reason why a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The move wins within at most this number of moves.
    Wins(u32),
    /// The move is the best one after which no win of the opponent was found.
    Safe,
    /// The move has the highest value, in a game without proofs.
    Best,
    /// All moves that were tried lose, and this move delays the loss longest.
    Loses,
    /// There was no time for a search.
    First,
}

/// A chosen move.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The chosen move; `None` if no move was found.
    pub mv: Option<M>,
    /// The reason for the move.
    pub reason: Reason,
    /// The evaluation of the move, if alpha-beta has valued it.
    pub evaluation: Option<Evaluation>,
    /// The depth of the positional search, in moves.
    pub depth: u32,
    /// The number of positions examined.
    pub positions: u64,
    /// The time taken to choose the move.
    pub time: Duration,
    /// The query that reached a limit and so ended the search, if any.
    pub given_up: Option<Fault>,
}

impl<M> Choice<M> {
    /// The choice of a move that was made without a search.
    pub fn unsearched(mv: Option<M>, positions: u64, time: Duration) -> Choice<M> {
        Choice { mv, reason: Reason::First, evaluation: None, depth: 0, positions, time, given_up: None }
    }
}

/// A player, with a table that is kept from one move to the next.
pub struct Player<M> {
    table: Table<M>,
}

impl<M: Copy> Player<M> {
    /// Creates a player with an empty table. Up to half of the budget's memory is used for the table. The rest is for
    /// the tables of the proof search.
    pub fn new(budget: &Budget) -> Player<M> {
        let most = budget.memory.map_or(u64::MAX, |bytes| bytes / 2);
        let of_use =
            budget.positions.map_or(u64::MAX, |positions| positions.saturating_mul(TABLE_PER_POSITION));
        Player { table: Table::of_bytes(TABLE_BYTES.min(most).min(of_use)) }
    }

    /// Chooses a move for the side to move.
    pub fn choose<G: Playable<Move = M>>(&self, game: &mut G, budget: &Budget) -> Choice<M> {
        self.choose_with_listener(game, budget, &mut |_| {})
    }

    /// Chooses a move for the side to move, and reports interim results to `listener`.
    pub fn choose_with_listener<G: Playable<Move = M>>(
        &self,
        game: &mut G,
        budget: &Budget,
        listener: &mut dyn FnMut(&InterimResult<'_, M>),
    ) -> Choice<M> {
        self.choose_among(game, budget, &MoveFilter::default(), listener)
    }

    /// Chooses a move as [`Player::choose_with_listener`] does, but restricts which moves may be tried.
    pub fn choose_among<G: Playable<Move = M>>(
        &self,
        game: &mut G,
        budget: &Budget,
        filter: &MoveFilter<'_, M>,
        listener: &mut dyn FnMut(&InterimResult<'_, M>),
    ) -> Choice<M> {
        let budget = &budget.with_worthwhile_threads();
        let (clock, time) = (Clock::start(budget.limits()), budget.aim.or(budget.time));
        let iterations = Vec::new();
        let mut turn = Turn { game, budget, filter, table: &self.table, clock, time, iterations, listener };
        let (mv, reason, evaluation) = turn.choose();
        let (positions, time) = (turn.clock.positions(), turn.clock.elapsed());
        let depth = turn.iterations.last().map_or(0, |best| best.depth);
        let given_up = turn.game.given_up();
        Choice { mv, reason, evaluation, depth, positions, time, given_up }
    }

    /// Finds the values of these moves of the side to move by alpha-beta. All values are found at the same depth,
    /// within the limits of a budget.
    pub fn value<G: Playable<Move = M>>(
        &self,
        game: &mut G,
        budget: &Budget,
        moves: &[M],
    ) -> (MultiPv<M>, Clock) {
        self.lines(game, budget, moves, moves.len(), &mut |_, _| {})
    }

    /// Finds the best `count` of these moves of the side to move, each with its line, as [`Player::value`] does. After
    /// each depth, `each_round` gets the lines that were found, unsorted.
    pub fn lines<G: Playable<Move = M>>(
        &self,
        game: &mut G,
        budget: &Budget,
        moves: &[M],
        count: usize,
        each_round: &mut RoundListener<'_, M>,
    ) -> (MultiPv<M>, Clock) {
        let budget = &budget.with_worthwhile_threads();
        let (mut clock, table) = (Clock::start(budget.limits()), &self.table);
        let helpers = budget.helpers(moves, table, &clock);
        let selection = multi_pv::MoveSelection { best: count, also: None };
        let found = helpers.search(game, &mut clock, |game, clock| {
            let search = AlphaBeta::new(game, budget.levels, clock, table);
            search.valuing().multi_pv(moves, selection, budget.max_depth, each_round)
        });
        (found, clock)
    }

    /// Searches a position while the opponent is to move, until the stop flag is set. The results are then in the table
    /// when the opponent has moved.
    pub fn ponder<G: Playable<Move = M>>(&self, game: &mut G, budget: &Budget) {
        let limits = SearchLimits {
            memory: budget.memory.map(|bytes| bytes / 2),
            stop: Arc::clone(&budget.stop),
            ..SearchLimits::default()
        };
        let (mut clock, table, mut moves) = (Clock::start(limits), &self.table, Vec::new());
        game.moves(&mut moves);
        let helpers = budget.helpers(&moves, table, &clock);
        helpers.search(game, &mut clock, |game, clock| {
            AlphaBeta::new(game, budget.levels, clock, table).best_of_all(budget.max_depth)
        });
    }
}

/// Restrictions on the moves to try, and preferences among them.
#[derive(Clone, Copy, Debug)]
pub struct MoveFilter<'c, M> {
    /// Moves that must not be chosen.
    pub excluded: &'c [M],
    /// Preferences for all moves of the position, in order. In games without proofs, they replace the preferences of
    /// the base.
    pub preferred: Option<&'c [i64]>,
}

impl<M> Default for MoveFilter<'_, M> {
    fn default() -> Self {
        MoveFilter { excluded: &[], preferred: None }
    }
}

/// Chooses a move without a search: the first move in [`Game::instant_moves`] that does not lose immediately.
pub fn instant<G: Game>(game: &mut G) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.instant_moves(&mut moves);
    moves.iter().copied().find(|mv| !loses(game, *mv)).or(moves.first().copied())
}

/// Whether a move of the side to move loses immediately.
fn loses<G: Game>(game: &mut G, mv: G::Move) -> bool {
    let enemy = G::opponent(game.to_move());
    matches!(game.winner_after(mv), Ok(Some(winner)) if winner == enemy)
}
