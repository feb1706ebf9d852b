//! The result for one position: the number of moves within which it is won, and the claims of the rules.

use std::time::Duration;

use crate::verify::stones::match_keys::Key;

/// A position of a corpus.
#[derive(Clone, Debug)]
pub struct Case<P, M> {
    /// The name of the position, such as `game 12 after 20`.
    pub(crate) name: String,
    /// The position as it was recorded.
    pub(crate) position: P,
    /// The moves from the start to the position, or `None` if it was set up.
    pub(crate) moves: Option<Vec<M>>,
    /// Index of the player to move.
    pub(crate) player: usize,
}

/// Whether rules may claim a win for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Situation {
    /// Rules may make claims. In five in a row, this means that the opponent has no four.
    Free,
    /// Rules of this level may not make claims. In five in a row, the opponent has a four, which must be answered
    /// unless the side to move wins immediately.
    Answering,
}

/// The result of examining a position.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseResult<P, M> {
    /// Excluded, because only the side to move has a four, and this four does not win immediately.
    IdleFour,
    /// The search for a win within this many moves was stopped at a limit.
    Undecided(u32),
    /// Excluded, because the outcome, the level or the winning first moves differ in the game of another base.
    Differs,
    /// The position was decided.
    Decided(Box<DecidedCase<P, M>>),
}

/// A position whose result was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidedCase<P, M> {
    /// Whether rules may make claims in this position.
    pub(crate) situation: Situation,
    /// The exact number of moves within which the position is won, or `None` if it exceeds the highest level searched.
    pub(crate) level: Option<u32>,
    /// Key of the win, or `None` if wins are not grouped. Wins have the same key if they are equal up to symmetry,
    /// translation and irrelevant stones.
    pub(crate) class: Option<Key>,
    /// Whether some winning first move makes a four.
    pub(crate) begins_with_a_four: bool,
    /// The result for each base.
    pub(crate) base_results: Vec<BaseResult<M>>,
    /// The win in reduced form and in the orientation of the record, if no rule of the first base plays a winning first
    /// move. It is only present in free situations, and only if missed wins were requested.
    pub(crate) missed: Option<MissedWin<P, M>>,
}

/// What a base claims in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BaseResult<M> {
    /// The rule that the program would use.
    pub(crate) chosen_rule: Option<ChosenRule<M>>,
    /// Whether the move of that rule wins within the level of the rule. `None` if there is no such rule, or if the
    /// search was stopped at a limit.
    pub(crate) does_win: Option<bool>,
    /// Whether the rule makes a claim in this situation.
    pub(crate) is_claim: bool,
    /// Whether the move of that rule is a winning first move, and the level of the rule does not exceed the level of
    /// the win.
    pub(crate) is_recognised: bool,
    /// Whether any rule plays a winning first move. Rules above the level of the win are left out.
    pub(crate) is_named: bool,
    /// Whether a query exceeded the step limit. A win that was not found for this reason counts as not recognised.
    pub(crate) limit_exceeded: bool,
}

impl<M> BaseResult<M> {
    /// The result of a base that claims nothing.
    pub(crate) fn nothing() -> BaseResult<M> {
        BaseResult {
            chosen_rule: None,
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
pub(crate) struct ChosenRule<M> {
    /// Index of the rule in the base.
    pub(crate) rule: usize,
    pub(crate) level: u32,
    /// The move of the first solution of the rule.
    pub(crate) play: M,
}

/// A missed win: the position is won, but no rule plays a winning first move.
#[derive(Clone, Debug, PartialEq)]
pub struct MissedWin<P, M> {
    /// The position. In five in a row, it is reduced to the stones that the win needs.
    pub position: P,
    /// The moves from the start to the position, or `None` if it was set up or reduced.
    pub moves: Option<Vec<M>>,
    /// Index of the player to move, who wins.
    pub player: usize,
    /// The exact number of moves within which the position is won.
    pub level: u32,
    /// The winning first moves.
    pub plays: Vec<M>,
    /// Key that wins of the same group share, or `None` if wins are not grouped.
    pub(crate) key: Option<Key>,
    /// The numbers of stones of the winner and of both players, or the number of moves to the position. The example of
    /// a group is the win with the smallest size.
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
