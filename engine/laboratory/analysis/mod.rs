//! Analysis of positions and games. For a position, it finds the best moves with their values and continuations. For a
//! game, it also finds what each move lost.
//!
//! | file | what it holds |
//! |---|---|
//! | `stones` | analyses positions of five in a row with the player of the search |
//! | [`text`] | analyses positions of games in text, that is, games defined entirely by rules |
//! | [`analysis_world`] | what a game must implement to be analysed |
//! | [`game_analysis`] | walks through a game backwards |
//! | `move_loss` | what a move lost, in words |
//! | [`value_curve`] | the values of a game as a curve |
//! | `remarks` | game records with a remark on every move |
//! | [`verdict`] | what decided a game, in one sentence |
//!
//! The values are those of the search ([`Evaluation`]). A value is either the sum of the base's scores for the side to move,
//! or the number of moves of both sides until that side wins or loses.

pub mod analysis_world;
pub mod game_analysis;
pub(crate) mod move_loss;
pub(crate) mod remarks;
pub(crate) mod stones;
pub mod text;
pub mod value_curve;
pub mod verdict;

#[cfg(test)]
mod tests;

use std::time::Duration;

use blanche_compiler::game::Fault;

use move_loss::MoveLoss;
use noire_engine::search::alpha_beta::DRAWN;
use noire_engine::search::alpha_beta::multi_pv::Line;
pub use noire_engine::search::evaluation::Evaluation;

/// A move, its value for the side that makes it, and the expected continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    pub mv: M,
    pub evaluation: Evaluation,
    pub why: Why,
    /// The principal variation, starting with `mv`.
    pub line: Vec<M>,
    /// Search depth in moves of both sides. For a proved win, it is the number of moves until the win.
    pub depth: u32,
}

impl<M> Candidate<M> {
    /// Creates a candidate from a line that alpha-beta has evaluated.
    pub(crate) fn searched(found: Line<M>) -> Candidate<M> {
        let Line { first, line } = found;
        let why = match first.evaluation() {
            Evaluation::Scored(_) if first.depth == 0 => Why::Unsearched,
            Evaluation::Scored(_) => Why::Value,
            Evaluation::Wins(_) | Evaluation::Loses(_) | Evaluation::Drawn => Why::Known,
        };
        Candidate { evaluation: first.evaluation(), mv: first.mv, why, line, depth: first.depth }
    }
}

/// Why a move was chosen, and how certain that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The move wins or ends the game, and the proof was checked by replaying it.
    Proved,
    /// The result is known from alpha-beta, or from positions later in the game.
    Known,
    /// The move has the best value among the moves after which the search found no win for the opponent.
    Safe,
    /// Every move that was tried loses, and this move delays the loss longest.
    Loses,
    /// The move has the best value.
    Value,
    /// There was no time to search further.
    Unsearched,
}

impl Why {
    /// The name used in machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            Why::Proved => "proved",
            Why::Known => "seen",
            Why::Safe => "safe",
            Why::Loses => "loses",
            Why::Value => "value",
            Why::Unsearched => "unsearched",
        }
    }
}

/// What to find in a position.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisRequest<'w, M> {
    /// Number of best moves to find.
    pub best: usize,
    /// A move that is evaluated too, for comparison with the best moves.
    pub played: Option<M>,
    /// Moves to exclude.
    pub excluded: &'w [M],
}

/// The result of searching one position.
#[derive(Clone, Debug)]
pub struct PositionAnalysis<M> {
    /// The best moves, and the move to compare with them. All moves without a known result were searched to the same
    /// depth. Empty if there is no legal move, or if the search finds no difference between the moves.
    pub candidates: Vec<Candidate<M>>,
    /// Whether the value of the best move is final, so that no other move can be better.
    pub is_solved: bool,
    /// If a query to the rules was stopped at a limit, a description of that limit. The search was then less deep than
    /// it could have been.
    pub given_up: Option<String>,
    /// Number of positions searched.
    pub positions: u64,
    /// Time taken by the search.
    pub time: Duration,
}

/// Finds the best moves of positions.
pub trait Analyst {
    /// A position with the context that the search needs.
    type SearchPosition;
    /// A move of the game.
    type Move: Copy + Eq;

    /// Returns the value of a finished game for the side to move, or `None` if the game is not over.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn ended(&mut self, place: &Self::SearchPosition) -> Result<Option<Evaluation>, Fault>;

    /// Returns the best moves of a position. The game must not be over in it.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn best(
        &mut self,
        place: &Self::SearchPosition,
        wanted: AnalysisRequest<'_, Self::Move>,
    ) -> Result<PositionAnalysis<Self::Move>, Fault>;
}

/// The move that was made in a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<M> {
    /// The move, or `None` for a pass.
    pub mv: Option<M>,
    /// The value of the move, if known.
    pub evaluation: Option<Evaluation>,
    /// What the move lost compared with the best move.
    pub lost: MoveLoss,
}

/// The analysis of one position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<M> {
    /// The best moves, best first.
    pub candidates: Vec<Candidate<M>>,
    /// Whether the value of the best move is final.
    pub(crate) is_solved: bool,
    /// The value for the side to move if the game is over in this position.
    pub ended: Option<Evaluation>,
    /// If a query to the rules was stopped at a limit, a description of that limit. The search was then less deep than
    /// it could have been.
    pub given_up: Option<String>,
    /// The move that was made in this position, if any.
    pub played: Option<Played<M>>,
    /// Number of positions searched.
    pub positions: u64,
    /// Time taken by the search.
    pub time: Duration,
}

impl<M> Ply<M> {
    /// The value of the position for the side to move, if known.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let best = self.candidates.first().map(|candidate| match candidate.evaluation {
            // The position was not solved, so another move may be better than a draw.
            Evaluation::Drawn if !self.is_solved => Evaluation::Scored(DRAWN),
            evaluation => evaluation,
        });
        self.ended.or(best).or_else(|| self.played.as_ref()?.evaluation)
    }

    /// Converts all moves with `written`, for example to text.
    pub fn map<N>(self, mut written: impl FnMut(M) -> N) -> Ply<N> {
        let candidates = self.candidates.into_iter().map(|candidate| {
            let Candidate { mv, evaluation, why, line, depth } = candidate;
            let line = line.into_iter().map(&mut written).collect();
            Candidate { mv: written(mv), evaluation, why, line, depth }
        });
        let candidates = candidates.collect();
        let played = self.played.map(|Played { mv, evaluation, lost }| Played {
            mv: mv.map(written),
            evaluation,
            lost,
        });
        Ply {
            candidates,
            played,
            is_solved: self.is_solved,
            ended: self.ended,
            given_up: self.given_up,
            positions: self.positions,
            time: self.time,
        }
    }
}
