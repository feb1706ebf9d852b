//! One game of a contest, with the time and positions that both sides used.

use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::MAX_PLIES;
use blanche_compiler::random::Random;
use blanche_compiler::timing;

use super::entrants::Contest;
use super::player::{Answer, ContestError, Contestant, Effort, Loss, Turn};
use super::score::GameScore;
use noire_engine::games::{Game, KnowledgeFilter};
use noire_engine::search::player::Playable;
use noire_engine::search::time::TimeControl;
use noire_engine::world::{End, Finish, World, WorldError};

/// Limits on what each side may use for its moves.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The time limit for a move, for a game, or both.
    pub time: TimeControl,
    /// Maximum number of positions to search for a move.
    pub positions: Option<u64>,
    /// A move loses the game if it exceeds its time limit by more than this.
    pub tolerance: Duration,
    /// Balances the total times of the two players. For each move, the second player gets the difference between the
    /// total times of the two players. The first player has no limit, and late moves do not lose.
    pub second_follows: bool,
}

impl Turn<'_> {
    /// If the second contestant is to move, sets its time limit to the difference between the total times of the two
    /// contestants.
    fn follow(&mut self, at: usize, used: &[Used; 2]) {
        let left = (at == 1).then(|| used[0].time.saturating_sub(used[1].time));
        (self.time, self.latest) = (TimeControl::new(left, None), None);
    }
}

/// What a contestant used in one or more games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Number of moves.
    pub moves: u64,
    /// Number of positions searched, if known.
    pub positions: u64,
    /// Total time of all moves.
    pub time: Duration,
    /// Time of the slowest move.
    pub slowest: Duration,
    /// Number of moves that exceeded their time limit by more than [`TIME_TOLERANCE`].
    pub late: u64,
    /// Sum of the search depths over all moves.
    pub depths: u64,
    /// Description of the first query that was stopped at a limit.
    pub given_up: Option<String>,
}

impl Used {
    /// Adds the effort of one move, without its time.
    fn of(effort: Effort) -> Used {
        let Effort { positions, depth, given_up } = effort;
        let given_up = given_up.map(|fault| fault.to_string());
        Used { positions, depths: depth.into(), given_up, ..Used::default() }
    }
}

/// Time by which a move may exceed its limit before it counts as late. It is needed because a search checks the clock
/// only at intervals.
pub const TIME_TOLERANCE: Duration = Duration::from_millis(50);

impl AddAssign for Used {
    fn add_assign(&mut self, other: Used) {
        self.moves += other.moves;
        self.positions += other.positions;
        self.time += other.time;
        self.slowest = self.slowest.max(other.slowest);
        self.late += other.late;
        self.depths += other.depths;
        self.given_up = self.given_up.take().or(other.given_up);
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The result for the first contestant.
    pub(crate) score: GameScore,
    /// What ended the game, in a word or two.
    pub by: String,
    /// What a contestant did wrong, if this ended the game.
    pub loss: Option<String>,
    /// All moves, in the notation of the game.
    pub moves: String,
    /// The moves, positions and time that each contestant used.
    pub(crate) used: [Used; 2],
}

impl PlayedGame {
    /// Index of the contestant that lost, 0 or 1.
    pub fn loser(&self) -> Option<usize> {
        match self.score {
            GameScore::Won => Some(1),
            GameScore::Drawn => None,
            GameScore::Lost => Some(0),
        }
    }
}

/// Both games of an opening. The contestants change sides for the second game.
pub type Pair = [PlayedGame; 2];

/// Plays both games of the opening with this number between two contestants. Returns `None` if the games were aborted.
///
/// # Errors
/// Fails if the game cannot continue.
pub(crate) fn pair<W: World>(
    contest: &Contest<'_, W>,
    (contestants, number): ([usize; 2], u64),
    (allowance, seed): (&Allowance, u64),
    stop: &Arc<AtomicBool>,
) -> Result<Option<Pair>, ContestError> {
    let opening = contest.opening(number)?;
    let mut games = Vec::with_capacity(2);
    for first in [0, 1] {
        let seed = Random::of(seed, &[number, first as u64]).bits();
        let [one, other] = contestants;
        let mut players = [contest.player(one, seed)?, contest.player(other, seed.wrapping_add(1))?];
        let mut table = Table::after(contest.world, &opening)?;
        let own = contestants.map(|at| contest.entrants[at].spec.time);
        match play(&mut table, &mut players, &Rules { first, allowance, own, stop })? {
            Some(game) => games.push(game),
            None => return Ok(None),
        }
    }
    Ok(games.try_into().ok())
}

/// The terms of one game.
struct Rules<'t> {
    /// The side of the first contestant, 0 or 1.
    first: usize,
    allowance: &'t Allowance,
    /// Time per move of each player whose specification sets a time.
    own: [Option<Duration>; 2],
    stop: &'t Arc<AtomicBool>,
}

/// A game in progress.
pub(super) struct Table<'t, W: World> {
    world: &'t W,
    start: W::Position,
    game: W::Game<'t>,
    moves: Vec<W::Step>,
}

impl<'t, W: World> Table<'t, W> {
    /// Sets up the game after `moves`.
    fn after(world: &'t W, moves: &[W::Step]) -> Result<Table<'t, W>, ContestError> {
        let start = world.start()?;
        let game = world.game(world.backends()[0], &KnowledgeFilter::default(), &start)?;
        let mut table = Table { world, start, game, moves: Vec::new() };
        moves.iter().try_for_each(|mv| table.make(*mv))?;
        Ok(table)
    }

    /// All moves so far, including the moves of the opening.
    pub(super) fn moves(&self) -> &[W::Step] {
        &self.moves
    }

    /// All moves so far, in the notation of the game.
    pub(super) fn texts(&self) -> Vec<String> {
        self.moves.iter().map(|mv| self.world.moves_text(&[(*mv).into()])).collect()
    }

    /// Parses a move. Returns `None` if the text is not a legal move.
    pub(super) fn read(&self, text: &str) -> Result<Option<W::Step>, ContestError> {
        let made: Vec<W::Move> = self.moves.iter().map(|mv| (*mv).into()).collect();
        match self.world.continued(&self.start, &made, text) {
            Ok(all) if all.len() == made.len() + 1 => Ok(all.last().and_then(|mv| W::step(*mv))),
            Ok(_) | Err(WorldError::Mistakes(_) | WorldError::Wrong(_)) => Ok(None),
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// Index of the player to move.
    fn to_move(&self) -> usize {
        let to_move = self.world.to_move(W::position_of(&self.game));
        self.world.players().iter().position(|player| Some(player) == to_move.as_ref()).unwrap_or_default()
    }

    fn make(&mut self, mv: W::Step) -> Result<(), ContestError> {
        self.game.play(mv);
        self.game.settle();
        self.moves.push(mv);
        self.game.fault().map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// The result of the game by its rules, or `None` if it is not over.
    fn ending(&mut self) -> Result<Option<Finish>, ContestError> {
        if self.game.outcome() == Ok(None) {
            return Ok(None);
        }
        let Some(End { winner, by, .. }) = self.world.end(&mut W::position_of(&self.game).clone())? else {
            return Ok(None);
        };
        let players = self.world.players();
        let winner = winner.and_then(|winner| players.iter().position(|player| *player == winner));
        Ok(Some(Finish { winner, by }))
    }
}

/// Plays a game to its end. Returns `None` if the game was aborted.
fn play<W: World>(
    table: &mut Table<'_, W>,
    players: &mut [Box<dyn Contestant<W> + '_>; 2],
    rules: &Rules<'_>,
) -> Result<Option<PlayedGame>, ContestError> {
    let Rules { first, allowance, own, stop } = rules;
    let whole = own.map(|own| own.map_or(allowance.time, |time| TimeControl::new(Some(time), None)));
    let (mut used, mut clocks) = ([Used::default(), Used::default()], whole);
    let mut lost = None;
    for at in [0, 1] {
        let turn = turn(allowance, clocks[at], stop);
        if let Err(loss) = players[at].begin(&turn) {
            lost = Some((at, loss));
            break;
        }
    }
    for _ in 0..MAX_PLIES {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let ended = match &lost {
            Some(_) => None,
            None => table.ending()?,
        };
        if lost.is_some() || ended.is_some() {
            return Ok(Some(played(table, (*first, lost, ended), used)));
        }
        let at = table.to_move() ^ first;
        let mut turn = turn(allowance, clocks[at], stop);
        if allowance.second_follows {
            turn.follow(at, &used);
        }
        let (answer, took) = timing::once(|| players[at].choose(table, &turn));
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        clocks[at].spend(took);
        used[at] += of_move(took, &turn, allowance.tolerance);
        lost = match answer? {
            Answer::Lost(loss) => Some((at, loss)),
            Answer::Move(..) if turn.latest.is_some_and(|latest| took > latest) => Some((at, Loss::Late)),
            Answer::Move(mv, effort) => {
                used[at] += Used::of(effort);
                table.make(mv)?;
                None
            }
        };
    }
    let ended = Finish { winner: None, by: format!("no end after {MAX_PLIES} moves") };
    Ok(Some(played(table, (*first, lost, Some(ended)), used)))
}

/// Creates the result of a game, which ended by its rules or because a contestant failed.
fn played<W: World>(
    table: &Table<'_, W>,
    (first, lost, ended): (usize, Option<(usize, Loss)>, Option<Finish>),
    used: [Used; 2],
) -> PlayedGame {
    let winner = match (&lost, &ended) {
        (Some((loser, _)), _) => Some(1 - loser),
        (None, Some(Finish { winner: Some(winner), .. })) => Some(winner ^ first),
        _ => None,
    };
    let score = match winner {
        None => GameScore::Drawn,
        Some(0) => GameScore::Won,
        Some(_) => GameScore::Lost,
    };
    let by = match (&lost, ended) {
        (Some((_, loss)), _) => loss.name().to_owned(),
        (None, ended) => ended.map(|ended| ended.by).unwrap_or_default(),
    };
    let loss = lost.map(|(_, loss)| loss.to_string());
    PlayedGame { score, by, loss, moves: table.texts().join(" "), used }
}

/// The limits for the next move of the player with the clock `time`.
fn turn<'t>(allowance: &Allowance, time: TimeControl, stop: &'t Arc<AtomicBool>) -> Turn<'t> {
    let latest = limit(&time).map(|limit| limit + allowance.tolerance);
    Turn { time, positions: allowance.positions, latest, stop }
}

/// The time limit of a move.
fn limit(time: &TimeControl) -> Option<Duration> {
    time.per_move.into_iter().chain(time.left).min()
}

/// The usage record of a move that took the time `took`.
fn of_move(took: Duration, turn: &Turn<'_>, tolerance: Duration) -> Used {
    let late = limit(&turn.time).is_some_and(|limit| took > limit + TIME_TOLERANCE.min(tolerance));
    Used { moves: 1, time: took, slowest: took, late: u64::from(late), ..Used::default() }
}
