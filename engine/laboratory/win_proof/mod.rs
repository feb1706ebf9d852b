//! Solves a position, and keeps the proof of a win as a tree of moves that a person can walk through.
//!
//! | file | what it holds |
//! |---|---|
//! | `stones` | games of stones: the proof of a search for threats |
//! | `text` | games in text: a search of all lines, and the win after every reply |

mod stones;
mod text;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use noire_engine::world::{World, WorldError};

/// The limits of a search for the value of a position.
#[derive(Clone, Debug)]
pub struct ProofLimits {
    /// Maximum number of positions to search.
    pub positions: u64,
    /// The maximum level of rules to use.
    pub levels: u32,
    /// Flag to set to stop the search, which ends soon afterwards.
    pub stop: Arc<AtomicBool>,
}

/// The value of a position for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionValue<M> {
    /// It wins.
    Wins {
        /// Maximum number of moves of both sides to the win.
        plies: u32,
        /// The proof of the win.
        proof: WinProof<M>,
    },
    /// It loses, whatever it plays.
    Loses {
        /// Maximum number of moves of both sides to the loss.
        plies: u32,
        /// The line that holds out longest.
        line: Vec<M>,
    },
    /// Neither side can win.
    Drawn {
        /// One of the best lines.
        line: Vec<M>,
    },
    /// The search found no win. It proves nothing else.
    Undecided,
}

/// A proof that the side to move wins. Nodes refer to each other by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinProof<M> {
    /// The positions in which the winner is to move.
    pub nodes: Vec<ProofNode<M>>,
    /// The index of the node of the proved position.
    pub root: usize,
}

/// A position in which the winner is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofNode<M> {
    /// The winning move; `None` if the game is already over.
    pub mv: Option<M>,
    /// Why every reply loses.
    pub reason: WinReason,
    /// Replies of the opponent, each with the node that it leads to. `None` stands for all other replies.
    pub replies: Vec<(Option<M>, usize)>,
}

/// Why a move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The game is over.
    Over,
    /// The rule with this title claims the win.
    Rule(String),
    /// The move threatens to win by the rule with this title, and the other replies do not stop it.
    Threat(String),
    /// The move threatens to win by the line after all other replies.
    ThreatLine,
    /// The search has tried every reply.
    Searched,
}

/// A game whose positions can be solved.
pub trait ProofWorld: World {
    /// Solves the position after the game `moves` from `start`. Also returns the number of positions examined. `show`
    /// receives the share of the replies that were searched.
    ///
    /// # Errors
    /// Fails if the game cannot continue.
    fn prove(
        &self,
        game: (&Self::Position, &[Self::Move]),
        limits: &ProofLimits,
        show: &mut dyn FnMut(f64),
    ) -> Result<(PositionValue<Self::Move>, u64), WorldError>;
}
