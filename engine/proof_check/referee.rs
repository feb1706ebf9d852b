//! Decides who has won a game, using only the rules of level 0 of a base.
//!
//! The rules are tried after each stone in the order of the base, and the first that applies decides, as in
//! [`verdict`](crate::bases::BackendBase::verdict). One stone may make rules of both colours apply. Who has won then
//! depends on the conditions of these rules and, after that, on their order in the base. A full board is not a win.

use blanche_compiler::game::supposes_no_win;
use blanche_compiler::runtime::LimitReached;

use crate::bases::Backend;
use crate::board::{Color, Point, Position};
use crate::facts::Base;

/// Decides who has won, by the rules of a base.
#[derive(Clone)]
pub struct Referee<'b> {
    base: &'b Base,
    backend: Backend,
    /// The rules of level 0, each with the colour that wins by it, in the order of the base.
    ends: Vec<(usize, Color)>,
}

impl<'b> Referee<'b> {
    /// Creates a referee that queries this back end of a base.
    ///
    /// # Panics
    /// If the base does not have the back end ([`Base::has`]).
    pub fn new(base: &'b Base, backend: Backend) -> Referee<'b> {
        assert!(base.has(backend), "a back end is asked only where it is there");
        let rules = base.contents().rules.iter().enumerate().filter(|(_, rule)| rule.level == 0);
        let ends = rules.filter_map(|(at, rule)| Some((at, rule.color.parse().ok()?))).collect();
        Referee { base, backend, ends }
    }

    /// The base whose rules of level 0 decide.
    pub fn base(&self) -> &'b Base {
        self.base
    }

    /// The back end that is used for queries.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The rule of level 0 that decides this position, and the winner; `None` if no rule decides it yet.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    pub fn decision(&self, position: &mut Position) -> Result<Option<(usize, Color)>, LimitReached> {
        for &(rule, color) in &self.ends {
            if self.base.on(self.backend).applies(rule, position)? {
                return Ok(Some((rule, color)));
            }
        }
        Ok(None)
    }

    /// The winner in this position; `None` if nobody has won.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    #[inline]
    pub fn winner(&self, position: &mut Position) -> Result<Option<Color>, LimitReached> {
        Ok(self.decision(position)?.map(|(_, color)| color))
    }

    /// Whether all suppositions hold on which the claims of rules at this level depend. If the base declares no
    /// suppositions, rules above level 1 suppose that no stone wins immediately.
    ///
    /// # Errors
    /// If the step limit is exceeded.
    pub fn is_supposed(&self, position: &mut Position, level: u32) -> Result<bool, LimitReached> {
        if !supposes_no_win(level, self.base.contents().has_suppositions()) {
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

    /// The winner after this colour has placed a stone on this empty field. The stone is removed afterwards.
    ///
    /// # Errors
    /// If the step limit is reached; in that case, too, the stone is removed.
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
