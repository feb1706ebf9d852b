//! The two strategies for finding wins, selected by name.

use super::classic::Classic;
use super::strategy::Strategy;
use super::threats::Threats;
use crate::games::Knowledge;

/// The strategy with which a player searches for wins that can be proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StrategyKind {
    /// Proof-number search over threats.
    #[default]
    Threats,
    /// The strategy described in the thesis.
    Classic,
}

impl StrategyKind {
    /// Both strategies, the default first.
    pub const ALL: [StrategyKind; 2] = [StrategyKind::Threats, StrategyKind::Classic];

    /// The name of the strategy: `threats` or `classic`.
    pub fn name(self) -> &'static str {
        match self {
            StrategyKind::Threats => "threats",
            StrategyKind::Classic => "classic",
        }
    }

    /// The implementation of the strategy.
    pub fn strategy<'s, G: Knowledge + 's>(self) -> &'s dyn Strategy<G> {
        match self {
            StrategyKind::Threats => &Threats,
            StrategyKind::Classic => &Classic,
        }
    }
}
