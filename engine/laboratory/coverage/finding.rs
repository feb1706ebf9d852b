//! The result for one position: in how many moves it is won, and what the rules claim.

use std::time::Duration;

use crate::verify::stones::distinct::Key;

/// A position of a corpus.
#[derive(Clone, Debug)]
pub struct Case<P, M> {
    /// The name of the position, such as `game 12 after 20`.
    pub(crate) name: String,
    /// The position as it was recorded.
    pub(crate) position: P,
    /// The moves from the start to the position; `None` if it was set up.
    pub(crate) moves: Option<Vec<M>>,
    /// Index of the player to move.
    pub(crate) player: usize,
}

/// Whether rules may claim a win for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Situation {
    /// The suppositions of claims hold; for five in a row: the opponent has no four.
    Free,
    /// Rules of this level may claim nothing; for five in a row: the opponent has a four, which has to be answered
    /// unless the side to move wins at once.
    Answering,
}

/// The result of examining a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding<P, M> {
    /// Excluded: only the side to move has a four, and it does not win at once.
    IdleFour,
    /// The search for a win within this many moves was abandoned.
    Undecided(u32),
    /// Excluded: in the game of another base the outcome, the level or the winning first moves differ.
    Differs,
    /// The position was decided.
    Found(Box<Found<P, M>>),
}

/// A position whose result was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<P, M> {
    /// Whether rules may make claims in this position.
    pub(crate) situation: Situation,
    /// The exact number of moves within which the position is won; `None` if it exceeds the highest level searched.
    pub(crate) level: Option<u32>,
    /// Key shared by wins that are equal up to symmetry, translation and irrelevant stones; `None` if wins are not
    /// grouped.
    pub(crate) class: Option<Key>,
    /// Whether some winning first move makes a four.
    pub(crate) begins_with_a_four: bool,
    /// The result for each base.
    pub(crate) said: Vec<Said<M>>,
    /// The reduced form of a win in which no rule of the first base plays a winning first move, in the orientation
    /// of the record. Only present if missing wins were requested, and in free situations.
    pub(crate) missed: Option<Missed<P, M>>,
}

/// What a base claims in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said<M> {
    /// The rule that the program would use.
    pub(crate) taken: Option<Taken<M>>,
    /// Whether its move wins within the level of the rule; `None` if there is no such rule or the search was
    /// abandoned.
    pub(crate) does_win: Option<bool>,
    /// Whether the rule makes a claim in this situation.
    pub(crate) is_claim: bool,
    /// Whether its move is a winning first move and its level does not exceed that of the win.
    pub(crate) is_recognised: bool,
    /// Whether some rule of a level up to that of the win plays a winning first move.
    pub(crate) is_named: bool,
    /// A query exceeded the step limit; what was not answered counts as not recognised.
    pub(crate) limit_exceeded: bool,
}

impl<M> Said<M> {
    /// The result of a base that claims nothing.
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

/// The rule that a program would use, and its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taken<M> {
    /// Index of the rule in the base.
    pub(crate) rule: usize,
    pub(crate) level: u32,
    /// The move of its first solution.
    pub(crate) play: M,
}

/// A missed win: no rule plays a winning first move.
#[derive(Clone, Debug, PartialEq)]
pub struct Missed<P, M> {
    /// The position; for five in a row, reduced to the stones that the win needs.
    pub position: P,
    /// The moves from the start to the position; `None` if it was set up or reduced.
    pub moves: Option<Vec<M>>,
    /// Index of the player to move, who wins.
    pub player: usize,
    /// The exact number of moves within which it is won.
    pub level: u32,
    /// The winning first moves.
    pub plays: Vec<M>,
    /// Key shared by wins of one group; `None` if wins are not grouped.
    pub(crate) key: Option<Key>,
    /// Number of stones of the winner and of both players, or number of moves to the position: the smallest example
    /// of a group is shown.
    pub(crate) size: (usize, usize),
}

/// Time used for one position.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Time of the search in the game of the first base.
    pub(crate) search: Duration,
    /// Time of the query that a search makes at each node, for each base, in microseconds.
    pub(crate) verdicts: Vec<f64>,
}
