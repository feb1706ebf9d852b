//! Rules asked one after the other, as a search asks them at its nodes: which is the first that applies?

use std::ops::RangeInclusive;

use blanche_compiler::runtime::{Budget, LimitReached};

use super::{Backend, Base, Rule};
use crate::board::{Colour, Position};

/// The rules of a base, told apart by their colours, for programs that ask often.
#[derive(Clone, Debug)]
pub struct Sides(Vec<Colour>);

impl Sides {
    /// The rules of this base.
    ///
    /// # Panics
    /// When a rule is for a player who has no stones.
    pub fn of(base: &Base) -> Sides {
        let colour = |rule: &Rule| rule.colour.parse().expect("the players of the domain are the colours");
        Sides(base.rules().iter().map(colour).collect())
    }

    /// The colour for which this rule claims a win.
    #[inline]
    pub fn colour(&self, rule: usize) -> Colour {
        self.0[rule]
    }
}

impl Base {
    /// What the rules say of a node of a search: the first rule that applies, of those of the lowest level. The
    /// rules of both colours are asked level by level from the lowest up, within a level in the order of the
    /// text, and none behind the first that applies. Nothing where no rule applies.
    ///
    /// The position is that after the move: a search sets a stone, asks, and takes it back.
    ///
    /// ```
    /// use noire::bases::{Backend, Base, DEFAULT_BASE};
    /// use noire::record::Given;
    ///
    /// let base = Base::open(DEFAULT_BASE, Default::default()).unwrap_or_else(|_| unreachable!("it is built in"));
    /// let mut position = Given::from_moves("--moves", "h8,a1,i8,c1,j8,e1,k8").unwrap().position();
    /// let rule = base.verdict(Backend::Compiled, &mut position).unwrap().unwrap();
    /// assert_eq!(base.rules()[rule].title(), "four for black");
    /// ```
    ///
    /// # Errors
    /// When the limit of work is reached first, in any of its questions.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    pub fn verdict(&self, backend: Backend, position: &mut Position) -> Result<Option<usize>, LimitReached> {
        self.verdict_among(backend, position, |_| true)
    }

    /// [`Base::verdict`] of some of the rules: those, by their places in the base, that are asked at all.
    ///
    /// # Errors
    /// When the limit of work is reached first, in any of its questions.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    #[inline]
    pub fn verdict_among(
        &self,
        backend: Backend,
        position: &mut Position,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        self.verdict_within(backend, position, 0..=u32::MAX, is_asked)
    }

    /// [`Base::verdict_among`] of the rules of these levels only.
    ///
    /// # Errors
    /// When the limit of work is reached first, in any of its questions.
    ///
    /// # Panics
    /// When the back end is not there ([`Base::has`]).
    #[inline]
    pub fn verdict_within(
        &self,
        backend: Backend,
        position: &mut Position,
        levels: RangeInclusive<u32>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        if backend == Backend::Compiled {
            return self.compiled_verdict(position, levels, is_asked);
        }
        // The rules stand in the order in which they are asked.
        for (rule, of) in self.rules().iter().enumerate() {
            if levels.contains(&of.level) && is_asked(rule) && self.applies(backend, rule, position)? {
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }

    /// [`Base::verdict_within`], where the rules whose gates are shut are not asked.
    #[inline]
    fn compiled_verdict(
        &self,
        position: &mut Position,
        levels: RangeInclusive<u32>,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        let base = self.compiled();
        let mut first = 0;
        for level in &base.levels {
            let mut worth = if levels.contains(&level.level) { (level.worth_asking)(position) } else { 0 };
            while worth != 0 {
                let rule = first + worth.trailing_zeros() as usize;
                worth &= worth - 1;
                let applies = base.rules[rule].matcher.applies;
                if is_asked(rule) && applies(position, &mut Budget::new(self.limits))? {
                    return Ok(Some(rule));
                }
            }
            first += level.rules;
        }
        Ok(None)
    }
}
