//! Agents: programs that choose the moves of games in text. A search, a learner and whoever draws lots are asked alike.
//!
//! | file | what it holds |
//! |---|---|
//! | [`spec`] | how agents are named, and what of them can be set |
//! | `searching` | agents that look ahead |
//! | `greedy` | an agent that looks at the positions after its moves |
//! | `chance` | agents that draw lots |

mod chance;
mod greedy;
mod searching;
pub mod spec;

use std::time::Duration;

use blanche_compiler::game::{Fault, Move, Past};
use blanche_compiler::runtime::Position;

use crate::search::alpha_beta::Thought;
use crate::search::limits::SearchLimits;
pub use chance::opening_by_chance;
pub(crate) use greedy::worth;
pub(crate) use searching::Searching;
pub(crate) use spec::unless_left_out;
pub use spec::{AgentSpec, BadSpec, Method};

/// Who chooses moves of a game.
pub trait Agent {
    /// A move of whoever is to move in this position, before which others have stood; the game is not over there.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn choose(&mut self, position: &Position, past: &Past, limits: SearchLimits) -> Result<Choice, Fault>;

    /// The same, and tells what it finds on the way, where it looks ahead by alpha-beta.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn choose_telling(
        &mut self,
        position: &Position,
        past: &Past,
        limits: SearchLimits,
        _listener: &mut dyn FnMut(&Thought<'_, Move>),
    ) -> Result<Choice, Fault> {
        self.choose(position, past, limits)
    }
}

/// A move that was chosen, and what was found out.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move; nothing where somebody stopped the search before it had one.
    pub mv: Option<Move>,
    /// What is known of the end.
    pub outlook: Outlook,
    /// So many moves were looked ahead.
    pub depth: u32,
    /// So many positions were examined.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
    /// The question that was given up at a limit, at which the search ended.
    pub given_up: Option<Fault>,
}

/// What an agent knows of the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It wins within so many moves.
    Wins(u32),
    /// Every move loses.
    Loses,
    /// Nobody knows.
    Open,
}
