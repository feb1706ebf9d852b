//! A move to play (thesis, section 4.1): a win that can be proved, or else a sensible move after which the other side has
//! no such win.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::check::Checked;
use super::limits::{Clock, Limits};
use super::positional::Positional;
use super::proof::Proof;
use super::solve::{Check, Wanted, solve};
use super::strategy::{Reach, Strategy};
use crate::games::Game;

/// How a player plays.
#[derive(Clone, Debug)]
pub struct Pace {
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

/// So many moves the positional search looks ahead at most, if nothing else is wanted.
pub const DEEPEST: u32 = 4;

impl Default for Pace {
    /// A second, with all rules.
    fn default() -> Pace {
        Pace {
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
    pub made: Option<M>,
    /// Why.
    pub reason: Reason,
    /// What it is thought to be worth, where that was asked.
    pub value: Option<i64>,
    /// How many positions were examined.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
}

/// Parts of the time and of the positions, of [`WHOLE`]: for one's own win, for a sensible move, and for each look whether
/// the other side wins after it.
const WIN: u64 = 40;
const SENSIBLE: u64 = 20;
const CHECK: u64 = 15;
const WHOLE: u64 = 100;

/// Chooses a move for the side to move.
pub fn choose<G: Checked>(strategy: &dyn Strategy<G>, game: &mut G, pace: &Pace) -> Choice<G::Move> {
    let limits = Limits {
        positions: pace.positions.unwrap_or(u64::MAX),
        time: pace.time,
        memory: pace.memory,
        stop: Arc::clone(&pace.stop),
    };
    let mut player = Player { strategy, game, pace, clock: Clock::start(limits) };
    let (made, reason, value) = player.choose();
    let (positions, time) = (player.clock.positions(), player.clock.elapsed());
    Choice { made, reason, value, positions, time }
}

/// A win without a proof is thought to take so many moves: none that is shorter needs a search.
const UNKNOWN: u32 = 9;

/// A win that was found.
struct Win<M> {
    made: M,
    /// Within how many moves, as far as that is known.
    plies: u32,
    /// Whether its proof was played out.
    is_checked: bool,
}

struct Player<'p, G: Checked> {
    strategy: &'p dyn Strategy<G>,
    game: &'p mut G,
    pace: &'p Pace,
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
        let mut believed = None;
        if let Some(win) = self.win(WIN) {
            if win.is_checked {
                return (Some(win.made), Reason::Wins(win.plies), None);
            }
            believed = Some(win.made);
        }
        // What saves from a threat is all there is to try.
        let mut replies = Vec::new();
        if self.game.replies(&mut replies).is_ok() && !replies.is_empty() {
            moves = replies;
        }
        let mut longest: Option<(u32, G::Move, Option<i64>)> = None;
        loop {
            // What seems to win and could not be checked in time comes before what is only sensible.
            let tried = match believed.take() {
                Some(made) => Some((made, None)),
                None => self.sensible(&moves),
            };
            let Some((made, value)) = tried else { break };
            let loses = if loses(self.game, made) {
                Some(0)
            } else {
                self.game.play(made);
                let win = self.win(CHECK);
                self.game.take_back();
                win.map(|win| win.plies)
            };
            match loses {
                None => return (Some(made), Reason::Safe, value),
                Some(plies) => {
                    if longest.is_none_or(|(most, ..)| plies > most) {
                        longest = Some((plies, made, value));
                    }
                }
            }
            moves.retain(|other| *other != made);
            if self.clock.look().is_err() {
                break;
            }
        }
        match longest {
            Some((plies, made, value)) => {
                // What loses at once is no find of a search that was stopped before it looked at other moves.
                let other = moves.iter().copied().find(|other| plies == 0 && !loses(self.game, *other));
                other.map_or((Some(made), Reason::Loses, value), |other| (Some(other), Reason::First, None))
            }
            None => (instant(self.game), Reason::First, None),
        }
    }

    /// A win of the side to move.
    fn win(&mut self, part: u64) -> Option<Win<G::Move>> {
        let limits = self.share(part);
        let wanted = Wanted { reach: Reach::Quiet, levels: self.pace.levels, check: Check::InTime, limits };
        let solution = solve(self.strategy, self.game, &wanted);
        self.clock.add(solution.positions);
        // Without time a proof is not put together or its check not ended; one that ends and fails leaves no win.
        let is_believed = solution.checked || solution.stopped.is_some();
        let plies = solution.won.as_ref().map_or(UNKNOWN, Proof::plies);
        let win = Win { made: solution.first()?, plies, is_checked: solution.checked };
        is_believed.then_some(win)
    }

    /// The most sensible of these moves.
    fn sensible(&mut self, moves: &[G::Move]) -> Option<(G::Move, Option<i64>)> {
        let mut clock = Clock::start(self.share(SENSIBLE));
        let best = Positional::new(self.game, self.pace.levels, &mut clock).best(moves, self.pace.deepest);
        self.clock.add(clock.positions());
        match best {
            Some(best) => Some((best.made, Some(best.value))),
            None => moves.first().map(|made| (*made, None)),
        }
    }

    /// A part of what may be used, as far as there is still so much.
    fn share(&self, part: u64) -> Limits {
        let left = self.pace.positions.map(|all| all.saturating_sub(self.clock.positions()));
        let positions = self.pace.positions.map(|all| all * part / WHOLE);
        let time = self
            .pace
            .time
            .map(|all| (all * part as u32 / WHOLE as u32).min(all.saturating_sub(self.clock.elapsed())));
        Limits {
            positions: positions.zip(left).map_or(u64::MAX, |(part, left)| part.min(left)),
            time,
            memory: self.pace.memory,
            stop: Arc::clone(&self.pace.stop),
        }
    }
}

/// A move without a search: the first of those that a game gives for it, but for such as lose at once.
pub fn instant<G: Game>(game: &mut G) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.instant_moves(&mut moves);
    moves.iter().copied().find(|made| !loses(game, *made)).or(moves.first().copied())
}

/// Whether a move of the side to move loses at once.
fn loses<G: Game>(game: &mut G, made: G::Move) -> bool {
    let enemy = G::opponent(game.to_move());
    matches!(game.winner_after(made), Ok(Some(winner)) if winner == enemy)
}
