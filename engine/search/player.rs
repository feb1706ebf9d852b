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

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::Fault;

use super::alpha_beta::several::{self, Several};
use super::alpha_beta::table::Table;
use super::alpha_beta::threads::{Helped, worthwhile};
use super::alpha_beta::{AlphaBeta, DECIDED, DRAWN, Thought, Valued, WON};
use super::limits::{Clock, SearchLimits, Shared};
use super::params::{
    DEEPENING_MOST, ENEMY_WIN, FALLEN, FIRST_LOOK, LAST_LOOK, NEXT_LOOK, OWN_WIN, SECOND_LOOK, STEADY,
    TABLE_BYTES, TABLE_PER_POSITION, WHOLE,
};
use super::proof::Proof;
use super::solve::{Check, Solution, Wanted};
use super::strategy::ThreatClass;
use super::tactics::Tactics;
use super::time::MoveTime;
use super::worth::Worth;
use crate::games::{Game, Knowledge};

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

/// What a player may use for a move, and how far it looks.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The time for a move.
    pub time: Option<Duration>,
    /// So much of it is used where nothing speaks for less or for more: what is saved is for later moves. All of it without one.
    pub aim: Option<Duration>,
    /// The positions that may be examined for a move.
    pub positions: Option<u64>,
    /// Rules up to this level are asked.
    pub levels: u32,
    /// So many moves the positional search looks ahead at most.
    pub deepest: u32,
    /// So many threads look for the best move by alpha-beta.
    pub threads: usize,
    /// Moves are valued, not chosen: the search looks into a move that is the only one too.
    pub is_valuing: bool,
    /// Every line is looked at equally far.
    pub is_plain: bool,
    /// How wins are looked for that can be proved.
    pub tactics: Tactics,
    /// What a search may remember, in bytes.
    pub memory: Option<u64>,
    /// The move is made soon after this is set.
    pub stop: Arc<AtomicBool>,
}

/// So many moves alpha-beta looks ahead at most, if nothing else is wanted.
pub const DEEPEST: u32 = DEEPENING_MOST;

impl Budget {
    /// The limits of a search that uses all of it.
    pub fn limits(&self) -> SearchLimits {
        let shared = self.positions.filter(|_| self.threads > 1);
        SearchLimits {
            shared: shared.map(|positions| Shared::new(positions, self.threads)),
            positions: self.positions.unwrap_or(u64::MAX),
            time: self.time,
            memory: self.memory,
            stop: Arc::clone(&self.stop),
            ..SearchLimits::default()
        }
    }

    /// No limit of time, with all rules.
    pub fn untimed() -> Budget {
        Budget { time: None, ..Budget::default() }
    }

    /// The same with no more time than it aims at.
    #[must_use]
    pub fn aimed(&self) -> Budget {
        Budget { time: self.aim.or(self.time), aim: None, ..self.clone() }
    }

    /// The same for `count` moves.
    #[must_use]
    pub fn for_moves(&self, count: usize) -> Budget {
        let positions = self.positions.map(|positions| positions.saturating_mul(count as u64));
        let time = self.time.map(|time| time.saturating_mul(count.try_into().unwrap_or(u32::MAX)));
        Budget { positions, time, ..self.clone() }
    }

    /// So many hundredths of it.
    #[must_use]
    pub fn part(&self, hundredths: u64) -> Budget {
        let positions = self.positions.map(|all| all.saturating_mul(hundredths).div_ceil(WHOLE));
        let time = self.time.map(|all| all.mul_f64(hundredths as f64 / WHOLE as f64));
        Budget { positions, time, ..self.clone() }
    }

    /// Whether nothing is left of it.
    pub fn is_used_up(&self) -> bool {
        self.positions == Some(0) || self.time == Some(Duration::ZERO) || self.stop.load(Ordering::Relaxed)
    }

    /// The same with no more threads than its positions are worth.
    #[must_use]
    pub fn of_worthwhile_threads(&self) -> Budget {
        Budget { threads: worthwhile(self.threads, self.positions), ..self.clone() }
    }

    /// The other threads of a search with this budget.
    pub fn helped<'h, G: Knowledge>(
        &self,
        among: &'h [G::Move],
        table: &'h Table<G::Move>,
        clock: &Clock,
    ) -> Helped<'h, G> {
        let Budget { threads, levels, is_valuing, is_plain, .. } = *self;
        Helped { threads, levels, among, table, clock: clock.clone(), is_valuing, is_plain }
    }

    /// What is left of it after a search.
    #[must_use]
    pub fn without(&self, positions: u64, time: Duration) -> Budget {
        let positions = self.positions.map(|all| all.saturating_sub(positions));
        Budget { positions, time: self.time.map(|all| all.saturating_sub(time)), ..self.clone() }
    }

    /// The same with so much time for a move.
    pub fn with_time(self, time: Option<MoveTime>) -> Budget {
        let aim = time.filter(|time| time.aim < time.most).map(|time| time.aim);
        Budget { time: time.map(|time| time.most), aim, ..self }
    }
}

impl Default for Budget {
    /// A second, with all rules.
    fn default() -> Budget {
        Budget {
            time: Some(Duration::from_secs(1)),
            aim: None,
            positions: None,
            levels: u32::MAX,
            deepest: DEEPEST,
            threads: 1,
            is_valuing: false,
            is_plain: false,
            tactics: Tactics::Threats,
            memory: None,
            stop: Arc::default(),
        }
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

/// Chooses a move for the side to move, by a player that remembers nothing of the game.
pub fn choose<G: Played>(game: &mut G, budget: &Budget) -> Choice<G::Move> {
    Player::new(budget).choose(game, budget)
}

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
struct Turn<'p, G: Played> {
    game: &'p mut G,
    budget: &'p Budget,
    choosing: &'p Choosing<'p, G::Move>,
    table: &'p Table<G::Move>,
    clock: Clock,
    /// The time that it takes in all, as it looks by now.
    time: Option<Duration>,
    /// What alpha-beta has found by each turn that looks deeper.
    turns: Vec<Valued<G::Move>>,
    listener: &'p mut dyn FnMut(&Thought<'_, G::Move>),
}

impl<G: Played> Turn<'_, G> {
    fn choose(&mut self) -> Chosen<G::Move> {
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
