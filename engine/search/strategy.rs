//! What every tactical strategy does: it looks for a win of the side to move, and proves it.

use super::limits::{Clock, Stopped};
use super::proof::Proof;
use super::refuted::Refuted;
use crate::games::Game;

/// Which moves the attacker tries, and which he needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreatClass {
    /// Those that threaten to win at once.
    Fours,
    /// Those as well to whose threats the base knows the replies ([`Knowledge::replied`](crate::games::Knowledge::replied)).
    Threats,
    /// Those that threaten to win by fours, or by any rule, as well.
    Quiet,
}

impl ThreatClass {
    /// `fours`, `threats` or `quiet`.
    pub fn name(self) -> &'static str {
        match self {
            ThreatClass::Fours => "fours",
            ThreatClass::Threats => "threats",
            ThreatClass::Quiet => "quiet",
        }
    }
}

/// What a search has left out that came to its end and found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untried {
    /// Moves of this class.
    Class(ThreatClass),
    /// Moves that the base does not name as forcing, but for the first move; and after such a first move everything but
    /// fours and threes.
    LaterMoves,
    /// Lines of fours behind a quiet move that are not found within so many positions.
    LongLines(u64),
    /// Lines of more moves than these.
    Deeper(u32),
}

/// What a search is to find, and what it may use.
pub struct Task<'s, G: Game> {
    /// The position; it stands again when the search is over, however it ends.
    pub game: &'s mut G,
    /// How far the attacker's moves go.
    pub class: ThreatClass,
    /// Rules up to this level are asked.
    pub levels: u32,
    /// Claims that the search must not use, and replies that it must not miss.
    pub refuted: &'s Refuted<G::Move>,
    /// What it has used and may use.
    pub clock: &'s mut Clock,
    /// Where it finds nothing and was not stopped: what it has left out.
    pub untried: &'s mut Vec<Untried>,
}

/// A win that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Win<M> {
    /// With its proof.
    Proved(Proof<M>),
    /// By this move; the search was stopped before the proof was put together.
    Seen(M, Stopped),
}

/// A way to look for wins.
pub trait Strategy<G: Game> {
    /// How it is called.
    fn name(&self) -> &'static str;

    /// Looks for a win of the side to move. Nothing where none of the moves that it tries wins; the task is told then which
    /// it did not try.
    ///
    /// # Errors
    /// When the search has to stop.
    fn attack(&self, task: Task<'_, G>) -> Result<Option<Win<G::Move>>, Stopped>;
}
