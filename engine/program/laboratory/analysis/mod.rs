//! Moves valued: the best of a position with what they are worth and how the game would go on, and of a game what was lost by
//! the moves that were made.
//!
//! | file | what it holds |
//! |---|---|
//! | [`stones`] | looks at positions of a base on stones, with the player that plays them |
//! | [`text`] | looks at positions of a game in text |
//! | [`analysed`] | what a game must tell so that it can be looked at |
//! | [`walk`] | goes through a game from its end to its beginning |
//! | [`lost`] | what a move has lost, in words |
//! | [`picture`] | the course of a game as a curve |
//! | [`remarks`] | the record of a game with a remark on every move |
//! | [`verdict`] | what decided a game, in one sentence |
//!
//! Values are those of the search: what the scores of the base add up to for the side that moves, or within how many moves of both
//! sides it wins or loses ([`Worth`]).

pub(crate) mod analysed;
pub(crate) mod lost;
pub(crate) mod picture;
pub(crate) mod remarks;
pub(crate) mod stones;
pub(crate) mod text;
pub(crate) mod verdict;
pub(crate) mod walk;

#[cfg(test)]
mod tests;

use std::time::Duration;

use blanche_compiler::game::Fault;

use lost::Lost;
use noire_engine::search::alpha_beta::DRAWN;
use noire_engine::search::alpha_beta::several::Line;
pub(crate) use noire_engine::search::worth::Worth;

/// A move, what it is worth to the side that makes it, and how the game would go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate<M> {
    /// The move.
    pub(crate) mv: M,
    /// Its worth.
    pub(crate) worth: Worth,
    /// Why it was chosen.
    pub(crate) why: Why,
    /// The best line, the move itself in front.
    pub(crate) line: Vec<M>,
    /// How many moves the search looked ahead; of a win the moves until then.
    pub(crate) depth: u32,
}

impl<M> Candidate<M> {
    /// A move that alpha-beta has valued.
    pub(crate) fn searched(found: Line<M>) -> Candidate<M> {
        let Line { first, line } = found;
        let why = match first.worth() {
            Worth::Scored(_) if first.depth == 0 => Why::Unsearched,
            Worth::Scored(_) => Why::Value,
            Worth::Wins(_) | Worth::Loses(_) | Worth::Drawn => Why::Seen,
        };
        Candidate { worth: first.worth(), mv: first.mv, why, line, depth: first.depth }
    }
}

/// Why a move was chosen, and how far that is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// It wins, or the game is over after it: the proof was played out.
    Proved,
    /// Its result is known, as far as alpha-beta sees, or as positions later in the game have shown.
    Seen,
    /// It is the best by value of those after which no win of the other side was found.
    Safe,
    /// Every move that was tried loses, and it holds out longest.
    Loses,
    /// It is the best by value.
    Value,
    /// There was no time to look further.
    Unsearched,
}

impl Why {
    /// As a word, for programs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Why::Proved => "proved",
            Why::Seen => "seen",
            Why::Safe => "safe",
            Why::Loses => "loses",
            Why::Value => "value",
            Why::Unsearched => "unsearched",
        }
    }
}

/// What is wanted of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'w, M> {
    /// The number of best moves.
    pub(crate) best: usize,
    /// A move that is valued as the best ones are, to compare with them.
    pub(crate) played: Option<M>,
    /// Moves that are left out.
    pub(crate) besides: &'w [M],
}

/// What one search came to.
#[derive(Clone, Debug)]
pub(crate) struct Looked<M> {
    /// The best moves, and the one that is compared with them. Those of which no result is known were all searched to the same depth.
    /// None where there is no move, or where no search sees a difference between the moves.
    pub(crate) candidates: Vec<Candidate<M>>,
    /// Whether the value of the best move is final: no other move is better.
    pub(crate) is_solved: bool,
    /// Why the search looked less far than it could have, if a question to the rules was given up at a limit.
    pub(crate) given_up: Option<String>,
    /// How many positions were examined.
    pub(crate) positions: u64,
    /// How long it took.
    pub(crate) time: Duration,
}

/// Who looks for the best moves of positions.
pub(crate) trait Analyst {
    /// A position, with what else is to be known of it.
    type Place;
    /// A move.
    type Move: Copy + Eq;

    /// What the position is worth to the side to move where the game is over.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn ended(&mut self, place: &Self::Place) -> Result<Option<Worth>, Fault>;

    /// The best moves. The game is not over there.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn best(
        &mut self,
        place: &Self::Place,
        wanted: Wanted<'_, Self::Move>,
    ) -> Result<Looked<Self::Move>, Fault>;
}

/// The move that was made in a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played<M> {
    /// The move; nothing for a pass.
    pub(crate) mv: Option<M>,
    /// Its worth, where that is known.
    pub(crate) worth: Option<Worth>,
    /// What it lost.
    pub(crate) lost: Lost,
}

/// A position that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply<M> {
    /// The best moves, the best in front.
    pub(crate) candidates: Vec<Candidate<M>>,
    /// Whether the value of the best move is final.
    pub(crate) is_solved: bool,
    /// What it is worth to the side to move where the game is over.
    pub(crate) ended: Option<Worth>,
    /// Why the search looked less far than it could have, if a question to the rules was given up at a limit.
    pub(crate) given_up: Option<String>,
    /// The move that was made there, if one was.
    pub(crate) played: Option<Played<M>>,
    /// How many positions were examined.
    pub(crate) positions: u64,
    /// How long it took.
    pub(crate) time: Duration,
}

impl<M> Ply<M> {
    /// What the position is worth to the side to move, as far as that is known.
    pub(crate) fn worth(&self) -> Option<Worth> {
        let best = self.candidates.first().map(|candidate| match candidate.worth {
            // Another move may be better.
            Worth::Drawn if !self.is_solved => Worth::Scored(DRAWN),
            worth => worth,
        });
        self.ended.or(best).or_else(|| self.played.as_ref()?.worth)
    }

    /// The same with moves in other words.
    pub(crate) fn map<N>(self, mut written: impl FnMut(M) -> N) -> Ply<N> {
        let candidates = self.candidates.into_iter().map(|candidate| {
            let Candidate { mv, worth, why, line, depth } = candidate;
            let line = line.into_iter().map(&mut written).collect();
            Candidate { mv: written(mv), worth, why, line, depth }
        });
        let candidates = candidates.collect();
        let played =
            self.played.map(|Played { mv, worth, lost }| Played { mv: mv.map(written), worth, lost });
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
