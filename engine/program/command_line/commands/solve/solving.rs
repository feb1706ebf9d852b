//! What a game must tell so that its positions can be solved.

use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use super::Arguments;
use crate::command_line::output::Failure;
use noire_engine::progress::Progress;
use noire_engine::search::limits::SearchLimits;
use noire_engine::world::{Entry, Trouble, World};

/// A game whose positions can be solved.
pub(super) trait Solving: World {
    /// Who solves them.
    type Solver<'w>
    where
        Self: 'w;

    /// What was found of a position.
    type Solved;

    /// Who solves positions within these limits.
    ///
    /// # Errors
    /// Where nobody can.
    fn solver<'w>(
        &'w self,
        arguments: &'w Arguments,
        limits: SearchLimits,
    ) -> Result<Self::Solver<'w>, Failure>;

    /// What is odd in a position that can be solved all the same.
    fn oddity(_entry: &Entry<Self>, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Solves a position, and says how far that is.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn solve(
        solver: &mut Self::Solver<'_>,
        entry: &Entry<Self>,
        position: &Self::Position,
        turn: Turn<'_>,
    ) -> Result<Found<Self>, Trouble>;

    /// Draws the position with what was found.
    ///
    /// # Errors
    /// When nothing can be written.
    fn tell(
        solver: &Self::Solver<'_>,
        out: &mut impl Write,
        position: &Self::Position,
        solved: &Self::Solved,
    ) -> Result<(), Failure>;

    /// Puts what was found into a line of `--format json`.
    fn fill(solver: &Self::Solver<'_>, row: &mut Row<'_>, position: &Self::Position, solved: &Self::Solved);

    /// What the base lacks, by name.
    fn missing(_solver: &Self::Solver<'_>) -> Vec<&'static str> {
        Vec::new()
    }
}

/// Which position it is of how many, and who is told how far its search is.
pub(super) struct Turn<'t> {
    pub(super) progress: &'t Progress,
    /// The number of the position, from 0.
    pub(super) at: usize,
    /// How many positions there are.
    pub(super) of: usize,
}

/// What became of a position.
pub(super) enum Found<W: Solving> {
    /// It was searched.
    Solved(W::Solved),
    /// The game is over: `won`, `lost` or `drawn` for the side to move, and in words.
    Over(&'static str, String),
    /// There is nothing to search, in words.
    Nothing(String),
    /// It is no position of a game, or whether the game is over is not known, in words.
    Wrong(String),
}

/// What was found of a position; a line of `--format json`.
#[derive(Default, Serialize)]
pub(super) struct Row<'a> {
    /// Its name in a file.
    pub(super) id: Option<&'a str>,
    /// The position as it was given.
    pub(super) position: &'a str,
    /// The name of the game.
    pub(super) game: &'a str,
    /// For the side to move: `won`, `lost`, `drawn`, or `not decided`.
    pub(super) outcome: &'static str,
    /// Whether a win was found.
    pub(super) solved: bool,
    /// The threat class of a win that was proved: `fours`, `threats`, `quiet`.
    pub(super) kind: Option<&'static str>,
    /// The first move.
    pub(super) first: Option<String>,
    /// The line to the win, or the one that holds out longest.
    pub(super) line: Option<Vec<String>>,
    /// The rule that wins at the end of the line.
    pub(super) rule: Option<String>,
    /// The maximum number of moves of both sides to the win or loss.
    pub(super) plies: Option<u32>,
    /// The number of positions of the proof.
    pub(super) proof: Option<usize>,
    /// The class of threats that were tried last.
    pub(super) class: Option<&'static str>,
    /// The number of positions that were examined.
    pub(super) positions: Option<u64>,
    /// Positions in a second.
    pub(super) per_second: Option<u64>,
    /// Milliseconds.
    pub(super) ms: Option<f64>,
    /// Whether the win was checked against every reply.
    pub(super) checked: Option<bool>,
    /// Why it was not.
    pub(super) unchecked: Option<String>,
    /// Why the search ended early.
    pub(super) stopped: Option<&'static str>,
    /// Why nothing was searched, or a question was given up.
    pub(super) error: Option<String>,
    /// What did not stand in an earlier proof.
    pub(super) findings: Vec<Value>,
    /// What the search has left out.
    pub(super) untried: Vec<&'static str>,
    /// What the base lacks for the search.
    pub(super) missing: Vec<&'static str>,
    /// With `--proof`: the positions with the attacker to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<Value>,
}
