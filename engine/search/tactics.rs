//! The two strategies for finding wins, selected by name.

use super::classic::Classic;
use super::strategy::Strategy;
use super::threats::Threats;
use crate::games::Knowledge;

/// The strategy with which a player searches for wins that can be proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tactics {
    /// Proof-number search over threats.
    #[default]
    Threats,
    /// The strategy described in the thesis.
    Classic,
}

impl Tactics {
    /// Both strategies, the default first.
    pub const ALL: [Tactics; 2] = [Tactics::Threats, Tactics::Classic];

    /// The name of the strategy: `threats` or `classic`.
    pub fn name(self) -> &'static str {
        match self {
            Tactics::Threats => "threats",
            Tactics::Classic => "classic",
        }
    }

    /// The implementation of the strategy.
    pub fn strategy<'s, G: Knowledge + 's>(self) -> &'s dyn Strategy<G> {
        match self {
            Tactics::Threats => &Threats,
            Tactics::Classic => &Classic,
        }
    }
}
