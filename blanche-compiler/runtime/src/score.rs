//! Scores: what is counted for a player, and what each solution is worth.

use super::{Budget, Flow, Found, LimitReached, Limits, Matcher, ResultOrder, Solutions, Stop, Value};

/// The largest weight that is written as a number.
pub const LARGEST_WEIGHT: u32 = 1_000_000;

/// The largest weight, and the largest below 0, that a solution may have by its values. Solutions are limited by the work of a
/// question, so that no sum of them overflows.
pub const LARGEST_WORTH: i64 = 1 << 32;

/// So many variables stand in a weight at most.
pub const MOST_WEIGHED: usize = 4;

/// What a solution is worth: a number, and some of its values added or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    /// What is added in any case.
    pub number: i64,
    /// The places of values in a solution, with how often each counts; not at all where no value is meant.
    pub values: [(i64, usize); MOST_WEIGHED],
}

impl Weight {
    /// A weight that is the same for all solutions.
    pub const fn fixed(number: i64) -> Weight {
        Weight { number, values: [(0, 0); MOST_WEIGHED] }
    }

    /// The weight, where it is the same for all solutions.
    pub fn number(&self) -> Option<i64> {
        self.values.iter().all(|(factor, _)| *factor == 0).then_some(self.number)
    }

    /// What a solution is worth.
    #[inline]
    pub fn of(&self, solution: &[Value]) -> i64 {
        let meant = self.values.iter().filter(|(factor, _)| *factor != 0);
        self.number + meant.map(|(factor, at)| factor * i64::from(solution[*at])).sum::<i64>()
    }

    /// What some solutions are worth together.
    pub fn sum(&self, solutions: &Solutions) -> i64 {
        match self.number() {
            Some(number) => number * solutions.len() as i64,
            None => solutions.iter().map(|solution| self.of(solution)).sum(),
        }
    }
}

/// What each solution of a score is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weights {
    /// Where its player is to move.
    pub attacking: Weight,
    /// Where its player is not.
    pub defending: Weight,
}

impl Weights {
    /// Weights that are the same for all solutions.
    pub const fn fixed(attacking: i64, defending: i64) -> Weights {
        Weights { attacking: Weight::fixed(attacking), defending: Weight::fixed(defending) }
    }

    /// The weights, where they are the same for all solutions.
    pub fn numbers(&self) -> Option<[i64; 2]> {
        Some([self.attacking.number()?, self.defending.number()?])
    }

    /// The weight of a solution whose player is to move or is not.
    #[inline(always)]
    pub fn of(self, to_move: bool) -> Weight {
        if to_move { self.attacking } else { self.defending }
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
    /// It counts only for players that name it.
    pub when_named: bool,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its text.
    pub text: &'static str,
    /// File and line.
    pub place: &'static str,
    /// Finds its solutions.
    pub matcher: Matcher<F>,
}

/// A preference of a compiled base, over facts `F`: what a move is worth that plays the first values of a solution.
pub struct CompiledPreference<F> {
    /// Its name.
    pub name: &'static str,
    /// The player whose moves it values.
    pub colour: &'static str,
    /// What each solution is worth.
    pub worth: Weight,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its text.
    pub text: &'static str,
    /// File and line.
    pub place: &'static str,
    /// Finds its solutions.
    pub matcher: Matcher<F>,
}

/// All scores of one player together, but for those that count only when they are named, over facts `F`.
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

/// The limit that a search came to, if it did.
fn finished(flow: Flow) -> Result<(), LimitReached> {
    match flow {
        Err(Stop::Limit(limit)) => Err(limit),
        Ok(()) | Err(Stop::Enough) => Ok(()),
    }
}

/// What solutions are worth together that `run` finds, each by its values; they come so and have so many values.
pub fn weighed(
    width: usize,
    order: ResultOrder,
    weight: Weight,
    budget: &mut Budget,
    run: impl FnOnce(&mut Budget, &mut Found<'_>) -> Flow,
) -> Result<i64, LimitReached> {
    if order != ResultOrder::Bag {
        let mut sum = 0;
        let mut take = |tuple: &[Value]| {
            sum += weight.of(tuple);
            Ok(())
        };
        finished(run(budget, &mut Found::Each(&mut take)))?;
        return Ok(sum);
    }
    let (mut solutions, bytes) = (Solutions::new(width), budget.memory());
    let mut take = |tuple: &[Value]| solutions.push_within(tuple, bytes);
    finished(run(budget, &mut Found::Each(&mut take)))?;
    solutions.finish(order, budget)?;
    Ok(weight.sum(&solutions))
}

/// How many solutions there are of those that `run` finds, which come so and have so many values each; those that have
/// to be compared take work and memory of the budget.
pub fn counted(
    width: usize,
    order: ResultOrder,
    budget: &mut Budget,
    run: impl FnOnce(&mut Budget, &mut Found<'_>) -> Flow,
) -> Result<i64, LimitReached> {
    if order != ResultOrder::Bag {
        let mut found = Found::Count(0);
        finished(run(budget, &mut found))?;
        return Ok(if let Found::Count(count) = found { count as i64 } else { 0 });
    }
    let (mut solutions, bytes) = (Solutions::new(width), budget.memory());
    let mut take = |tuple: &[Value]| solutions.push_within(tuple, bytes);
    finished(run(budget, &mut Found::Each(&mut take)))?;
    solutions.finish(order, budget)?;
    Ok(solutions.len() as i64)
}
