//! The interface for checking proofs, and the faults that a check may find in a proof.
//!
//! Each game implements the check itself ([`Checked`]). It must not use the rules on whose claims the proof relies.

use std::fmt;

use blanche_compiler::runtime::LimitReached;

use super::limits::{Clock, Stopped};
use super::proof::{Proof, Threat};
use crate::games::{Claim, Knowledge};

/// A game in which proofs of wins can be checked. It must have null moves, because a threat is tested by letting the
/// defender pass.
pub trait Checked: Knowledge {
    /// Whether this player can win at all. Without a rule of level 0 it cannot.
    fn can_win(&self, player: Self::Player) -> bool;

    /// Checks a proof that the side to move wins in this position.
    ///
    /// # Errors
    /// If the proof is wrong, or a part of it could not be decided.
    fn check(&self, proof: &Proof<Self::Move>, clock: &Clock) -> Result<(), Unproved<Self::Move>>;
}

/// The reason why a check, or a search for a win, ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The maximum number of positions was reached.
    Nodes,
    /// A query to the rules reached the step limit.
    Work,
    /// The clock stopped the search or the check.
    Stopped(Stopped),
}

impl From<LimitReached> for Undecided {
    fn from(_: LimitReached) -> Undecided {
        Undecided::Work
    }
}

/// A fault in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<M> {
    /// This move is wrong: the game is already over, or the move is illegal or loses.
    Move(M),
    /// The rule claims a win by this move, but the move does not win within the level of the rule.
    Claim(Claim, M),
    /// The rule claims that the attacker threatens to win. But even if the defender passes, the attacker does not win
    /// within the level of the rule.
    Threat(Claim),
    /// The threat does not answer these replies, but the proof does not list them.
    Replies(Threat, Vec<M>),
    /// A part of the proof could not be decided within the limits.
    Undecided(Undecided),
}

/// A fault in a proof, with the moves that lead to it from the position of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved<M> {
    /// What is wrong with the proof.
    pub fault: Fault<M>,
    /// The moves of both sides up to the fault; `None` for a null move.
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
