//! Checks a line of moves that the user believes to win: after each move of the side that begins the line, finds out
//! whether that side still wins against every reply.
//!
//! | file | what it holds |
//! |---|---|
//! | `stones` | games of stones: every reply is played, and a proof is searched after it |
//! | `text` | games in text: a search of all lines decides the position after the move |

mod stones;
mod text;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use noire_engine::search::limits::{Clock, SearchLimits};
use noire_engine::world::{End, World, WorldError};

/// The limits of a check.
#[derive(Clone, Debug)]
pub struct LineLimits {
    /// Maximum number of positions to search for each move of the line.
    pub positions: u64,
    /// Maximum time for the whole line.
    pub time: Option<Duration>,
    /// The maximum level of rules to use.
    pub levels: u32,
    /// Flag to set to stop the check, which ends soon afterwards.
    pub stop: Arc<AtomicBool>,
}

/// Whether the side that begins the line wins after one of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The move wins at once.
    Ends,
    /// Every reply loses.
    Wins {
        /// Number of replies after which a win was proved, or `None` if one search decided all of them.
        replies: Option<usize>,
        /// Maximum number of moves of both sides to the win, if it is known.
        plies: Option<u32>,
    },
    /// The opponent does not lose.
    Refuted {
        /// Whether the opponent wins. If not, the game is drawn.
        is_lost: bool,
        /// Moves that show it, beginning with the reply. Empty if the move itself ends the game.
        line: Vec<M>,
    },
    /// No win was found after this reply, which proves nothing.
    Undecided {
        /// The reply; `None` if the search had no time to find one.
        reply: Option<M>,
    },
}

/// A move of the line.
#[derive(Clone, Debug)]
pub struct CheckedMove<M> {
    /// The move.
    pub mv: M,
    /// The name of the player who makes the move.
    pub player: String,
    /// The verdict on a move of the side that begins the line; `None` for the replies, and for moves that were not
    /// checked because the check was stopped.
    pub verdict: Option<Verdict<M>>,
    /// How the game has ended after the move.
    pub end: Option<End>,
    /// Number of positions examined for this move.
    pub positions: u64,
}

/// Whether a whole line wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineVerdict {
    /// Every move of the side that begins the line keeps the win.
    Wins,
    /// The move with this index gives the win away.
    Refuted(usize),
    /// The move with this index is the first one that is neither proved nor refuted.
    Undecided(usize),
}

/// The verdict on a whole line. A refuted move counts more than an earlier move that is undecided.
pub fn line_verdict<M>(checked: &[CheckedMove<M>]) -> LineVerdict {
    let find = |is_meant: fn(&Verdict<M>) -> bool| {
        checked.iter().position(|one| one.verdict.as_ref().is_some_and(is_meant))
    };
    if let Some(at) = find(|verdict| matches!(verdict, Verdict::Refuted { .. })) {
        return LineVerdict::Refuted(at);
    }
    let attacker = checked.first().map(|first| first.player.as_str());
    let is_open = |one: &CheckedMove<M>| match &one.verdict {
        None => Some(one.player.as_str()) == attacker,
        Some(verdict) => matches!(verdict, Verdict::Undecided { .. }),
    };
    checked.iter().position(is_open).map_or(LineVerdict::Wins, LineVerdict::Undecided)
}

/// How far a check is.
#[derive(Clone, Copy, Debug)]
pub struct LineProgress {
    /// Index of the move that is checked.
    pub at: usize,
    /// Share of its replies that were searched.
    pub share: f64,
}

/// The position after a move that is checked, with what the check needs to know.
pub struct Checking<'a, W: World> {
    /// The first position of the game.
    pub start: &'a W::Position,
    /// The moves up to and including the one that is checked.
    pub moves: &'a [W::Move],
    /// The reply in the line, which is tried first.
    pub expected: Option<W::Move>,
    /// The name of the player who must win.
    pub attacker: &'a str,
    pub limits: &'a LineLimits,
    /// The clock of the whole line.
    pub clock: &'a Clock,
}

impl<W: World> Checking<'_, W> {
    /// The time that is left.
    fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.clock.elapsed()))
    }

    /// Whether the check was stopped, or there is no time left.
    fn is_over(&self) -> bool {
        self.limits.stop.load(Ordering::Relaxed) || self.time_left().is_some_and(|left| left.is_zero())
    }
}

/// A game in which lines can be checked.
pub trait LineCheckWorld: World {
    /// Reads a line that continues the game `moves` from `start`.
    ///
    /// # Errors
    /// Fails if the text has mistakes.
    fn read_line(
        &self,
        start: &Self::Position,
        moves: &[Self::Move],
        text: &str,
    ) -> Result<Vec<Self::Move>, WorldError> {
        let mut all = self.continued(start, moves, text)?;
        Ok(all.split_off(moves.len()))
    }

    /// Decides a position in which the game goes on after a move. Also returns the number of positions examined. `show`
    /// receives the share of the replies that were searched.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn verdict_after(
        &self,
        checking: &Checking<'_, Self>,
        show: &mut dyn FnMut(f64),
    ) -> Result<(Verdict<Self::Move>, u64), WorldError>;
}

/// Checks the moves of `line` after the game `moves` from `start`. A game that ends before the end of the line ends the
/// check too.
///
/// # Errors
/// Fails if a move cannot be played, or the game cannot continue.
pub fn check_line<W: LineCheckWorld>(
    world: &W,
    (start, moves): (&W::Position, &[W::Move]),
    line: &[W::Move],
    limits: &LineLimits,
    show: &mut dyn FnMut(LineProgress),
) -> Result<Vec<CheckedMove<W::Move>>, WorldError> {
    let clock = Clock::start(SearchLimits::default());
    let mut all = moves.to_vec();
    let mut position = world.replay(start, &all, &mut |_| true)?;
    let attacker = world.to_move(&position).unwrap_or_default();
    let mut checked: Vec<CheckedMove<W::Move>> = Vec::with_capacity(line.len());
    for (at, mv) in line.iter().enumerate() {
        let player = world.to_move(&position).unwrap_or_default();
        all.push(*mv);
        position = world.replay(start, &all, &mut |_| true)?;
        let end = world.end(&mut position)?;
        let mut one = CheckedMove { mv: *mv, player, verdict: None, end, positions: 0 };
        let expected = line.get(at + 1).copied();
        let checking = Checking { start, moves: &all, expected, attacker: &attacker, limits, clock: &clock };
        one.verdict = match &one.end {
            Some(end) => (one.player == attacker || end.winner.as_ref() != Some(&attacker))
                .then(|| verdict_of_end(end, &attacker)),
            None if one.player != attacker || checking.is_over() => None,
            None => {
                show(LineProgress { at, share: 0.0 });
                let (verdict, positions) =
                    world.verdict_after(&checking, &mut |share| show(LineProgress { at, share }))?;
                one.positions = positions;
                Some(verdict)
            }
        };
        let is_over = one.end.is_some();
        checked.push(one);
        if is_over {
            break;
        }
    }
    Ok(checked)
}

/// The verdict on a move that ends the game.
fn verdict_of_end<M>(end: &End, attacker: &str) -> Verdict<M> {
    match &end.winner {
        Some(winner) if winner == attacker => Verdict::Ends,
        winner => Verdict::Refuted { is_lost: winner.is_some(), line: Vec::new() },
    }
}
