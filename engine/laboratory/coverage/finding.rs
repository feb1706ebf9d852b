//! What came of one position: in how many moves it is won, and what the rules said.

use std::time::Duration;

use crate::laboratory::verify::stones::distinct::Key;

/// A position of a corpus.
#[derive(Clone, Debug)]
pub struct Case<P, M> {
    /// What it is called: `game 12 after 20`.
    pub name: String,
    /// The position as it was recorded.
    pub position: P,
    /// The moves from the beginning to it; nothing where it was set up.
    pub moves: Option<Vec<M>>,
    /// The number of the player who is to move.
    pub player: usize,
}

/// Whether the side to move is free to begin a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Situation {
    /// What claims suppose holds; of stones: the other side has no four.
    Free,
    /// Rules of this level may claim nothing; of stones: the other side has a four, which has to be answered by whoever does not
    /// win at once.
    Answering,
}

/// What came of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding<P, M> {
    /// The side to move alone has a four and does not win at once: left out.
    IdleFour,
    /// The search for a win within so many moves was given up.
    Undecided(u32),
    /// In the game of another base the outcome, the level or the winning first moves are others: left out.
    Differs,
    /// It was decided.
    Found(Box<Found<P, M>>),
}

/// A position that was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<P, M> {
    /// Whether rules may claim something.
    pub situation: Situation,
    /// Within how many moves exactly it is won; nothing where it is not within as many as were asked for.
    pub level: Option<u32>,
    /// Equal for wins that are one up to symmetry, translation, and stones that did not matter; nothing where no two are one.
    pub class: Option<Key>,
    /// Some winning first move makes a four.
    pub begins_with_a_four: bool,
    /// What each base said.
    pub said: Vec<Said<M>>,
    /// What is left of a win that no rule of the first base names, as it stood in the record. Only where such wins were asked
    /// for, and in free situations.
    pub missed: Option<Missed<P, M>>,
}

/// What a base said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said<M> {
    /// The rule that the program would take.
    pub taken: Option<Taken<M>>,
    /// Whether its play wins within the level of the rule; nothing where no rule is taken or the search is given up.
    pub does_win: Option<bool>,
    /// It claims something in this situation.
    pub is_claim: bool,
    /// The play is a winning first move, and the level of the rule is not above that of the win.
    pub is_recognised: bool,
    /// Some rule of a level up to that of the win names a winning first move.
    pub is_named: bool,
    /// A question exceeded the step limit; what was not answered counts as not recognised.
    pub limit_exceeded: bool,
}

impl<M> Said<M> {
    /// Nothing.
    pub fn nothing() -> Said<M> {
        Said {
            taken: None,
            does_win: None,
            is_claim: false,
            is_recognised: false,
            is_named: false,
            limit_exceeded: false,
        }
    }
}

/// The rule that a program would take, and what it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<M> {
    /// The rule, by its place in the base.
    pub rule: usize,
    /// Its level.
    pub level: u32,
    /// The play of its first solution.
    pub play: M,
}

/// A win that no rule names.
#[derive(Clone, Debug, PartialEq)]
pub struct Missed<P, M> {
    /// The position; of stones, with as few of them as the win needs.
    pub position: P,
    /// The moves from the beginning to it; nothing where it was set up, or made smaller.
    pub moves: Option<Vec<M>>,
    /// The number of the player who is to move and wins.
    pub player: usize,
    /// Within exactly so many moves.
    pub level: u32,
    /// First moves that win.
    pub plays: Vec<M>,
    /// Equal for wins that are grouped; nothing where none are.
    pub key: Option<Key>,
    /// The stones of the winner and of both, or the number of moves to the position: the least is shown.
    pub size: (usize, usize),
}

/// What it took to find out.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// The search in the first game.
    pub search: Duration,
    /// The node verdict of each base, in microseconds.
    pub verdicts: Vec<f64>,
}
