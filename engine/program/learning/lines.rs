//! Whether somebody can be beaten: all games in which the opponent tries every move.

use std::collections::{HashMap, HashSet};

use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::runtime::{Position, Value};

/// What all games came to, for whoever answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// So many were won.
    pub won: u64,
    /// So many ended without a winner.
    pub drawn: u64,
    /// So many were lost.
    pub lost: u64,
}

impl Lines {
    /// How many there are.
    pub fn all(self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// Counts a game of this player.
    pub fn count(&mut self, outcome: Outcome, player: Value) {
        let place = match outcome {
            Outcome::Won(winner) if winner == player => &mut self.won,
            Outcome::Won(_) => &mut self.lost,
            Outcome::Drawn => &mut self.drawn,
        };
        *place = place.saturating_add(1);
    }

    pub(crate) fn add(&mut self, other: Lines) {
        self.won = self.won.saturating_add(other.won);
        self.drawn = self.drawn.saturating_add(other.drawn);
        self.lost = self.lost.saturating_add(other.lost);
    }
}

/// Why not all games were tried.
#[derive(Clone, Debug)]
pub enum Untried {
    /// There are more than so many positions.
    TooMany(usize),
    /// A game need not end.
    Endless,
    /// The game cannot go on.
    Fault(Fault),
}

impl std::fmt::Display for Untried {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Untried::TooMany(most) => write!(f, "there are more than {most} positions"),
            Untried::Endless => f.write_str("positions come back, so games need not end"),
            Untried::Fault(fault) => fault.fmt(f),
        }
    }
}

impl From<Fault> for Untried {
    fn from(fault: Fault) -> Untried {
        Untried::Fault(fault)
    }
}

/// Who answers: the move of a position.
pub type Answering<'a> = dyn FnMut(&Position) -> Result<Option<Move>, Fault> + 'a;

/// All games from the beginning in which the other players try every move, through so many positions at most.
///
/// # Errors
/// When there are too many, or one does not end.
pub fn lines(
    rules: &Rules,
    player: Value,
    most: usize,
    answer: &mut Answering<'_>,
) -> Result<Lines, Untried> {
    let start = rules.start()?;
    let (known, open) = (HashMap::new(), HashSet::new());
    Trying { rules, player, answer, most, known, open }.from(&start)
}

/// A game that whoever answers loses, where there is one: the first in the order of the moves. It may lead through so many
/// positions at most.
///
/// # Errors
/// When there are too many games, or one does not end.
pub fn refutation(
    rules: &Rules,
    player: Value,
    most: usize,
    answer: &mut Answering<'_>,
) -> Result<Option<Vec<Move>>, Untried> {
    let start = rules.start()?;
    let mut refuting = Refuting { rules, player, answer, most, safe: HashSet::new(), line: Vec::new() };
    Ok(refuting.loses(&start)?.then_some(refuting.line))
}

/// Whether whoever answers still loses the game in which the others make the moves of this line.
///
/// # Errors
/// When the game cannot go on.
pub fn still_loses(
    rules: &Rules,
    player: Value,
    line: &[Move],
    answer: &mut Answering<'_>,
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

/// The moves that are tried in a position.
fn tried(
    rules: &Rules,
    player: Value,
    answer: &mut Answering<'_>,
    position: &Position,
) -> Result<Vec<Move>, Fault> {
    if rules.to_move(position) == player {
        return Ok(answer(position)?.into_iter().collect());
    }
    let mut moves = Vec::new();
    rules.moves(&mut position.clone(), &mut moves)?;
    Ok(moves)
}

struct Trying<'a, 'r> {
    rules: &'r Rules,
    player: Value,
    answer: &'a mut Answering<'a>,
    most: usize,
    known: HashMap<Box<[u64]>, Lines>,
    /// The positions on the way.
    open: HashSet<Box<[u64]>>,
}

impl Trying<'_, '_> {
    fn from(&mut self, position: &Position) -> Result<Lines, Untried> {
        if let Some(outcome) = self.rules.outcome(&mut position.clone())? {
            let mut line = Lines::default();
            line.count(outcome, self.player);
            return Ok(line);
        }
        let words: Box<[u64]> = position.words().into();
        if let Some(known) = self.known.get(&words) {
            return Ok(*known);
        }
        if self.known.len() + self.open.len() >= self.most {
            return Err(Untried::TooMany(self.most));
        }
        if !self.open.insert(words.clone()) {
            return Err(Untried::Endless);
        }
        let mut lines = Lines::default();
        for mv in tried(self.rules, self.player, self.answer, position)? {
            let mut after = position.clone();
            self.rules.play(&mut after, mv)?;
            lines.add(self.from(&after)?);
        }
        self.open.remove(&words);
        self.known.insert(words, lines);
        Ok(lines)
    }
}

struct Refuting<'a, 'r> {
    rules: &'r Rules,
    player: Value,
    answer: &'a mut Answering<'a>,
    most: usize,
    /// From these positions no game is lost, or they are on the way.
    safe: HashSet<Box<[u64]>>,
    line: Vec<Move>,
}

impl Refuting<'_, '_> {
    fn loses(&mut self, position: &Position) -> Result<bool, Untried> {
        match self.rules.outcome(&mut position.clone())? {
            Some(Outcome::Won(winner)) => return Ok(winner != self.player),
            Some(Outcome::Drawn) => return Ok(false),
            None => {}
        }
        if self.safe.len() >= self.most {
            return Err(Untried::TooMany(self.most));
        }
        if !self.safe.insert(position.words().into()) {
            return Ok(false);
        }
        for mv in tried(self.rules, self.player, self.answer, position)? {
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
