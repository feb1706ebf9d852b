//! A turn of the player: the steps by which it chooses a move.

use std::sync::Arc;
use std::time::Duration;

use crate::search::alpha_beta::table::Table;
use crate::search::alpha_beta::{AlphaBeta, DECIDED, DRAWN, Thought, Valued, WON};
use crate::search::limits::{Clock, SearchLimits};
use crate::search::params::{
    ENEMY_WIN, FALLEN, FIRST_LOOK, LAST_LOOK, NEXT_LOOK, OWN_WIN, SECOND_LOOK, STEADY, WHOLE,
};
use crate::search::proof::Proof;
use crate::search::solve::{Check, Wanted};
use crate::search::strategy::ThreatClass;
use crate::search::worth::Worth;

use super::{Budget, Choosing, Played, Reason, instant, loses};

/// Assumed length of a win without a proof, in moves. Shorter wins are recognised without a search.
const UNKNOWN: u32 = 9;

/// A win that was found.
struct Win<M> {
    mv: M,
    /// The length of the win in moves, if known, otherwise [`UNKNOWN`].
    plies: u32,
    /// The main line, if the proof was assembled.
    line: Vec<M>,
    /// Whether the proof was checked successfully.
    is_checked: bool,
}

/// A move, the reason for it, and its worth.
type Chosen<M> = (Option<M>, Reason, Option<Worth>);

/// The state of the choice of a move.
pub(super) struct Turn<'p, G: Played> {
    pub(super) game: &'p mut G,
    pub(super) budget: &'p Budget,
    pub(super) choosing: &'p Choosing<'p, G::Move>,
    pub(super) table: &'p Table<G::Move>,
    pub(super) clock: Clock,
    /// The time to use for the move, by the current estimate.
    pub(super) time: Option<Duration>,
    /// The result of each iteration of alpha-beta.
    pub(super) turns: Vec<Valued<G::Move>>,
    pub(super) listener: &'p mut dyn FnMut(&Thought<'_, G::Move>),
}

impl<G: Played> Turn<'_, G> {
    pub(super) fn choose(&mut self) -> Chosen<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            return (None, Reason::First, None);
        }
        if self.game.is_opening() {
            return (instant(self.game), Reason::First, None);
        }
        self.game.leave_out_far(&mut moves);
        moves.retain(|mv| !self.choosing.besides.contains(mv));
        if moves.is_empty() {
            return (None, Reason::First, None);
        }
        let moves = self.worth_trying(moves);
        // The helper threads search for the best move from the start.
        let among = moves.clone();
        let helped = self.budget.helped(&among, self.table, &self.clock);
        let copies = helped.copies(self.game);
        let (chosen, examined) = helped.beside(copies, || self.win_or_best(moves));
        self.clock.add(examined);
        chosen
    }

    /// A move that wins or, if none is found, the best of `moves`.
    fn win_or_best(&mut self, moves: Vec<G::Move>) -> Chosen<G::Move> {
        let own = self.win(OWN_WIN).filter(|win| !self.choosing.besides.contains(&win.mv));
        if let Some(win) = own.as_ref().filter(|win| win.is_checked) {
            self.tell(win);
            return (Some(win.mv), Reason::Wins(win.plies), None);
        }
        self.best_safe(moves, own.map(|win| win.mv))
    }

    /// The moves that are worth trying: the replies to a threat if there are any, otherwise the moves named by the
    /// base, otherwise all.
    fn worth_trying(&mut self, moves: Vec<G::Move>) -> Vec<G::Move> {
        let mut replies = Vec::new();
        // Against a threat, only the replies that stop it are worth trying, unless they lose themselves.
        if self.game.replies(&mut replies).is_ok() {
            replies.retain(|mv| !self.choosing.besides.contains(mv) && !loses(self.game, *mv));
            if !replies.is_empty() {
                return replies;
            }
        }
        let mut candidates = Vec::new();
        if !self.game.has_proofs() || self.game.candidates(&mut candidates).is_err() {
            return moves;
        }
        candidates.sort_by_key(|(_, worth)| -worth);
        let near: Vec<G::Move> = candidates.into_iter().map(|(mv, _)| mv).collect();
        let named: Vec<G::Move> = near.into_iter().filter(|mv| moves.contains(mv)).collect();
        if named.is_empty() { moves } else { named }
    }

    /// The best of the moves after which no win of the opponent is found. `unchecked`, a move that seems to win but
    /// could not be checked in time, is tried first.
    fn best_safe(&mut self, mut moves: Vec<G::Move>, mut unchecked: Option<G::Move>) -> Chosen<G::Move> {
        let mut safe: Option<Valued<G::Move>> = None;
        let mut longest: Option<(u32, Valued<G::Move>)> = None;
        let mut until = self.first_look();
        while !moves.is_empty() {
            let tried = match unchecked.take() {
                Some(mv) => unsearched(mv),
                None => self.best(&moves, until),
            };
            if tried.value > DECIDED {
                return (Some(tried.mv), Reason::Wins((WON - tried.value) as u32), Some(tried.worth()));
            }
            if safe.is_some() && tried.depth == 0 {
                break;
            }
            let is_known = safe.is_some_and(|safe| safe.mv == tried.mv);
            let loss = if is_known { None } else { self.loss_after(tried) };
            let Some(plies) = loss else {
                safe = Some(tried);
                match self.next_look(until, moves.len() == 1 && !self.budget.is_valuing) {
                    Some(next) => until = next,
                    None => break,
                }
                continue;
            };
            if longest.is_none_or(|(most, _)| plies > most) {
                // The value by alpha-beta has been refuted.
                let value = tried.value.min(i64::from(plies) + 1 - WON);
                longest = Some((plies, Valued { value, ..tried }));
            }
            moves.retain(|other| *other != tried.mv);
            until = (until + NEXT_LOOK).min(LAST_LOOK);
            // If the search sees that even the best move loses, so do all others.
            if tried.value < -DECIDED || self.clock.look().is_err() {
                break;
            }
        }
        match (safe, longest) {
            (Some(safe), _) if self.game.has_proofs() => (Some(safe.mv), Reason::Safe, Some(safe.worth())),
            (Some(best), _) => (Some(best.mv), Reason::Best, Some(best.worth())),
            (None, Some((plies, longest))) => self.least_bad(plies, longest, &moves),
            (None, None) => (instant(self.game), Reason::First, None),
        }
    }

    /// The share of the budget at which alpha-beta first stops so that its best move can be checked. The whole budget
    /// if there is nothing to check and no time to save.
    fn first_look(&self) -> u64 {
        let saves = self.budget.aim.is_some();
        if self.game.has_proofs() || saves { FIRST_LOOK } else { WHOLE }
    }

    /// The share of the budget up to which alpha-beta continues after its best move was checked; `None` to stop.
    /// `is_only` is `true` if only one move is left.
    fn next_look(&mut self, until: u64, is_only: bool) -> Option<u64> {
        if is_only || self.clock.look().is_err() {
            return None;
        }
        // Time that is not used now is saved for later moves.
        let saves = self.budget.aim.is_some() && self.time == self.budget.aim;
        match until {
            _ if saves && self.is_easy() => None,
            until if until < SECOND_LOOK => Some(SECOND_LOOK),
            until if until < LAST_LOOK => Some(LAST_LOOK),
            _ if saves && self.is_hard() => {
                self.time = self.budget.time;
                Some(SECOND_LOOK)
            }
            _ => None,
        }
    }

    /// Whether all of the last iterations had the same best move.
    fn is_easy(&self) -> bool {
        let last = self.turns.last_chunk::<STEADY>();
        last.is_some_and(|turns| turns.iter().all(|best| best.mv == turns[0].mv))
    }

    /// Whether the last iteration found another best move, or a lower value, than the one before.
    fn is_hard(&self) -> bool {
        match self.turns.as_slice() {
            [.., before, last] => {
                last.mv != before.mv || last.value + FALLEN * self.game.unit() < before.value
            }
            _ => false,
        }
    }

    /// The move that loses latest. If it loses at once, a move that does not is preferred: the search was stopped
    /// before it tried other moves.
    fn least_bad(&mut self, plies: u32, longest: Valued<G::Move>, others: &[G::Move]) -> Chosen<G::Move> {
        let other = others.iter().copied().find(|other| plies == 0 && !loses(self.game, *other));
        match other {
            Some(other) => (Some(other), Reason::First, None),
            None => (Some(longest.mv), Reason::Loses, Some(longest.worth())),
        }
    }

    /// The number of moves within which the opponent wins after a move; `None` if no such win is found.
    fn loss_after(&mut self, tried: Valued<G::Move>) -> Option<u32> {
        if loses(self.game, tried.mv) {
            return Some(0);
        }
        if tried.value < -DECIDED {
            return Some((WON + tried.value) as u32);
        }
        self.game.play(tried.mv);
        let win = self.win(ENEMY_WIN);
        self.game.take_back();
        win.map(|win| win.plies)
    }

    /// Searches for a win of the side to move with this share of the budget.
    fn win(&mut self, part: u64) -> Option<Win<G::Move>> {
        let limits = self.share(part);
        let wanted =
            Wanted { class: ThreatClass::Quiet, levels: self.budget.levels, check: Check::InTime, limits };
        let solution = self.game.prove(self.budget.tactics, &wanted)?;
        self.clock.add(solution.positions);
        // If time runs out, the proof is not assembled or its check not completed, and the move is still used; if the
        // check fails, there is no win.
        let stands = solution.checked || solution.stopped.is_some();
        let plies = solution.won.as_ref().map_or(UNKNOWN, Proof::plies);
        let line = solution.won.as_ref().map_or_else(Vec::new, |proof| proof.line().0);
        let win = Win { mv: solution.first()?, plies, line, is_checked: solution.checked };
        stands.then_some(win)
    }

    /// Reports a proved win to the listener.
    fn tell(&mut self, win: &Win<G::Move>) {
        let value = WON - i64::from(win.plies);
        let best = Valued { mv: win.mv, value, depth: win.plies, is_known: true };
        let (line, positions) = (win.line.as_slice(), self.clock.positions());
        (self.listener)(&Thought { best, line, positions });
    }

    /// The best of these moves by alpha-beta, within this share of the budget.
    fn best(&mut self, moves: &[G::Move], until: u64) -> Valued<G::Move> {
        let mut clock = Clock::start(self.rest(until));
        let Budget { levels, deepest, is_valuing, is_plain, .. } = *self.budget;
        let preferred = self.preferred(moves);
        let (before, turns, told, table) =
            (self.clock.positions(), &mut self.turns, &mut self.listener, self.table);
        let mut listener = |thought: &Thought<'_, G::Move>| {
            turns.push(thought.best);
            told(&Thought { positions: before + thought.positions, ..thought.clone() });
        };
        let search = AlphaBeta::new(self.game, levels, &mut clock, table);
        let search = if is_valuing { search.valuing() } else { search };
        let search = if is_plain { search.plain() } else { search };
        let search = match preferred {
            Some(preferred) => search.preferring(preferred),
            None => search,
        };
        let best = search.telling(&mut listener).best(moves, deepest);
        self.clock.add(clock.positions());
        best.unwrap_or(unsearched(moves[0]))
    }

    /// The preference for each of these moves, if preferences are added to values; `None` otherwise.
    fn preferred(&mut self, moves: &[G::Move]) -> Option<Vec<i64>> {
        if self.game.has_proofs() || self.budget.is_valuing {
            return None;
        }
        let Some(preferred) = self.choosing.preferred else { return self.game.preferences(moves).ok() };
        let mut all = Vec::new();
        self.game.moves(&mut all);
        let of =
            |mv: &G::Move| all.iter().position(|other| other == mv).and_then(|at| preferred.get(at).copied());
        Some(moves.iter().map(|mv| of(mv).unwrap_or_default()).collect())
    }

    /// The limits for a share of the budget, as far as that much is left.
    fn share(&self, part: u64) -> SearchLimits {
        let whole = self.rest(WHOLE);
        let positions = self.budget.positions.map_or(u64::MAX, |all| hundredths(all, part));
        let time = self.time.map(|all| all * part as u32 / WHOLE as u32);
        SearchLimits { positions: positions.min(whole.positions), time: time.min(whole.time), ..whole }
    }

    /// The limits for continuing until this share of the whole budget has been used.
    fn rest(&self, until: u64) -> SearchLimits {
        let all = self.budget.positions.map(|all| hundredths(all, until));
        let positions = all.map_or(u64::MAX, |all| all.saturating_sub(self.clock.positions()));
        let time = |all: Duration| (all * until as u32 / WHOLE as u32).saturating_sub(self.clock.elapsed());
        SearchLimits {
            positions,
            time: self.time.map(time),
            // The check of a proof may take no longer than a search.
            stones: self.budget.positions.unwrap_or(u64::MAX),
            // The other half is for the transposition table.
            memory: self.budget.memory.map(|bytes| bytes / 2),
            stop: Arc::clone(&self.budget.stop),
            shared: self.clock.shared_until(all.unwrap_or(u64::MAX)),
        }
    }
}

/// A number of hundredths of `all`.
fn hundredths(all: u64, parts: u64) -> u64 {
    (u128::from(all) * u128::from(parts) / u128::from(WHOLE)) as u64
}

/// A move that no search has valued.
fn unsearched<M>(mv: M) -> Valued<M> {
    Valued { mv, value: DRAWN, depth: 0, is_known: false }
}
