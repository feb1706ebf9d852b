//! One game of a contest, and what both sides used for it.

use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::MOST_PLIES;
use blanche_compiler::random::Random;
use blanche_compiler::timing;

use super::player::{Answer, Board, ContestError, Ending, Host, Loss, Player, Turn};
use crate::laboratory::engine_match::score::GameScore;
use crate::search::time::TimeControl;

/// What both sides may use.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The time for a move, for a game, or both.
    pub time: TimeControl,
    /// The positions for a move.
    pub positions: Option<u64>,
    /// A move that takes so much longer than its time loses.
    pub tolerance: Duration,
}

/// What a contestant used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Moves.
    pub moves: u64,
    /// Positions that were examined, as far as that is known.
    pub positions: u64,
    /// The time of all moves.
    pub time: Duration,
    /// The time of the slowest.
    pub slowest: Duration,
    /// Moves that took longer than they may, by more than [`LATE`].
    pub late: u64,
}

/// A search looks at the clock now and then: what is over its limit by no more than this is not counted as late.
pub const LATE: Duration = Duration::from_millis(50);

impl AddAssign for Used {
    fn add_assign(&mut self, other: Used) {
        self.moves += other.moves;
        self.positions += other.positions;
        self.time += other.time;
        self.slowest = self.slowest.max(other.slowest);
        self.late += other.late;
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// What it brought the first contestant.
    pub score: GameScore,
    /// By what it ended, in a word or two.
    pub by: String,
    /// What a contestant did wrong, in words, where that was the end.
    pub loss: Option<String>,
    /// All moves, as the game writes them.
    pub moves: String,
    /// What the two contestants used.
    pub used: [Used; 2],
}

impl PlayedGame {
    /// The contestant who lost, 0 or 1.
    pub fn loser(&self) -> Option<usize> {
        match self.score {
            GameScore::Won => Some(1),
            GameScore::Drawn => None,
            GameScore::Lost => Some(0),
        }
    }
}

/// Both games of an opening: in the second the contestants have changed sides.
pub type Pair = [PlayedGame; 2];

/// Plays both games of the opening of this number; nothing where they were broken off.
///
/// # Errors
/// When the game cannot go on.
pub fn pair<H: Host>(
    host: &H,
    number: u64,
    (allowance, seed): (&Allowance, u64),
    stop: &Arc<AtomicBool>,
) -> Result<Option<Pair>, ContestError> {
    let opening = host.opening(number)?;
    let mut games = Vec::with_capacity(2);
    for first in [0, 1] {
        let seed = Random::of(seed, &[number, first as u64]).bits();
        let players = [host.player(0, seed)?, host.player(1, seed.wrapping_add(1))?];
        let table = Table { board: opening.clone(), players, first, allowance, stop };
        match table.play()? {
            Some(game) => games.push(game),
            None => return Ok(None),
        }
    }
    Ok(games.try_into().ok())
}

/// A game that is being played.
struct Table<'t, B: Board> {
    board: B,
    players: [Box<dyn Player<B> + 't>; 2],
    /// The side of the first contestant.
    first: usize,
    allowance: &'t Allowance,
    stop: &'t Arc<AtomicBool>,
}

impl<B: Board> Table<'_, B> {
    /// Plays to the end; nothing where it was broken off.
    fn play(mut self) -> Result<Option<PlayedGame>, ContestError> {
        let (mut used, mut clocks) = ([Used::default(); 2], [self.allowance.time; 2]);
        let mut lost = self.begin();
        for _ in 0..MOST_PLIES {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if let Some((contestant, loss)) = lost {
                return Ok(Some(self.lost(contestant, &loss, used)));
            }
            if let Some(ending) = self.board.ending()? {
                return Ok(Some(self.ended(&ending, used)));
            }
            let at = self.board.to_move() ^ self.first;
            let loss = self.move_of(at, &mut clocks[at], &mut used[at])?;
            lost = loss.map(|loss| (at, loss));
        }
        let ending = Ending { winner: None, by: format!("no end after {MOST_PLIES} moves") };
        Ok(Some(self.ended(&ending, used)))
    }

    /// Both get ready; gives who cannot, and why.
    fn begin(&mut self) -> Option<(usize, Loss)> {
        let turn = turn(self.allowance, self.allowance.time, self.stop);
        let ready = |(at, player): (usize, &mut Box<dyn Player<B> + '_>)| {
            player.begin(&self.board, &turn).err().map(|loss| (at, loss))
        };
        self.players.iter_mut().enumerate().find_map(ready)
    }

    /// A move of this contestant; gives why the game is lost where there is none. After a stop it means nothing.
    fn move_of(
        &mut self,
        at: usize,
        clock: &mut TimeControl,
        used: &mut Used,
    ) -> Result<Option<Loss>, ContestError> {
        let turn = turn(self.allowance, *clock, self.stop);
        let (answer, took) = timing::once(|| self.players[at].choose(&self.board, &turn));
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        clock.spend(took);
        *used += of_move(took, &turn, self.allowance.tolerance);
        match answer? {
            Answer::Lost(loss) => Ok(Some(loss)),
            Answer::Move(..) if turn.latest.is_some_and(|latest| took > latest) => Ok(Some(Loss::Late)),
            Answer::Move(mv, positions) => {
                used.positions += positions;
                self.make(&mv)
            }
        }
    }

    /// Makes a move; gives why the game is lost where it cannot be made.
    fn make(&mut self, mv: &B::Move) -> Result<Option<Loss>, ContestError> {
        let is_made = self.board.play(mv)?;
        let words = || format!("{} cannot be played", self.board.move_text(mv));
        Ok((!is_made).then(|| Loss::Illegal(words())))
    }

    /// The game as it ended by its rules.
    fn ended(&self, ending: &Ending, used: [Used; 2]) -> PlayedGame {
        let score = match ending.winner {
            None => GameScore::Drawn,
            Some(winner) if winner == self.first => GameScore::Won,
            Some(_) => GameScore::Lost,
        };
        PlayedGame { score, by: ending.by.clone(), loss: None, moves: self.board.text(), used }
    }

    /// The game as this contestant lost it.
    fn lost(&self, contestant: usize, loss: &Loss, used: [Used; 2]) -> PlayedGame {
        let score = if contestant == 0 { GameScore::Lost } else { GameScore::Won };
        let by = loss.name().to_owned();
        PlayedGame { score, by, loss: Some(loss.to_string()), moves: self.board.text(), used }
    }
}

/// What may be used for a move with such a clock.
fn turn<'t>(allowance: &Allowance, time: TimeControl, stop: &'t Arc<AtomicBool>) -> Turn<'t> {
    let latest = limit(&time).map(|limit| limit + allowance.tolerance);
    Turn { time, positions: allowance.positions, latest, stop }
}

/// The longest that a move may take.
fn limit(time: &TimeControl) -> Option<Duration> {
    time.turn.into_iter().chain(time.left).min()
}

/// What a move that took so long adds.
fn of_move(took: Duration, turn: &Turn<'_>, tolerance: Duration) -> Used {
    let late = limit(&turn.time).is_some_and(|limit| took > limit + LATE.min(tolerance));
    Used { moves: 1, positions: 0, time: took, slowest: took, late: u64::from(late) }
}
