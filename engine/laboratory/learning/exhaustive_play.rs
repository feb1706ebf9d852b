//! Finds out whether a player can be beaten, by trying all games in which the opponents try every move.

use std::collections::{HashMap, HashSet};

use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::runtime::{Position, Value};

/// Number of games by result, from the view of the tested player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Number of games that the player won.
    pub won: u64,
    /// Number of games without a winner.
    pub drawn: u64,
    /// Number of games that the player lost.
    pub lost: u64,
}

impl LineCounts {
    /// Total number of games. If it would overflow, it is `u64::MAX`.
    pub fn all(self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// Counts a game with this outcome for `player`.
    pub fn count(&mut self, outcome: Outcome, player: Value) {
        let place = match outcome {
            Outcome::Won(winner) if winner == player => &mut self.won,
            Outcome::Won(_) => &mut self.lost,
            Outcome::Drawn => &mut self.drawn,
        };
        *place = place.saturating_add(1);
    }

    pub(crate) fn add(&mut self, other: LineCounts) {
        self.won = self.won.saturating_add(other.won);
        self.drawn = self.drawn.saturating_add(other.drawn);
        self.lost = self.lost.saturating_add(other.lost);
    }
}

/// Why not all games could be tried.
#[derive(Clone, Debug)]
pub enum LinesError {
    /// There are more positions than this limit.
    TooMany(usize),
    /// A position can recur, so a game may never end.
    Endless,
    /// The game cannot continue.
    Fault(Fault),
}

impl std::fmt::Display for LinesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LinesError::TooMany(most) => write!(f, "there are more than {most} positions"),
            LinesError::Endless => f.write_str("positions come back, so games need not end"),
            LinesError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl From<Fault> for LinesError {
    fn from(fault: Fault) -> LinesError {
        LinesError::Fault(fault)
    }
}

/// The tested player, as a function that returns its move in a position.
pub type MoveChooser<'a> = dyn FnMut(&Position) -> Result<Option<Move>, Fault> + 'a;

/// Plays all games from the start in which the other players try every move. `most` is the maximum number of
/// positions to visit.
///
/// # Errors
/// Fails if there are too many positions or a game need not end.
pub fn count_lines(
    rules: &Rules,
    player: Value,
    most: usize,
    answer: &mut MoveChooser<'_>,
) -> Result<LineCounts, LinesError> {
    let start = rules.start()?;
    let (known, open) = (HashMap::new(), HashSet::new());
    LineCounter { rules, player, answer, most, known, open }.from(&start)
}

/// Returns the moves of a game that the player loses, or `None` if the player loses no game. If there are several such
/// games, returns the first in the order of moves. `most` is the maximum number of positions to visit.
///
/// # Errors
/// Fails if there are too many positions or the game cannot continue.
pub fn refutation(
    rules: &Rules,
    player: Value,
    most: usize,
    answer: &mut MoveChooser<'_>,
) -> Result<Option<Vec<Move>>, LinesError> {
    let start = rules.start()?;
    let mut refuting =
        RefutationSearch { rules, player, answer, most, safe: HashSet::new(), line: Vec::new() };
    Ok(refuting.loses(&start)?.then_some(refuting.line))
}

/// Whether the player still loses the known game `line`. The player loses if it answers with the same moves as in
/// `line` when the other players make their moves of `line`.
///
/// # Errors
/// Fails if the game cannot continue.
pub fn still_loses(
    rules: &Rules,
    player: Value,
    line: &[Move],
    answer: &mut MoveChooser<'_>,
) -> Result<bool, Fault> {
    let mut position = rules.start()?;
    for expected in line {
        if rules.to_move(&position) == player && answer(&position)? != Some(*expected) {
            return Ok(false);
        }
        rules.play(&mut position, *expected)?;
    }
    Ok(matches!(rules.outcome(&mut position)?, Some(Outcome::Won(winner)) if winner != player))
}

/// The moves to try in a position: the move of the tested player, or all moves if another player is to move.
fn moves_to_try(
    rules: &Rules,
    player: Value,
    answer: &mut MoveChooser<'_>,
    position: &Position,
) -> Result<Vec<Move>, Fault> {
    if rules.to_move(position) == player {
        return Ok(answer(position)?.into_iter().collect());
    }
    let mut moves = Vec::new();
    rules.moves(&mut position.clone(), &mut moves)?;
    Ok(moves)
}

struct LineCounter<'a, 'r> {
    rules: &'r Rules,
    player: Value,
    answer: &'a mut MoveChooser<'a>,
    most: usize,
    known: HashMap<Box<[u64]>, LineCounts>,
    /// The positions on the current line.
    open: HashSet<Box<[u64]>>,
}

impl LineCounter<'_, '_> {
    fn from(&mut self, position: &Position) -> Result<LineCounts, LinesError> {
        if let Some(outcome) = self.rules.outcome(&mut position.clone())? {
            let mut line = LineCounts::default();
            line.count(outcome, self.player);
            return Ok(line);
        }
        let words: Box<[u64]> = position.words().into();
        if let Some(known) = self.known.get(&words) {
            return Ok(*known);
        }
        if self.known.len() + self.open.len() >= self.most {
            return Err(LinesError::TooMany(self.most));
        }
        if !self.open.insert(words.clone()) {
            return Err(LinesError::Endless);
        }
        let mut lines = LineCounts::default();
        for mv in moves_to_try(self.rules, self.player, self.answer, position)? {
            let mut after = position.clone();
            self.rules.play(&mut after, mv)?;
            lines.add(self.from(&after)?);
        }
        self.open.remove(&words);
        self.known.insert(words, lines);
        Ok(lines)
    }
}

struct RefutationSearch<'a, 'r> {
    rules: &'r Rules,
    player: Value,
    answer: &'a mut MoveChooser<'a>,
    most: usize,
    /// Positions from which no game is lost, and the positions on the current line.
    safe: HashSet<Box<[u64]>>,
    line: Vec<Move>,
}

impl RefutationSearch<'_, '_> {
    fn loses(&mut self, position: &Position) -> Result<bool, LinesError> {
        match self.rules.outcome(&mut position.clone())? {
            Some(Outcome::Won(winner)) => return Ok(winner != self.player),
            Some(Outcome::Drawn) => return Ok(false),
            None => {}
        }
        if self.safe.len() >= self.most {
            return Err(LinesError::TooMany(self.most));
        }
        if !self.safe.insert(position.words().into()) {
            return Ok(false);
        }
        for mv in moves_to_try(self.rules, self.player, self.answer, position)? {
            let mut after = position.clone();
            self.rules.play(&mut after, mv)?;
            self.line.push(mv);
            if self.loses(&after)? {
                return Ok(true);
            }
            self.line.pop();
        }
        Ok(false)
    }
}
