//! Scores (weighted evaluation terms). A score counts solutions for a player, and each solution has a weight.

use super::{Budget, Flow, Found, LimitReached, Limits, Matcher, ResultOrder, Solutions, Stop, Value};

/// Largest weight that a rule file may state as a number.
pub const MAX_WEIGHT: u32 = 1_000_000;

/// Largest absolute value of a weight that is computed from the values of a solution. Since the work limit also limits
/// the number of solutions, their sum cannot overflow.
pub const MAX_COMPUTED_WEIGHT: i64 = 1 << 32;

/// Maximum number of variables in a weight expression.
pub const MAX_WEIGHT_VARIABLES: usize = 4;

/// The weight of a solution: a linear expression over its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    /// The constant term.
    pub number: i64,
    /// The other terms. Each consists of a factor and the index of a value in the solution. Unused entries have the
    /// factor 0.
    pub values: [(i64, usize); MAX_WEIGHT_VARIABLES],
}

impl Weight {
    /// A constant weight.
    pub const fn fixed(number: i64) -> Weight {
        Weight { number, values: [(0, 0); MAX_WEIGHT_VARIABLES] }
    }

    /// The weight, if it is constant.
    pub fn number(&self) -> Option<i64> {
        self.values.iter().all(|(factor, _)| *factor == 0).then_some(self.number)
    }

    /// Evaluates the weight for a solution.
    #[inline]
    pub fn of(&self, solution: &[Value]) -> i64 {
        let meant = self.values.iter().filter(|(factor, _)| *factor != 0);
        self.number + meant.map(|(factor, at)| factor * i64::from(solution[*at])).sum::<i64>()
    }

    /// The sum of the weights of these solutions.
    pub fn sum(&self, solutions: &Solutions) -> i64 {
        match self.number() {
            Some(number) => number * solutions.len() as i64,
            None => solutions.iter().map(|solution| self.of(solution)).sum(),
        }
    }
}

/// The two weights of a score: one if its player is to move, and one if not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weights {
    /// The weight if the player of the score is to move.
    pub attacking: Weight,
    /// The weight if another player is to move.
    pub defending: Weight,
}

impl Weights {
    /// The weights of a score for which all solutions weigh the same.
    pub const fn fixed(attacking: i64, defending: i64) -> Weights {
        Weights { attacking: Weight::fixed(attacking), defending: Weight::fixed(defending) }
    }

    /// The two weights. `None` unless both are constant.
    pub fn numbers(&self) -> Option<[i64; 2]> {
        Some([self.attacking.number()?, self.defending.number()?])
    }

    /// The weight of a solution, which depends on whether the player of the score is to move.
    #[inline(always)]
    pub fn of(self, to_move: bool) -> Weight {
        if to_move { self.attacking } else { self.defending }
    }
}

/// A score of a compiled base, over facts `F`.
pub struct CompiledScore<F> {
    /// The name of the score.
    pub name: &'static str,
    /// The player for whom the score counts.
    pub colour: &'static str,
    /// The weights of a solution.
    pub weights: Weights,
    /// Whether the score is off by default, so that only players whose settings name it use it.
    pub when_named: bool,
    /// The doc comment of the score in its source.
    pub doc: &'static str,
    /// The source text of the score.
    pub text: &'static str,
    /// The file and line where the score is defined.
    pub place: &'static str,
    /// The compiled query that finds the solutions of the score.
    pub matcher: Matcher<F>,
}

/// A preference (move ordering term) of a compiled base, over facts `F`. A solution plays its first values as a move,
/// and the preference adds to the value of this move.
pub struct CompiledPreference<F> {
    /// The name of the preference.
    pub name: &'static str,
    /// The player whose moves the preference values.
    pub colour: &'static str,
    /// The amount that each solution adds to the value of its move.
    pub worth: Weight,
    /// The doc comment of the preference in its source.
    pub doc: &'static str,
    /// The source text of the preference.
    pub text: &'static str,
    /// The file and line where the preference is defined.
    pub place: &'static str,
    /// The compiled query that finds the solutions of the preference.
    pub matcher: Matcher<F>,
}

/// The sum of all scores of one player, over facts `F`. Scores that count only if they are named are left out.
pub struct CompiledSum<F> {
    /// The player for whom the scores count.
    pub colour: &'static str,
    /// Evaluates the sum. The flag says whether the player is to move.
    pub sum: fn(&mut F, &mut Budget, bool) -> Result<i64, Stop>,
}

impl<F> CompiledSum<F> {
    /// The sum of the scores. `to_move` says whether the player is to move.
    #[inline]
    pub fn of(&self, facts: &mut F, limits: Limits, to_move: bool) -> Result<i64, LimitReached> {
        match (self.sum)(facts, &mut Budget::new(limits), to_move) {
            Ok(sum) => Ok(sum),
            Err(Stop::Limit(limit)) => Err(limit),
            Err(Stop::Enough) => unreachable!("nobody says that a part of the solutions is enough"),
        }
    }
}

/// Returns an error if an enumeration has reached a limit. It is no error if the caller stopped the enumeration early.
fn finished(flow: Flow) -> Result<(), LimitReached> {
    match flow {
        Err(Stop::Limit(limit)) => Err(limit),
        Ok(()) | Err(Stop::Enough) => Ok(()),
    }
}

/// The sum of the weights of the solutions that `run` enumerates. Solutions are tuples of `width` values, and come in
/// the given order.
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

/// The number of distinct solutions that `run` enumerates. Solutions are tuples of `width` values. If `order` allows
/// duplicates, removing them takes work and memory from the budget.
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
