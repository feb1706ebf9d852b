//! The ways of this program to look for wins, by name.

use super::classic::Classic;
use super::strategy::Strategy;
use super::threats::Threats;
use crate::games::Knowledge;

/// How a player looks for wins that can be proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tactics {
    /// Proof-number search over threats.
    #[default]
    Threats,
    /// The strategy of the thesis.
    Classic,
}

impl Tactics {
    /// Both of them.
    pub const ALL: [Tactics; 2] = [Tactics::Threats, Tactics::Classic];

    /// `threats` or `classic`.
    pub fn name(self) -> &'static str {
        match self {
            Tactics::Threats => "threats",
            Tactics::Classic => "classic",
        }
    }

    /// The search itself.
    pub fn strategy<'s, G: Knowledge + 's>(self) -> &'s dyn Strategy<G> {
        match self {
            Tactics::Threats => &Threats,
            Tactics::Classic => &Classic,
        }
    }
}
