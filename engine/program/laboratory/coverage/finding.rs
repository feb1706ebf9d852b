//! What came of one position: in how many moves it is won, and what the rules said.

use std::time::Duration;

use crate::laboratory::verify::stones::distinct::Key;

/// A position of a corpus.
#[derive(Clone, Debug)]
pub(crate) struct Case<P, M> {
    /// What it is called: `game 12 after 20`.
    pub(crate) name: String,
    /// The position as it was recorded.
    pub(crate) position: P,
    /// The moves from the beginning to it; nothing where it was set up.
    pub(crate) moves: Option<Vec<M>>,
    /// The number of the player who is to move.
    pub(crate) player: usize,
}

/// Whether the side to move is free to begin a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Situation {
    /// What claims suppose holds; of stones: the other side has no four.
    Free,
    /// Rules of this level may claim nothing; of stones: the other side has a four, which has to be answered by whoever does not
    /// win at once.
    Answering,
}

/// What came of a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Finding<P, M> {
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
pub(crate) struct Found<P, M> {
    /// Whether rules may claim something.
    pub(crate) situation: Situation,
    /// Within how many moves exactly it is won; nothing where it is not within as many as were asked for.
    pub(crate) level: Option<u32>,
    /// Equal for wins that are one up to symmetry, translation, and stones that did not matter; nothing where no two are one.
    pub(crate) class: Option<Key>,
    /// Some winning first move makes a four.
    pub(crate) begins_with_a_four: bool,
    /// What each base said.
    pub(crate) said: Vec<Said<M>>,
    /// What is left of a win that no rule of the first base names, as it stood in the record. Only where such wins were asked
    /// for, and in free situations.
    pub(crate) missed: Option<Missed<P, M>>,
}

/// What a base said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said<M> {
    /// The rule that the program would take.
    pub(crate) taken: Option<Taken<M>>,
    /// Whether its play wins within the level of the rule; nothing where no rule is taken or the search is given up.
    pub(crate) does_win: Option<bool>,
    /// It claims something in this situation.
    pub(crate) is_claim: bool,
    /// The play is a winning first move, and the level of the rule is not above that of the win.
    pub(crate) is_recognised: bool,
    /// Some rule of a level up to that of the win names a winning first move.
    pub(crate) is_named: bool,
    /// A question exceeded the step limit; what was not answered counts as not recognised.
    pub(crate) limit_exceeded: bool,
}

impl<M> Said<M> {
    /// Nothing.
    pub(crate) fn nothing() -> Said<M> {
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
pub(crate) struct Taken<M> {
    /// The rule, by its place in the base.
    pub(crate) rule: usize,
    /// Its level.
    pub(crate) level: u32,
    /// The play of its first solution.
    pub(crate) play: M,
}

/// A win that no rule names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Missed<P, M> {
    /// The position; of stones, with as few of them as the win needs.
    pub(crate) position: P,
    /// The moves from the beginning to it; nothing where it was set up, or made smaller.
    pub(crate) moves: Option<Vec<M>>,
    /// The number of the player who is to move and wins.
    pub(crate) player: usize,
    /// Within exactly so many moves.
    pub(crate) level: u32,
    /// First moves that win.
    pub(crate) plays: Vec<M>,
    /// Equal for wins that are grouped; nothing where none are.
    pub(crate) key: Option<Key>,
    /// The stones of the winner and of both, or the number of moves to the position: the least is shown.
    pub(crate) size: (usize, usize),
}

/// What it took to find out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cost {
    /// The search in the first game.
    pub(crate) search: Duration,
    /// The node verdict of each base, in microseconds.
    pub(crate) verdicts: Vec<f64>,
}
