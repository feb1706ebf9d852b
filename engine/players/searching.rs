//! Players that search. They keep their tables from one move to the next.

use blanche_compiler::game::Fault;

use super::Chooser;
use crate::search::alpha_beta::{Listener, Valued};
use crate::search::always_replace::AlwaysReplaceTable;
use crate::search::evaluation::Evaluation;
use crate::search::limits::Clock;
use crate::search::minimax::{self, Minimax};
use crate::search::player::{Budget, Choice, MoveFilter, Playable, Player, Reason};
use crate::search::strategy_kind::StrategyKind;

/// The player of [`search::player`](crate::search::player) with its settings.
pub struct SearchPlayer<M> {
    /// The settings of the player. A setting that is `None` is taken from the budget of each move.
    pub(super) settings: Settings,
    /// The player with its tables, created at the first move.
    pub(super) player: Option<Player<M>>,
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings {
    /// The maximum level of rules to use.
    pub(super) levels: Option<u32>,
    /// The maximum depth, in plies.
    pub(super) depth: Option<u32>,
    /// The number of threads.
    pub(super) threads: Option<usize>,
    /// Set for full-width search, in which all lines have the same depth.
    pub(super) is_full_width: bool,
    /// The strategy of the search for wins that can be proved.
    pub(super) strategy: StrategyKind,
}

impl<M: Copy> SearchPlayer<M> {
    /// Chooses a move as [`Chooser::choose`] does, but restricts which moves may be tried.
    pub fn choose_among<G: Playable<Move = M>>(
        &mut self,
        game: &mut G,
        budget: &Budget,
        filter: &MoveFilter<'_, M>,
        listener: &mut Listener<'_, M>,
    ) -> Result<Choice<M>, Fault> {
        let Settings { levels, depth, threads, is_full_width, strategy } = self.settings;
        let budget = Budget {
            levels: levels.unwrap_or(budget.levels),
            max_depth: depth.unwrap_or(budget.max_depth),
            threads: threads.unwrap_or(budget.threads),
            is_full_width,
            strategy,
            ..budget.clone()
        };
        let player = self.player.get_or_insert_with(|| Player::new(&budget));
        let choice = player.choose_among(game, &budget, filter, &mut |result| listener(result));
        match game.fault() {
            Some(fault) => Err(fault),
            None => Ok(choice),
        }
    }
}

impl<G: Playable> Chooser<G> for SearchPlayer<G::Move> {
    fn prepare(&mut self, budget: &Budget) {
        self.player.get_or_insert_with(|| Player::new(budget));
    }

    fn choose_with_listener(
        &mut self,
        game: &mut G,
        budget: &Budget,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Fault> {
        self.choose_among(game, budget, &MoveFilter::default(), listener)
    }
}

/// A player that uses a form of minimax in which every position along a line contributes to the value.
pub(super) struct MinimaxPlayer<M> {
    /// The maximum depth, in plies; `None` for the maximum depth of the budget.
    pub(super) depth: Option<u32>,
    /// The maximum number of moves to try in a position; `None` to try all moves.
    pub(super) width: Option<usize>,
    /// The table, created at the first move.
    pub(super) table: Option<minimax::Table<M>>,
}

/// Size of the minimax table, in bytes, if the budget does not set the memory.
const MEMORY: u64 = 16 << 20;

impl<G: Playable> Chooser<G> for MinimaxPlayer<G::Move> {
    fn prepare(&mut self, budget: &Budget) {
        let memory = budget.memory.unwrap_or(MEMORY);
        self.table.get_or_insert_with(|| AlwaysReplaceTable::of_bytes(memory));
    }

    fn choose_with_listener(
        &mut self,
        game: &mut G,
        budget: &Budget,
        _: &mut Listener<'_, G::Move>,
    ) -> Result<Choice<G::Move>, Fault> {
        let mut clock = Clock::start(budget.aimed().limits());
        let memory = budget.memory.unwrap_or(MEMORY);
        let table = self.table.get_or_insert_with(|| AlwaysReplaceTable::of_bytes(memory));
        let depth = self.depth.unwrap_or(budget.max_depth).min(minimax::MAX_DEPTH);
        let best = Minimax::new(game, &mut clock, table, self.width).best(depth);
        if let Some(fault) = game.fault() {
            return Err(fault);
        }
        let (reason, evaluation) = best.map_or((Reason::First, None), |best| known(&best));
        let (mv, depth) = (best.map(|best| best.mv), best.map_or(0, |best| best.depth));
        let (positions, time, given_up) = (clock.positions(), clock.elapsed(), game.given_up());
        Ok(Choice { mv, reason, evaluation, depth, positions, time, given_up })
    }
}

/// Converts the result of minimax to a reason and an evaluation. Only wins and losses with the next move are certain,
/// because other values are sums along a line.
fn known<M>(best: &Valued<M>) -> (Reason, Option<Evaluation>) {
    match best.depth.checked_sub(1).map(minimax::won) {
        Some(won) if best.value >= won => (Reason::Wins(1), Some(Evaluation::Wins(1))),
        Some(won) if best.value <= -won => (Reason::Loses, None),
        _ => (Reason::Safe, None),
    }
}
