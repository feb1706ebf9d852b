//! The view of a game that writes and parses moves, positions and ends.

use super::rules::{EndReason, Rules};
use crate::program::BlockedOutcome;
use crate::runtime::Position;

/// How a game is written for people ([`Rules::notation`]): moves (`move_text`), positions (`diagram`,
/// `compact_positions`), and why the game ended.
#[derive(Clone, Copy)]
pub struct Notation<'r> {
    pub(super) rules: &'r Rules,
}

impl Rules {
    /// The view of these rules that writes and parses moves, positions and ends.
    #[inline]
    pub fn notation(&self) -> Notation<'_> {
        Notation { rules: self }
    }
}

impl Notation<'_> {
    /// The reason why a game ended, such as `three for x`, `the draw full` or `o cannot move`.
    pub fn why_text(self, why: EndReason, position: &Position) -> String {
        match why {
            EndReason::Rule(rule) | EndReason::Draw(rule) => {
                self.rules.program().rule_title(self.rules.program().rule(rule))
            }
            EndReason::Blocked if self.rules.game().blocked == Some(BlockedOutcome::Passes) => {
                "no player can move".to_owned()
            }
            EndReason::Blocked => {
                format!("{} cannot move", self.rules.program().player(self.rules.to_move(position)))
            }
        }
    }
}
