//! A move to play (thesis, section 4.1): a win that can be proved, or else the best move after which the other side has no
//! such win.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::check::Checked;
use super::limits::{Clock, SearchLimits};
use super::params::{ALPHA_BETA, ENEMY_WIN, OWN_WIN, POSITIONAL_DEPTH, WHOLE};
use super::positional::Positional;
use super::proof::Proof;
use super::solve::{Check, Wanted, solve};
use super::strategy::{Strategy, ThreatClass};
use crate::games::Game;

/// What a player may use for a move, and how far it looks.
#[derive(Clone, Debug)]
pub struct Budget {
    /// The time for a move.
    pub time: Option<Duration>,
    /// The positions that may be examined for a move.
    pub positions: Option<u64>,
    /// Rules up to this level are asked.
    pub levels: u32,
    /// So many moves the positional search looks ahead at most.
    pub deepest: u32,
    /// What a search may remember, in bytes.
    pub memory: Option<u64>,
    /// The move is made soon after this is set.
    pub stop: Arc<AtomicBool>,
}

/// So many moves alpha-beta looks ahead at most, if nothing else is wanted.
pub const DEEPEST: u32 = POSITIONAL_DEPTH;

impl Default for Budget {
    /// A second, with all rules.
    fn default() -> Budget {
        Budget {
            time: Some(Duration::from_secs(1)),
            positions: None,
            levels: u32::MAX,
            deepest: DEEPEST,
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
    /// What it is thought to be worth, where that was asked.
    pub value: Option<i64>,
    /// How many positions were examined.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
}

/// Chooses a move for the side to move.
pub fn choose<G: Checked>(strategy: &dyn Strategy<G>, game: &mut G, budget: &Budget) -> Choice<G::Move> {
    let limits = SearchLimits {
        positions: budget.positions.unwrap_or(u64::MAX),
        time: budget.time,
        memory: budget.memory,
        stop: Arc::clone(&budget.stop),
    };
    let mut player = Player { strategy, game, budget, clock: Clock::start(limits) };
    let (mv, reason, value) = player.choose();
    let (positions, time) = (player.clock.positions(), player.clock.elapsed());
    Choice { mv, reason, value, positions, time }
}

/// A win without a proof is thought to take so many moves: none that is shorter needs a search.
const UNKNOWN: u32 = 9;

/// A win that was found.
struct Win<M> {
    mv: M,
    /// Within how many moves, as far as that is known.
    plies: u32,
    /// Whether its proof was played out.
    is_checked: bool,
}

struct Player<'p, G: Checked> {
    strategy: &'p dyn Strategy<G>,
    game: &'p mut G,
    budget: &'p Budget,
    clock: Clock,
}

impl<G: Checked> Player<'_, G> {
    fn choose(&mut self) -> (Option<G::Move>, Reason, Option<i64>) {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            return (None, Reason::First, None);
        }
        if self.game.is_opening() {
            return (instant(self.game), Reason::First, None);
        }
        self.game.leave_out_far(&mut moves);
        let mut unchecked = None;
        if let Some(win) = self.win(OWN_WIN) {
            if win.is_checked {
                return (Some(win.mv), Reason::Wins(win.plies), None);
            }
            unchecked = Some(win.mv);
        }
        // What saves from a threat is all there is to try.
        let mut replies = Vec::new();
        if self.game.replies(&mut replies).is_ok() && !replies.is_empty() {
            moves = replies;
        }
        let mut longest: Option<(u32, G::Move, Option<i64>)> = None;
        loop {
            // What seems to win and could not be checked in time comes before what only looks best.
            let tried = match unchecked.take() {
                Some(mv) => Some((mv, None)),
                None => self.best(&moves),
            };
            let Some((mv, value)) = tried else { break };
            let loses = if loses(self.game, mv) {
                Some(0)
            } else {
                self.game.play(mv);
                let win = self.win(ENEMY_WIN);
                self.game.take_back();
                win.map(|win| win.plies)
            };
            match loses {
                None => return (Some(mv), Reason::Safe, value),
                Some(plies) => {
                    if longest.is_none_or(|(most, ..)| plies > most) {
                        longest = Some((plies, mv, value));
                    }
                }
            }
            moves.retain(|other| *other != mv);
            if self.clock.look().is_err() {
                break;
            }
        }
        match longest {
            Some((plies, mv, value)) => {
                // What loses at once is no find of a search that was stopped before it looked at other moves.
                let other = moves.iter().copied().find(|other| plies == 0 && !loses(self.game, *other));
                other.map_or((Some(mv), Reason::Loses, value), |other| (Some(other), Reason::First, None))
            }
            None => (instant(self.game), Reason::First, None),
        }
    }

    /// A win of the side to move.
    fn win(&mut self, part: u64) -> Option<Win<G::Move>> {
        let limits = self.share(part);
        let wanted =
            Wanted { class: ThreatClass::Quiet, levels: self.budget.levels, check: Check::InTime, limits };
        let solution = solve(self.strategy, self.game, &wanted);
        self.clock.add(solution.positions);
        // Without time a proof is not put together or its check not ended; one that ends and fails leaves no win.
        let stands = solution.checked || solution.stopped.is_some();
        let plies = solution.won.as_ref().map_or(UNKNOWN, Proof::plies);
        let win = Win { mv: solution.first()?, plies, is_checked: solution.checked };
        stands.then_some(win)
    }

    /// The best of these moves by alpha-beta.
    fn best(&mut self, moves: &[G::Move]) -> Option<(G::Move, Option<i64>)> {
        let mut clock = Clock::start(self.share(ALPHA_BETA));
        let best =
            Positional::new(self.game, self.budget.levels, &mut clock).best(moves, self.budget.deepest);
        self.clock.add(clock.positions());
        match best {
            Some(best) => Some((best.mv, Some(best.value))),
            None => moves.first().map(|mv| (*mv, None)),
        }
    }

    /// A part of what may be used, as far as there is still so much.
    fn share(&self, part: u64) -> SearchLimits {
        let left = self.budget.positions.map(|all| all.saturating_sub(self.clock.positions()));
        let positions = self.budget.positions.map(|all| all * part / WHOLE);
        let time = self
            .budget
            .time
            .map(|all| (all * part as u32 / WHOLE as u32).min(all.saturating_sub(self.clock.elapsed())));
        SearchLimits {
            positions: positions.zip(left).map_or(u64::MAX, |(part, left)| part.min(left)),
            time,
            memory: self.budget.memory,
            stop: Arc::clone(&self.budget.stop),
        }
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
