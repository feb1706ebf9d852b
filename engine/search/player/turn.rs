//! A turn of the player, in which it chooses a move step by step.

use std::sync::Arc;
use std::time::Duration;

use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::{AlphaBeta, DECIDED, DRAWN, InterimResult, Valued, WON};
use crate::search::evaluation::Evaluation;
use crate::search::limits::{Clock, SearchLimits};
use crate::search::params::{
    ENEMY_WIN_SHARE, FALLING_VALUE, FIRST_CHECK_SHARE, LAST_CHECK_SHARE, OWN_WIN_SHARE, RETRY_SHARE,
    SECOND_CHECK_SHARE, STABLE_ITERATIONS, WHOLE_BUDGET,
};
use crate::search::proof::Proof;
use crate::search::solve::{Check, SolveOptions};
use crate::search::strategy::ThreatClass;

use super::{Budget, MoveFilter, Playable, Reason, instant, loses};

/// Assumed length, in moves, of a win without a proof. Shorter wins are recognised without a search.
const UNKNOWN_LENGTH: u32 = 9;

/// A win that was found.
struct Win<M> {
    mv: M,
    /// The length of the win in moves, if known, otherwise [`UNKNOWN_LENGTH`].
    plies: u32,
    /// The main line of the win, if its proof was assembled.
    line: Vec<M>,
    /// Whether the proof was checked successfully.
    is_checked: bool,
}

/// A chosen move, the reason for it, and its evaluation.
type Chosen<M> = (Option<M>, Reason, Option<Evaluation>);

/// The state of a turn while a move is being chosen.
pub(super) struct Turn<'p, G: Playable> {
    pub(super) game: &'p mut G,
    pub(super) budget: &'p Budget,
    pub(super) filter: &'p MoveFilter<'p, G::Move>,
    pub(super) table: &'p Table<G::Move>,
    pub(super) clock: Clock,
    /// The time to use for the move, according to the current estimate.
    pub(super) time: Option<Duration>,
    /// The result of each iteration of alpha-beta.
    pub(super) iterations: Vec<Valued<G::Move>>,
    pub(super) listener: &'p mut dyn FnMut(&InterimResult<'_, G::Move>),
}

impl<G: Playable> Turn<'_, G> {
    pub(super) fn choose(&mut self) -> Chosen<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            return (None, Reason::First, None);
        }
        if self.game.is_opening() {
            return (instant(self.game), Reason::First, None);
        }
        self.game.remove_far_moves(&mut moves);
        moves.retain(|mv| !self.filter.excluded.contains(mv));
        if moves.is_empty() {
            return (None, Reason::First, None);
        }
        let moves = self.worth_trying(moves);
        // The helper threads search for the best move from the beginning.
        let among = moves.clone();
        let helpers = self.budget.helpers(&among, self.table, &self.clock);
        let copies = helpers.copies(self.game);
        let (chosen, examined) = helpers.run_alongside(copies, || self.win_or_best(moves));
        self.clock.add(examined);
        chosen
    }

    /// A winning move or, if none is found, the best move in `moves`.
    fn win_or_best(&mut self, moves: Vec<G::Move>) -> Chosen<G::Move> {
        let own = self.win(OWN_WIN_SHARE).filter(|win| !self.filter.excluded.contains(&win.mv));
        if let Some(win) = own.as_ref().filter(|win| win.is_checked) {
            self.report(win);
            return (Some(win.mv), Reason::Wins(win.plies), None);
        }
        self.best_safe(moves, own.map(|win| win.mv))
    }

    /// The moves that are worth trying. If there is a threat, these are the replies to it. Otherwise they are the moves
    /// that the base names or, if it names none, all moves.
    fn worth_trying(&mut self, moves: Vec<G::Move>) -> Vec<G::Move> {
        let mut replies = Vec::new();
        // Against a threat, only the replies that stop the threat and do not lose immediately are worth trying.
        if self.game.replies(&mut replies).is_ok() {
            replies.retain(|mv| !self.filter.excluded.contains(mv) && !loses(self.game, *mv));
            if !replies.is_empty() {
                return replies;
            }
        }
        let mut candidates = Vec::new();
        if !self.game.has_proofs() || self.game.candidates(&mut candidates).is_err() {
            return moves;
        }
        candidates.sort_by_key(|(_, preference)| -preference);
        let near: Vec<G::Move> = candidates.into_iter().map(|(mv, _)| mv).collect();
        let named: Vec<G::Move> = near.into_iter().filter(|mv| moves.contains(mv)).collect();
        if named.is_empty() { moves } else { named }
    }

    /// The best move after which no win of the opponent is found. The move `unchecked`, which seems to win but could
    /// not be checked in time, is tried first.
    fn best_safe(&mut self, mut moves: Vec<G::Move>, mut unchecked: Option<G::Move>) -> Chosen<G::Move> {
        let mut safe: Option<Valued<G::Move>> = None;
        let mut longest: Option<(u32, Valued<G::Move>)> = None;
        let mut until = self.first_check_share();
        while !moves.is_empty() {
            let tried = match unchecked.take() {
                Some(mv) => unsearched(mv),
                None => self.best(&moves, until),
            };
            if tried.value > DECIDED {
                return (Some(tried.mv), Reason::Wins((WON - tried.value) as u32), Some(tried.evaluation()));
            }
            if safe.is_some() && tried.depth == 0 {
                break;
            }
            let is_known = safe.is_some_and(|safe| safe.mv == tried.mv);
            let loss = if is_known { None } else { self.loss_after(tried) };
            let Some(plies) = loss else {
                safe = Some(tried);
                match self.next_check_share(until, moves.len() == 1 && !self.budget.is_valuing) {
                    Some(next) => until = next,
                    None => break,
                }
                continue;
            };
            if longest.is_none_or(|(most, _)| plies > most) {
                // The opponent has a proved win, so the move is worth no more than a loss, whatever alpha-beta found.
                let value = tried.value.min(i64::from(plies) + 1 - WON);
                longest = Some((plies, Valued { value, ..tried }));
            }
            moves.retain(|other| *other != tried.mv);
            until = (until + RETRY_SHARE).min(LAST_CHECK_SHARE);
            // If even the best move loses according to alpha-beta, all other moves lose too.
            if tried.value < -DECIDED || self.clock.check().is_err() {
                break;
            }
        }
        match (safe, longest) {
            (Some(safe), _) if self.game.has_proofs() => {
                (Some(safe.mv), Reason::Safe, Some(safe.evaluation()))
            }
            (Some(best), _) => (Some(best.mv), Reason::Best, Some(best.evaluation())),
            (None, Some((plies, longest))) => self.least_bad(plies, longest, &moves),
            (None, None) => (instant(self.game), Reason::First, None),
        }
    }

    /// The share of the budget at which alpha-beta first stops, so that its best move can be checked. If there is
    /// nothing to check and no time to save, this is the whole budget.
    fn first_check_share(&self) -> u64 {
        let saves = self.budget.aim.is_some();
        if self.game.has_proofs() || saves { FIRST_CHECK_SHARE } else { WHOLE_BUDGET }
    }

    /// The share of the budget at which alpha-beta stops next, if it continues after the check of its best move. `None`
    /// if it does not continue. `is_only` states that only one move is left.
    fn next_check_share(&mut self, until: u64, is_only: bool) -> Option<u64> {
        if is_only || self.clock.check().is_err() {
            return None;
        }
        // `true` if time that is not used for this move is saved for later moves.
        let saves = self.budget.aim.is_some() && self.time == self.budget.aim;
        match until {
            _ if saves && self.is_easy() => None,
            until if until < SECOND_CHECK_SHARE => Some(SECOND_CHECK_SHARE),
            until if until < LAST_CHECK_SHARE => Some(LAST_CHECK_SHARE),
            _ if saves && self.is_hard() => {
                self.time = self.budget.time;
                Some(SECOND_CHECK_SHARE)
            }
            _ => None,
        }
    }

    /// Whether all of the last iterations had the same best move.
    fn is_easy(&self) -> bool {
        let last = self.iterations.last_chunk::<STABLE_ITERATIONS>();
        last.is_some_and(|iterations| iterations.iter().all(|best| best.mv == iterations[0].mv))
    }

    /// Whether the last iteration found a different best move, or a lower value, than the iteration before.
    fn is_hard(&self) -> bool {
        match self.iterations.as_slice() {
            [.., before, last] => {
                last.mv != before.mv || last.value + FALLING_VALUE * self.game.unit() < before.value
            }
            _ => false,
        }
    }

    /// The move after which the loss takes longest. If even this move loses immediately, a move that does not lose
    /// immediately is preferred. There may be one if the search was stopped before it tried all moves.
    fn least_bad(&mut self, plies: u32, longest: Valued<G::Move>, others: &[G::Move]) -> Chosen<G::Move> {
        let other = others.iter().copied().find(|other| plies == 0 && !loses(self.game, *other));
        match other {
            Some(other) => (Some(other), Reason::First, None),
            None => (Some(longest.mv), Reason::Loses, Some(longest.evaluation())),
        }
    }

    /// The number of moves within which the opponent wins after this move; `None` if no win of the opponent is found.
    fn loss_after(&mut self, tried: Valued<G::Move>) -> Option<u32> {
        if loses(self.game, tried.mv) {
            return Some(0);
        }
        if tried.value < -DECIDED {
            return Some((WON + tried.value) as u32);
        }
        self.game.play(tried.mv);
        let win = self.win(ENEMY_WIN_SHARE);
        self.game.take_back();
        win.map(|win| win.plies)
    }

    /// Searches for a win of the side to move with this share of the budget.
    fn win(&mut self, part: u64) -> Option<Win<G::Move>> {
        let limits = self.share(part);
        let options = SolveOptions {
            class: ThreatClass::Quiet,
            levels: self.budget.levels,
            check: Check::InTime,
            limits,
        };
        let solution = self.game.prove(self.budget.strategy, &options)?;
        self.clock.add(solution.positions);
        // If time ran out before the proof was assembled or checked, the move is still used. If the check of the proof
        // failed, there is no win.
        let counts = solution.checked || solution.stopped.is_some();
        let plies = solution.won.as_ref().map_or(UNKNOWN_LENGTH, Proof::plies);
        let line = solution.won.as_ref().map_or_else(Vec::new, |proof| proof.line().0);
        let win = Win { mv: solution.first()?, plies, line, is_checked: solution.checked };
        counts.then_some(win)
    }

    /// Reports a proved win to the listener.
    fn report(&mut self, win: &Win<G::Move>) {
        let value = WON - i64::from(win.plies);
        let best = Valued { mv: win.mv, value, depth: win.plies, is_known: true };
        let (line, positions) = (win.line.as_slice(), self.clock.positions());
        (self.listener)(&InterimResult { best, line, positions });
    }

    /// The best of these moves according to alpha-beta, which stops when this share of the budget has been used.
    fn best(&mut self, moves: &[G::Move], until: u64) -> Valued<G::Move> {
        let mut clock = Clock::start(self.rest(until));
        let Budget { levels, max_depth, is_valuing, is_full_width, .. } = *self.budget;
        let preferred = self.preferred(moves);
        let (before, iterations, outer, table) =
            (self.clock.positions(), &mut self.iterations, &mut self.listener, self.table);
        let mut listener = |result: &InterimResult<'_, G::Move>| {
            iterations.push(result.best);
            outer(&InterimResult { positions: before + result.positions, ..result.clone() });
        };
        let search = AlphaBeta::new(self.game, levels, &mut clock, table);
        let search = if is_valuing { search.valuing() } else { search };
        let search = if is_full_width { search.full_width() } else { search };
        let search = match preferred {
            Some(preferred) => search.preferring(preferred),
            None => search,
        };
        let best = search.listening(&mut listener).best(moves, max_depth);
        self.clock.add(clock.positions());
        best.unwrap_or(unsearched(moves[0]))
    }

    /// The preference for each of these moves; `None` if preferences are not added to values.
    fn preferred(&mut self, moves: &[G::Move]) -> Option<Vec<i64>> {
        if self.game.has_proofs() || self.budget.is_valuing {
            return None;
        }
        let Some(preferred) = self.filter.preferred else { return self.game.preferences(moves).ok() };
        let mut all = Vec::new();
        self.game.moves(&mut all);
        let of =
            |mv: &G::Move| all.iter().position(|other| other == mv).and_then(|at| preferred.get(at).copied());
        Some(moves.iter().map(|mv| of(mv).unwrap_or_default()).collect())
    }

    /// The limits for a search that may use this share of the budget, or what is left of the budget if that is less.
    fn share(&self, part: u64) -> SearchLimits {
        let whole = self.rest(WHOLE_BUDGET);
        let positions = self.budget.positions.map_or(u64::MAX, |all| hundredths(all, part));
        let time = self.time.map(|all| all * part as u32 / WHOLE_BUDGET as u32);
        SearchLimits { positions: positions.min(whole.positions), time: time.min(whole.time), ..whole }
    }

    /// The limits for continuing until this share of the whole budget has been used.
    fn rest(&self, until: u64) -> SearchLimits {
        let all = self.budget.positions.map(|all| hundredths(all, until));
        let positions = all.map_or(u64::MAX, |all| all.saturating_sub(self.clock.positions()));
        let time =
            |all: Duration| (all * until as u32 / WHOLE_BUDGET as u32).saturating_sub(self.clock.elapsed());
        SearchLimits {
            positions,
            time: self.time.map(time),
            // The check of a proof may place no more stones than the budget has positions.
            stones: self.budget.positions.unwrap_or(u64::MAX),
            // The other half of the memory is for the transposition table.
            memory: self.budget.memory.map(|bytes| bytes / 2),
            stop: Arc::clone(&self.budget.stop),
            pool: self.clock.pool_until(all.unwrap_or(u64::MAX)),
        }
    }
}

/// The given number of hundredths of `all`.
fn hundredths(all: u64, parts: u64) -> u64 {
    (u128::from(all) * u128::from(parts) / u128::from(WHOLE_BUDGET)) as u64
}

/// A move that no search has valued.
fn unsearched<M>(mv: M) -> Valued<M> {
    Valued { mv, value: DRAWN, depth: 0, is_known: false }
}
