//! The interface of the strategies. A strategy searches for a win of the side to move and proves it.

use super::limits::{Clock, Stopped};
use super::proof::Proof;
use super::proof_faults::ProofFaults;
use crate::games::Game;

/// The class of moves that the attacker tries, or that a proof needs. Each class includes the classes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreatClass {
    /// Moves that threaten to win with the attacker's next move.
    Fours,
    /// Also moves that make threats to which the base knows the replies
    /// ([`Knowledge::replied`](crate::games::Knowledge::replied)).
    Threats,
    /// Also quiet moves, which threaten to win by fours or by any rule.
    Quiet,
}

impl ThreatClass {
    /// The name of the class: `fours`, `threats` or `quiet`.
    pub fn name(self) -> &'static str {
        match self {
            ThreatClass::Fours => "fours",
            ThreatClass::Threats => "threats",
            ThreatClass::Quiet => "quiet",
        }
    }
}

/// What was left out by a search that finished without finding a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untried {
    /// Moves of this threat class.
    Class(ThreatClass),
    /// After the first move, moves that the base does not name as forcing. If the base does not name the first move as
    /// forcing either, only fours and threes were tried after it.
    LaterMoves,
    /// Lines of fours after a quiet move, if they were not found within this number of positions.
    LongLines(u64),
    /// Lines of more than this number of moves.
    Deeper(u32),
}

/// The task of a search for a win, with its limits.
pub struct Task<'s, G: Game> {
    /// The position. It is restored when the search ends, even if it ends with an error.
    pub game: &'s mut G,
    /// The class of moves that the attacker may try.
    pub class: ThreatClass,
    /// The maximum level of rules to use.
    pub levels: u32,
    /// Refuted claims, which the search must not use, and missed replies, which it must try.
    pub faults: &'s ProofFaults<G::Move>,
    /// The clock, which counts positions and enforces the limits.
    pub clock: &'s mut Clock,
    /// Receives what was left out, if the search finds nothing and is not stopped.
    pub untried: &'s mut Vec<Untried>,
}

/// A win that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Win<M> {
    /// The proof of the win.
    Proved(Proof<M>),
    /// The winning move. The search was stopped before the proof was assembled.
    Seen(M, Stopped),
}

/// A strategy for finding wins.
pub trait Strategy<G: Game> {
    /// The name of the strategy.
    fn name(&self) -> &'static str;

    /// Searches for a win of the side to move. Returns `None` if none of the moves that it tries wins. In that case, it
    /// adds what it did not try to the task.
    ///
    /// # Errors
    /// If the search has to stop.
    fn attack(&self, task: Task<'_, G>) -> Result<Option<Win<G::Move>>, Stopped>;
}
