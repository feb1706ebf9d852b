//! The game that a base defines: who has won, asked of its rules of level 0 and of nothing else.
//!
//! The rules are asked after each stone, in the order of the base, and the first that applies decides; that is
//! the order of [`verdict`](crate::bases::Asking::verdict) too. So where one stone makes rules of both colours apply, the
//! base's own text says who has won: by its conditions, and after them by its order. A full board on which nobody has
//! won is no win.

use blanche_compiler::game::supposes_no_win;
use blanche_compiler::runtime::LimitReached;

use crate::bases::Backend;
use crate::board::{Color, Point, Position};
use crate::facts::Base;

/// Who has won, by the rules of a base.
#[derive(Clone)]
pub struct Referee<'b> {
    base: &'b Base,
    backend: Backend,
    /// The rules of level 0 with the colours that they let win, in the order of the base.
    ends: Vec<(usize, Color)>,
}

impl<'b> Referee<'b> {
    /// The game of this base, asked through this back end.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn new(base: &'b Base, backend: Backend) -> Referee<'b> {
        assert!(base.has(backend), "a back end is asked only where it is there");
        let rules = base.contents().rules.iter().enumerate().filter(|(_, rule)| rule.level == 0);
        let ends = rules.filter_map(|(at, rule)| Some((at, rule.color.parse().ok()?))).collect();
        Referee { base, backend, ends }
    }

    /// The base.
    pub fn base(&self) -> &'b Base {
        self.base
    }

    /// The back end that answers.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The rule of level 0 that decides this position, and who has won by it; nothing while it is undecided.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn decision(&self, position: &mut Position) -> Result<Option<(usize, Color)>, LimitReached> {
        for &(rule, color) in &self.ends {
            if self.base.on(self.backend).applies(rule, position)? {
                return Ok(Some((rule, color)));
            }
        }
        Ok(None)
    }

    /// Who has won in this position; nobody while it is undecided.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    #[inline]
    pub fn winner(&self, position: &mut Position) -> Result<Option<Color>, LimitReached> {
        Ok(self.decision(position)?.map(|(_, color)| color))
    }

    /// Whether all that holds which the base supposes where a rule of this level claims something. A base that supposes
    /// nothing has rules above level 1 claim something only where no stone wins.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn is_supposed(&self, position: &mut Position, level: u32) -> Result<bool, LimitReached> {
        if !supposes_no_win(level, self.base.contents().says_what_claims_suppose()) {
            return self.base.on(self.backend).is_supposed(level, position);
        }
        for color in Color::ALL {
            for field in position.empty_fields() {
                if self.winner_after(position, field, color)? == Some(color) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Who has won once this colour has placed a stone on this empty field. The stone is taken back.
    ///
    /// # Errors
    /// When the step limit is reached; the stone is taken back all the same.
    #[inline]
    pub fn winner_after(
        &self,
        position: &mut Position,
        field: Point,
        color: Color,
    ) -> Result<Option<Color>, LimitReached> {
        position.set(field, color);
        let winner = self.winner(position);
        position.take_back();
        winner
    }
}
