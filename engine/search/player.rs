//! A move to play (thesis, section 4.1): a win that can be proved, or else a sensible move after which the other side has
//! no such win.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::limits::{Clock, Limits};
use super::positional::Positional;
use super::proof::Proof;
use super::solve::{Check, Wanted, solve};
use super::strategy::{Reach, Strategy};
use crate::board::{Colour, Point, Position};
use crate::games::{FiveInARow, Game};

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
pub struct Choice {
    /// The move; nothing where the board is full.
    pub made: Option<Point>,
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
pub fn choose<'b>(strategy: &dyn Strategy<FiveInARow<'b>>, game: &mut FiveInARow<'b>, pace: &Pace) -> Choice {
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
struct Win {
    made: Point,
    /// Within how many moves, as far as that is known.
    plies: u32,
    /// Whether its proof was played out.
    is_checked: bool,
}

struct Player<'p, 'b> {
    strategy: &'p dyn Strategy<FiveInARow<'b>>,
    game: &'p mut FiveInARow<'b>,
    pace: &'p Pace,
    clock: Clock,
}

impl Player<'_, '_> {
    fn choose(&mut self) -> (Option<Point>, Reason, Option<i64>) {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            return (None, Reason::First, None);
        }
        // The middle of an empty board, and beside the first stone: a search sees no difference that would be one,
        // least of all for a colour that passes gave the turn to.
        match Point::COUNT - self.game.position().empty_fields().len() {
            0 => return (nearest(self.game), Reason::First, None),
            1 => keep_near(self.game.position(), &mut moves),
            _ => {}
        }
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
        let mut longest: Option<(u32, Point, Option<i64>)> = None;
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
                let other = moves.iter().copied().find(|field| plies == 0 && !loses(self.game, *field));
                other.map_or((Some(made), Reason::Loses, value), |other| (Some(other), Reason::First, None))
            }
            None => (nearest(self.game), Reason::First, None),
        }
    }

    /// A win of the side to move.
    fn win(&mut self, part: u64) -> Option<Win> {
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
    fn sensible(&mut self, moves: &[Point]) -> Option<(Point, Option<i64>)> {
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

/// Keeps the fields beside a stone, where there are such.
fn keep_near(position: &Position, moves: &mut Vec<Point>) {
    let stones = || Colour::ALL.into_iter().flat_map(|colour| position.stones(colour).iter());
    let is_near = |field: &Point| stones().any(|stone| stone.distance(*field) == 1);
    if moves.iter().any(is_near) {
        moves.retain(is_near);
    }
}

/// The empty field nearest to the last move, or to the middle, where a stone does not lose at once: a move without a
/// search.
pub fn nearest(game: &mut FiveInARow<'_>) -> Option<Point> {
    let mut fields = Vec::new();
    game.moves(&mut fields);
    if let Some(last) = game.position().last_move() {
        fields.sort_by_key(|field| field.distance(last));
    }
    fields.iter().copied().find(|field| !loses(game, *field)).or(fields.first().copied())
}

/// Whether a stone of the side to move on this field loses at once.
fn loses(game: &mut FiveInARow<'_>, field: Point) -> bool {
    let enemy = game.to_move().other();
    matches!(game.winner_after(field), Ok(Some(winner)) if winner == enemy)
}
