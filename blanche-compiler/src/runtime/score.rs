//! Scores: what is counted for a player, and what each solution is worth.

use super::{Budget, Flow, Found, LimitReached, Limits, Matcher, ResultOrder, Solutions, Stop, Value};

/// The largest weight. Solutions are limited by the work of a question, so that no sum of them overflows.
pub const LARGEST_WEIGHT: u32 = 1_000_000;

/// What each solution of a score is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weights {
    /// Where its player is to move.
    pub attacking: u32,
    /// Where its player is not.
    pub defending: u32,
}

impl Weights {
    /// The weight of a solution whose player is to move or is not.
    #[inline(always)]
    pub fn of(self, to_move: bool) -> i64 {
        i64::from(if to_move { self.attacking } else { self.defending })
    }
}

/// A score of a compiled base, over facts `F`.
pub struct CompiledScore<F> {
    /// Its name.
    pub name: &'static str,
    /// The player for whom it counts.
    pub colour: &'static str,
    /// What each solution is worth.
    pub weights: Weights,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its text.
    pub text: &'static str,
    /// File and line.
    pub place: &'static str,
    /// Finds its solutions.
    pub matcher: Matcher<F>,
}

/// All scores of one player together, over facts `F`.
pub struct CompiledSum<F> {
    /// The player.
    pub colour: &'static str,
    /// Adds up what they count, where the player is to move or is not.
    pub sum: fn(&mut F, &mut Budget, bool) -> Result<i64, Stop>,
}

impl<F> CompiledSum<F> {
    /// What they add up to, where the player is to move or is not.
    #[inline]
    pub fn of(&self, facts: &mut F, limits: Limits, to_move: bool) -> Result<i64, LimitReached> {
        match (self.sum)(facts, &mut Budget::new(limits), to_move) {
            Ok(sum) => Ok(sum),
            Err(Stop::Limit(limit)) => Err(limit),
            Err(Stop::Enough) => unreachable!("nobody says that a part of the solutions is enough"),
        }
    }
}

/// How many solutions there are of those that `run` finds, which come so and have so many values each; those that have
/// to be compared take work and memory of the budget.
pub fn counted(
    width: usize,
    order: ResultOrder,
    budget: &mut Budget,
    run: impl FnOnce(&mut Budget, &mut Found<'_>) -> Flow,
) -> Result<i64, LimitReached> {
    let limit = |flow: Flow| match flow {
        Err(Stop::Limit(limit)) => Err(limit),
        Ok(()) | Err(Stop::Enough) => Ok(()),
    };
    if order != ResultOrder::Bag {
        let mut found = Found::Count(0);
        limit(run(budget, &mut found))?;
        return Ok(if let Found::Count(count) = found { count as i64 } else { 0 });
    }
    let (mut solutions, bytes) = (Solutions::new(width), budget.memory());
    let mut take = |tuple: &[Value]| solutions.push_within(tuple, bytes);
    limit(run(budget, &mut Found::Each(&mut take)))?;
    solutions.finish(order, budget)?;
    Ok(solutions.len() as i64)
}
