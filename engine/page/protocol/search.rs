//! What the server tells of searches, checks of lines, and rules.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The computer chooses its move.
    Move,
    /// A person asked for a hint.
    Hint,
    /// The position is analysed.
    Analysis,
    /// A line is checked.
    Line,
    /// The moves of a game are valued.
    Review,
    /// A position is solved.
    Proof,
}

/// A move of a line that was checked.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineMove {
    /// The node after the move.
    pub node: usize,
    /// The number of the move, from 1.
    pub number: usize,
    /// The move.
    pub text: String,
    /// Whether the side that begins the line still wins; `None` for a reply, and for a move that was not checked.
    pub verdict: Option<MoveVerdict>,
    /// The moves that refute it, or the reply after which no win was found.
    pub refutation: Vec<String>,
    /// The verdict as a sentence; empty for a reply.
    pub sentence: String,
}

/// The verdict on a move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum MoveVerdict {
    /// Every reply loses.
    Wins,
    /// The opponent draws.
    Draws,
    /// The opponent wins.
    Loses,
    /// No win was found after some reply.
    Undecided,
}

/// A position of a game that was reviewed, and the move that was made in it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The node after the move; `None` if no move was made.
    pub node: Option<usize>,
    /// The move; empty if none was made.
    pub text: String,
    /// The index of the player to move.
    pub player: usize,
    /// The value of the position for the side to move, as one word; `None` if it is not known.
    pub value: Option<String>,
    /// The chance of the first player to win, from 0 to 1; `None` if it is not known.
    pub chance: Option<f64>,
    /// What the move lost, in units of the scores; 0 if it decides the game.
    #[cfg_attr(test, ts(type = "number"))]
    pub loss: i64,
    /// Whether the move changes the result of the game.
    pub is_decisive: bool,
    /// The best line of the position.
    pub better: Vec<String>,
    /// What the move lost, as a sentence; empty if it lost nothing.
    pub sentence: String,
}

/// A move that a search values, with the expected continuation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Line {
    /// The move.
    pub text: String,
    /// Its value for the side to move, as one word.
    pub value: String,
    /// Its value as a number. Wins and losses are far beyond all scores.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The moves, beginning with this one.
    pub line: Vec<String>,
    /// The number of positions examined so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub positions: u64,
}

/// A rule, score, preference or draw.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Rule {
    /// Its title.
    pub title: String,
    /// Whether it applies; `None` if that is not known.
    pub applies: Option<bool>,
    /// The move that it plays.
    pub plays: Option<String>,
    /// The level of a rule, which claims a win if it is above 0; `None` for scores, preferences and draws.
    pub level: Option<u32>,
    /// All moves that a rule above level 0 plays.
    pub threats: Vec<String>,
}
