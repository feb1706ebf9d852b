//! A move to play (thesis, section 4.1): a win that can be proved, or else the best move after which the other side has no
//! such win.
//!
//! ```text
//! 1. a move that is the only one is made at once
//! 2. a win of the side to move is looked for by proof search (`OWN_WIN` of the time)
//! 3. alpha-beta finds the best move (until `FIRST_LOOK` of the time is over)
//! 4. a win of the other side after it is looked for (`ENEMY_WIN`); where there is one, 3 goes on without the move
//! 5. alpha-beta goes on for the rest of the time (`SECOND_LOOK`, `LAST_LOOK`); where it finds another move, that is looked at as
//!    in 4
//! ```
//!
//! In a game in which nothing can be proved ([`Played::has_proofs`]) alpha-beta has all of the time, and what the base prefers in a
//! move is added to its value.
//!
//! Time for one move is there to be used. Where it is saved for later moves, one that was the best all the time is made after 4, and
//! 5 takes more of it where the search has changed its mind or the value has fallen.
//!
//! | file | what it holds |
//! |---|---|
//! | `budget` | what a player may use for a move; how much time that is, [`time`](super::time) decides |
//! | `turn` | the steps above: when it is early enough to stop, and when more time is worth it |

mod budget;
mod turn;

use std::sync::Arc;
use std::time::Duration;

use blanche_compiler::game::Fault;

use crate::games::{Game, Knowledge};
use crate::search::alpha_beta::several::{self, Several};
use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::{AlphaBeta, Thought};
use crate::search::limits::{Clock, SearchLimits};
use crate::search::params::{TABLE_BYTES, TABLE_PER_POSITION};
use crate::search::solve::{Solution, Wanted};
use crate::search::tactics::Tactics;
use crate::search::worth::Worth;

pub use budget::{Budget, DEEPEST};

use turn::Turn;

/// A game that a [`Player`] plays.
pub trait Played: Knowledge + Clone + Send {
    /// Whether wins of the side to move can be proved.
    fn has_proofs(&self) -> bool;

    /// Looks for a win of the side to move and plays its proof out; nothing where there are no proofs.
    fn prove(&mut self, tactics: Tactics, wanted: &Wanted) -> Option<Solution<Self::Move>>;

    /// The moves so far are those of the game, and no longer those of a search in it.
    fn settle(&mut self) {}

    /// Why the game cannot go on, if a search came to where it cannot.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// The first question that was given up at a limit of work, memory or depth, if one was.
    fn given_up(&self) -> Option<Fault> {
        None
    }
}

/// Why a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins, within so many moves at most.
    Wins(u32),
    /// It is the best of those after which no win of the other side was found.
    Safe,
    /// It is the best by value, in a game in which nothing can be proved.
    Best,
    /// All moves that were tried lose; this one holds out longest.
    Loses,
    /// There was no time to find more.
    First,
}

/// A move that was chosen.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move; nothing where there is none.
    pub mv: Option<M>,
    /// Why.
    pub reason: Reason,
    /// Its worth, where the search by alpha-beta has valued it.
    pub worth: Option<Worth>,
    /// How many moves the positional search looked ahead.
    pub depth: u32,
    /// How many positions were examined.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
    /// The question that was given up at a limit, at which the search ended.
    pub given_up: Option<Fault>,
}

impl<M> Choice<M> {
    /// A move that was made without a search.
    pub fn unsearched(mv: Option<M>, positions: u64, time: Duration) -> Choice<M> {
        Choice { mv, reason: Reason::First, worth: None, depth: 0, positions, time, given_up: None }
    }
}

/// A player, and what it remembers from move to move of a game.
pub struct Player<M> {
    table: Table<M>,
}

impl<M: Copy> Player<M> {
    /// A player that remembers nothing yet, for moves of such a budget. Half of the memory is for its table of positions, as far as
    /// that is of use; what a proof search remembers is its own.
    pub fn new(budget: &Budget) -> Player<M> {
        let most = budget.memory.map_or(u64::MAX, |bytes| bytes / 2);
        let of_use =
            budget.positions.map_or(u64::MAX, |positions| positions.saturating_mul(TABLE_PER_POSITION));
        Player { table: Table::of_bytes(TABLE_BYTES.min(most).min(of_use)) }
    }

    /// Chooses a move for the side to move.
    pub fn choose<G: Played<Move = M>>(&self, game: &mut G, budget: &Budget) -> Choice<M> {
        self.choose_telling(game, budget, &mut |_| {})
    }

    /// Chooses a move for the side to move, and tells what it finds on the way.
    pub fn choose_telling<G: Played<Move = M>>(
        &self,
        game: &mut G,
        budget: &Budget,
        listener: &mut dyn FnMut(&Thought<'_, M>),
    ) -> Choice<M> {
        self.choose_among(game, budget, &Choosing::default(), listener)
    }

    /// The same, with something said of the moves that are tried.
    pub fn choose_among<G: Played<Move = M>>(
        &self,
        game: &mut G,
        budget: &Budget,
        choosing: &Choosing<'_, M>,
        listener: &mut dyn FnMut(&Thought<'_, M>),
    ) -> Choice<M> {
        let budget = &budget.of_worthwhile_threads();
        let (clock, time) = (Clock::start(budget.limits()), budget.aim.or(budget.time));
        let turns = Vec::new();
        let mut turn = Turn { game, budget, choosing, table: &self.table, clock, time, turns, listener };
        let (mv, reason, worth) = turn.choose();
        let (positions, time) = (turn.clock.positions(), turn.clock.elapsed());
        let depth = turn.turns.last().map_or(0, |best| best.depth);
        let given_up = turn.game.given_up();
        Choice { mv, reason, worth, depth, positions, time, given_up }
    }

    /// The values of these moves of the side to move, all by alpha-beta at the same depth, within the limits of a budget.
    pub fn value<G: Played<Move = M>>(
        &self,
        game: &mut G,
        budget: &Budget,
        moves: &[M],
    ) -> (Several<M>, Clock) {
        let budget = &budget.of_worthwhile_threads();
        let (mut clock, table) = (Clock::start(budget.limits()), &self.table);
        let helped = budget.helped(moves, table, &clock);
        let wanted = several::Wanted { best: moves.len(), also: None };
        let found = helped.search(game, &mut clock, |game, clock| {
            let search = AlphaBeta::new(game, budget.levels, clock, table);
            search.valuing().several(moves, wanted, budget.deepest)
        });
        (found, clock)
    }

    /// Looks ahead from a position in which the other side is to move, until the sign to stop is set: what is found is there when it
    /// has moved.
    pub fn ponder<G: Played<Move = M>>(&self, game: &mut G, budget: &Budget) {
        let limits = SearchLimits {
            memory: budget.memory.map(|bytes| bytes / 2),
            stop: Arc::clone(&budget.stop),
            ..SearchLimits::default()
        };
        let (mut clock, table, mut moves) = (Clock::start(limits), &self.table, Vec::new());
        game.moves(&mut moves);
        let helped = budget.helped(&moves, table, &clock);
        helped.search(game, &mut clock, |game, clock| {
            AlphaBeta::new(game, budget.levels, clock, table).best_of_all(budget.deepest)
        });
    }
}

/// What is said of the moves that are tried.
#[derive(Clone, Copy, Debug)]
pub struct Choosing<'c, M> {
    /// Moves that are left out.
    pub besides: &'c [M],
    /// What somebody prefers in each move of the game, in the place of what the base does, where nothing can be proved.
    pub preferred: Option<&'c [i64]>,
}

impl<M> Default for Choosing<'_, M> {
    fn default() -> Self {
        Choosing { besides: &[], preferred: None }
    }
}

/// A move without a search: the first of those that a game gives for it, but for such as lose at once.
pub fn instant<G: Game>(game: &mut G) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.instant_moves(&mut moves);
    moves.iter().copied().find(|mv| !loses(game, *mv)).or(moves.first().copied())
}

/// Whether a move of the side to move loses at once.
fn loses<G: Game>(game: &mut G, mv: G::Move) -> bool {
    let enemy = G::opponent(game.to_move());
    matches!(game.winner_after(mv), Ok(Some(winner)) if winner == enemy)
}
