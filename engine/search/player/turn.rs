//! A turn: the steps by which a move is chosen.

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

/// A win without a proof is thought to take so many moves: none that is shorter needs a search.
const UNKNOWN: u32 = 9;

/// A win that was found.
struct Win<M> {
    mv: M,
    /// Within how many moves, as far as that is known.
    plies: u32,
    /// Its main line, as far as it was put together.
    line: Vec<M>,
    /// Whether its proof was played out.
    is_checked: bool,
}

/// A move, why it is made and what it is worth.
type Chosen<M> = (Option<M>, Reason, Option<Worth>);

/// A move that is chosen.
pub(super) struct Turn<'p, G: Played> {
    pub(super) game: &'p mut G,
    pub(super) budget: &'p Budget,
    pub(super) choosing: &'p Choosing<'p, G::Move>,
    pub(super) table: &'p Table<G::Move>,
    pub(super) clock: Clock,
    /// The time that it takes in all, as it looks by now.
    pub(super) time: Option<Duration>,
    /// What alpha-beta has found by each turn that looks deeper.
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
        // The other threads look for the best move from the beginning.
        let among = moves.clone();
        let helped = self.budget.helped(&among, self.table, &self.clock);
        let copies = helped.copies(self.game);
        let (chosen, examined) = helped.beside(copies, || self.win_or_best(moves));
        self.clock.add(examined);
        chosen
    }

    /// A move that wins, and else the best of these.
    fn win_or_best(&mut self, moves: Vec<G::Move>) -> Chosen<G::Move> {
        let own = self.win(OWN_WIN).filter(|win| !self.choosing.besides.contains(&win.mv));
        if let Some(win) = own.as_ref().filter(|win| win.is_checked) {
            self.tell(win);
            return (Some(win.mv), Reason::Wins(win.plies), None);
        }
        self.best_safe(moves, own.map(|win| win.mv))
    }

    /// Those of the moves that are worth trying: the replies to a threat, and else what the base names; of all others only those
    /// where there is nothing else.
    fn worth_trying(&mut self, moves: Vec<G::Move>) -> Vec<G::Move> {
        let mut replies = Vec::new();
        // What saves from a threat is all there is to try, unless it loses itself.
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

    /// The best of the moves after which no win of the other side is found; a move that seems to win and could not be checked in
    /// time comes before what only looks best.
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
                // What alpha-beta says of it is refuted.
                let value = tried.value.min(i64::from(plies) + 1 - WON);
                longest = Some((plies, Valued { value, ..tried }));
            }
            moves.retain(|other| *other != tried.mv);
            until = (until + NEXT_LOOK).min(LAST_LOOK);
            // Where the search sees that the best move loses, all others do.
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

    /// Until when alpha-beta looks for a move before that is looked at. Where there is nothing to look at and no time to save, it
    /// goes on to the end.
    fn first_look(&self) -> u64 {
        let saves = self.budget.aim.is_some();
        if self.game.has_proofs() || saves { FIRST_LOOK } else { WHOLE }
    }

    /// Until when alpha-beta goes on behind a look at its best move, which may be the only one; nothing where it is not to go on.
    fn next_look(&mut self, until: u64, is_only: bool) -> Option<u64> {
        if is_only || self.clock.look().is_err() {
            return None;
        }
        // What is not used now is there for later moves.
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

    /// The same move was the best in all of the last turns.
    fn is_easy(&self) -> bool {
        let last = self.turns.last_chunk::<STEADY>();
        last.is_some_and(|turns| turns.iter().all(|best| best.mv == turns[0].mv))
    }

    /// The last turn has found another move than the one before, or has found it worse.
    fn is_hard(&self) -> bool {
        match self.turns.as_slice() {
            [.., before, last] => {
                last.mv != before.mv || last.value + FALLEN * self.game.unit() < before.value
            }
            _ => false,
        }
    }

    /// Of moves that lose that which holds out longest. What loses at once is no find of a search that was stopped before it looked
    /// at other moves.
    fn least_bad(&mut self, plies: u32, longest: Valued<G::Move>, others: &[G::Move]) -> Chosen<G::Move> {
        let other = others.iter().copied().find(|other| plies == 0 && !loses(self.game, *other));
        match other {
            Some(other) => (Some(other), Reason::First, None),
            None => (Some(longest.mv), Reason::Loses, Some(longest.worth())),
        }
    }

    /// Within how many moves the other side wins after a move, where a win is found.
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

    /// A win of the side to move.
    fn win(&mut self, part: u64) -> Option<Win<G::Move>> {
        let limits = self.share(part);
        let wanted =
            Wanted { class: ThreatClass::Quiet, levels: self.budget.levels, check: Check::InTime, limits };
        let solution = self.game.prove(self.budget.tactics, &wanted)?;
        self.clock.add(solution.positions);
        // Without time a proof is not put together or its check not ended; one that ends and fails leaves no win.
        let stands = solution.checked || solution.stopped.is_some();
        let plies = solution.won.as_ref().map_or(UNKNOWN, Proof::plies);
        let line = solution.won.as_ref().map_or_else(Vec::new, |proof| proof.line().0);
        let win = Win { mv: solution.first()?, plies, line, is_checked: solution.checked };
        stands.then_some(win)
    }

    /// Tells of a win that was proved.
    fn tell(&mut self, win: &Win<G::Move>) {
        let value = WON - i64::from(win.plies);
        let best = Valued { mv: win.mv, value, depth: win.plies, is_known: true };
        let (line, positions) = (win.line.as_slice(), self.clock.positions());
        (self.listener)(&Thought { best, line, positions });
    }

    /// The best of these moves by alpha-beta, until so much of what may be used is used.
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

    /// What is preferred in each of these moves, where that is added to their values.
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

    /// A part of what may be used, as far as there is still so much.
    fn share(&self, part: u64) -> SearchLimits {
        let whole = self.rest(WHOLE);
        let positions = self.budget.positions.map_or(u64::MAX, |all| hundredths(all, part));
        let time = self.time.map(|all| all * part as u32 / WHOLE as u32);
        SearchLimits { positions: positions.min(whole.positions), time: time.min(whole.time), ..whole }
    }

    /// What may be used until this part of all of it is used.
    fn rest(&self, until: u64) -> SearchLimits {
        let all = self.budget.positions.map(|all| hundredths(all, until));
        let positions = all.map_or(u64::MAX, |all| all.saturating_sub(self.clock.positions()));
        let time = |all: Duration| (all * until as u32 / WHOLE as u32).saturating_sub(self.clock.elapsed());
        SearchLimits {
            positions,
            time: self.time.map(time),
            // A check of a proof is to take no longer than a search.
            stones: self.budget.positions.unwrap_or(u64::MAX),
            // The other half is the table's.
            memory: self.budget.memory.map(|bytes| bytes / 2),
            stop: Arc::clone(&self.budget.stop),
            shared: self.clock.shared_until(all.unwrap_or(u64::MAX)),
        }
    }
}

/// So many hundredths of a number.
fn hundredths(all: u64, parts: u64) -> u64 {
    (u128::from(all) * u128::from(parts) / u128::from(WHOLE)) as u64
}

/// A move that no search has valued.
fn unsearched<M>(mv: M) -> Valued<M> {
    Valued { mv, value: DRAWN, depth: 0, is_known: false }
}
