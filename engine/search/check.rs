//! What a proof has to stand up to, and what is wrong with one that does not.
//!
//! How a proof is played out is the game's business ([`Checked`]): whoever does it must not ask the rules whose claims the
//! proof rests on.

use std::fmt;

use blanche_compiler::runtime::LimitReached;

use super::limits::{Clock, Stopped};
use super::proof::{Proof, Threat};
use crate::games::{Claim, Knowledge};

/// A game whose proofs can be played out, and which has null moves: threats are what a side would do next.
pub trait Checked: Knowledge {
    /// Whether this player can win at all: by some rule of level 0.
    fn can_win(&self, player: Self::Player) -> bool;

    /// Plays out a proof that the side to move wins in this position.
    ///
    /// # Errors
    /// When the proof does not stand, or a part of it was not decided.
    fn check(&self, proof: &Proof<Self::Move>, clock: &Clock) -> Result<(), Unproved<Self::Move>>;
}

/// Why a check, or a search for a win, ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// So many positions were examined as were allowed.
    Nodes,
    /// A question to the rules reached the step limit.
    Work,
    /// The clock that it looks at says so.
    Stopped(Stopped),
}

impl From<LimitReached> for Undecided {
    fn from(_: LimitReached) -> Undecided {
        Undecided::Work
    }
}

/// Why a proof does not stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<M> {
    /// The game is over there, or the move cannot be made or loses.
    Move(M),
    /// The rule claims a win there by this move, and the move does not win within its level.
    Claim(Claim, M),
    /// The rule says that the attacker wins if nothing is done there, and he does not within its level.
    Threat(Claim),
    /// There is this threat, and it does not answer these replies.
    Replies(Threat, Vec<M>),
    /// It could not be decided within the limits.
    Undecided(Undecided),
}

/// A fault, and the moves that lead to where it is from the position that was to be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved<M> {
    /// What is wrong.
    pub fault: Fault<M>,
    /// The moves of both sides up to there; nothing for a null move.
    pub path: Vec<Option<M>>,
}

impl<M: fmt::Display> fmt::Display for Unproved<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &[M]| moves.iter().map(M::to_string).collect::<Vec<_>>().join(",");
        match &self.fault {
            Fault::Move(mv) => write!(f, "{mv} cannot be played")?,
            Fault::Claim(claim, mv) => write!(f, "{mv} does not win within {} moves", claim.level)?,
            Fault::Threat(claim) => write!(f, "nothing is threatened within {} moves", claim.level)?,
            Fault::Replies(_, replies) => write!(f, "the threat does not answer {}", list(replies))?,
            Fault::Undecided(_) => f.write_str("it was not decided")?,
        }
        if !self.path.is_empty() {
            let mv = |mv: &Option<M>| mv.as_ref().map_or_else(|| "a pass".to_owned(), M::to_string);
            let path: Vec<String> = self.path.iter().map(mv).collect();
            write!(f, ", after {}", path.join(","))?;
        }
        Ok(())
    }
}
