//! How a game is written: moves, positions and ends as text.

use super::rules::{Rules, Why};
use crate::program::BlockedOutcome;
use crate::runtime::Position;

/// A game as people write it ([`Rules::notation`]): moves (`move_text`), positions (`diagram`, `compact`), and why it ended.
#[derive(Clone, Copy)]
pub struct Notation<'r> {
    pub(super) rules: &'r Rules,
}

impl Rules {
    /// How moves, positions and ends are written and read.
    #[inline]
    pub fn notation(&self) -> Notation<'_> {
        Notation { rules: self }
    }
}

impl Notation<'_> {
    /// `three for x`, `the draw full`, `o cannot move`
    pub fn why_text(self, why: Why, position: &Position) -> String {
        match why {
            Why::Rule(rule) | Why::Draw(rule) => {
                self.rules.program().rule_title(self.rules.program().rule(rule))
            }
            Why::Blocked if self.rules.game().blocked == Some(BlockedOutcome::Passes) => {
                "nobody can move".to_owned()
            }
            Why::Blocked => {
                format!("{} cannot move", self.rules.program().player(self.rules.to_move(position)))
            }
        }
    }
}
