//! The interface that a game must implement so that `noire solve` can solve its positions.

use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use super::Arguments;
use crate::command_line::output::Failure;
use noire_engine::progress::Progress;
use noire_engine::search::limits::SearchLimits;
use noire_engine::world::{Entry, World, WorldError};

/// A game whose positions can be solved.
pub(super) trait Solvable: World {
    /// The solver of this kind of game.
    type Solver<'w>
    where
        Self: 'w;

    /// The result for a position.
    type Solved;

    /// Creates a solver with these limits.
    ///
    /// # Errors
    /// If the options do not fit the game, or its rules cannot be searched.
    fn solver<'w>(
        &'w self,
        arguments: &'w Arguments,
        limits: SearchLimits,
    ) -> Result<Self::Solver<'w>, Failure>;

    /// A note about a position that is unusual but can be solved.
    fn oddity(_entry: &Entry<Self>, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Solves a position, and reports progress to `run_progress`.
    ///
    /// # Errors
    /// If the game cannot continue.
    fn solve(
        solver: &mut Self::Solver<'_>,
        entry: &Entry<Self>,
        position: &Self::Position,
        run_progress: RunProgress<'_>,
    ) -> Result<SolveOutcome<Self>, WorldError>;

    /// Prints the position with its result.
    ///
    /// # Errors
    /// If the output cannot be written.
    fn print(
        solver: &Self::Solver<'_>,
        out: &mut impl Write,
        position: &Self::Position,
        solved: &Self::Solved,
    ) -> Result<(), Failure>;

    /// Fills in the result in a row of `--format json`.
    fn fill(solver: &Self::Solver<'_>, row: &mut Row<'_>, position: &Self::Position, solved: &Self::Solved);

    /// The names of the exports and rules that the search needs and the base lacks.
    fn missing(_solver: &Self::Solver<'_>) -> Vec<&'static str> {
        Vec::new()
    }
}

/// The progress of a run over several positions.
pub(super) struct RunProgress<'t> {
    pub(super) progress: &'t Progress,
    /// Index of the position, from 0.
    pub(super) at: usize,
    /// Number of positions in the run.
    pub(super) of: usize,
}

/// The outcome for a position.
pub(super) enum SolveOutcome<W: Solvable> {
    /// The position was searched.
    Solved(W::Solved),
    /// The game is over. Holds `won`, `lost` or `drawn`, from the view of the side to move, and a description.
    Over(&'static str, String),
    /// There is nothing to search. Holds the reason.
    Nothing(String),
    /// The position is invalid, or a limit was exceeded when the winner was determined. Holds a description.
    Wrong(String),
}

/// The result for a position: one line of `--format json`.
#[derive(Default, Serialize)]
pub(super) struct Row<'a> {
    /// The name of the position in its file.
    pub(super) id: Option<&'a str>,
    /// The position as the user wrote it.
    pub(super) position: &'a str,
    /// The name of the game.
    pub(super) game: &'a str,
    /// The result for the side to move: `won`, `lost`, `drawn` or `not decided`.
    pub(super) outcome: &'static str,
    /// Whether a win was found.
    pub(super) solved: bool,
    /// The threat class of a proved win: `fours`, `threats` or `quiet`.
    pub(super) kind: Option<&'static str>,
    /// The first move of the win.
    pub(super) first: Option<String>,
    /// The line of play that wins, or that defends longest.
    pub(super) line: Option<Vec<String>>,
    /// The rule that wins at the end of the line.
    pub(super) rule: Option<String>,
    /// Maximum number of moves of both sides to the win or loss.
    pub(super) plies: Option<u32>,
    /// Number of positions in the proof.
    pub(super) proof: Option<usize>,
    /// The class of threats that was searched last.
    pub(super) class: Option<&'static str>,
    /// Number of positions examined.
    pub(super) positions: Option<u64>,
    /// Number of positions examined per second.
    pub(super) per_second: Option<u64>,
    /// Time of the search, in milliseconds.
    pub(super) ms: Option<f64>,
    /// Whether the win was checked against every reply.
    pub(super) checked: Option<bool>,
    /// Why the win was not checked.
    pub(super) unchecked: Option<String>,
    /// Why the search ended early.
    pub(super) stopped: Option<&'static str>,
    /// Why nothing was searched, or why a query was stopped.
    pub(super) error: Option<String>,
    /// The earlier proofs that failed.
    pub(super) findings: Vec<Value>,
    /// The kinds of moves that the search did not try.
    pub(super) untried: Vec<&'static str>,
    /// What the base lacks for the search.
    pub(super) missing: Vec<&'static str>,
    /// The positions of the proof in which the attacker is to move; only with `--proof`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<Value>,
}
