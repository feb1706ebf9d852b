//! Measures the cost of a query in counted units instead of time, so that it is the same on every machine.

use super::{Budget, Flow, Found, LimitReached, Limits, Matcher, ResultOrder, Solutions, Stop, Value, found};

/// What a query should return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether the rule applies.
    Applies,
    /// The first solution of the rule.
    First,
    /// All solutions of the rule, in order.
    All,
    /// The number of solutions of the rule.
    Count,
}

impl Wanted {
    /// All variants, roughly from the cheapest to the most expensive.
    pub const ALL: [Wanted; 4] = [Wanted::Applies, Wanted::First, Wanted::All, Wanted::Count];

    /// The name of the variant: `applies`, `first`, `all` or `count`.
    pub fn name(self) -> &'static str {
        match self {
            Wanted::Applies => "applies",
            Wanted::First => "first",
            Wanted::All => "all",
            Wanted::Count => "count",
        }
    }
}

/// The measured cost of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of steps that the query has taken, as the work limit counts them.
    pub steps: u64,
    /// The peak memory in bytes, as the memory limit counts it. It consists of the tables of derivations and of the
    /// answers before they are sorted. Allocator overhead and stack frames of the interpreter are not included.
    pub bytes: u64,
}

impl Cost {
    fn of(budget: &Budget, limits: Limits, answers: u64) -> Cost {
        Cost { steps: limits.work - budget.work_left(), bytes: budget.most_tabled() + answers }
    }
}

/// The cost of enumerating solutions by `run` and storing them. If `is_first`, only the smallest solution is stored.
/// Otherwise all are stored and sorted.
pub fn of_keeping(
    is_first: bool,
    (order, width): (ResultOrder, usize),
    limits: Limits,
    run: impl FnOnce(&mut Budget, &mut dyn FnMut(&[Value]) -> Flow) -> Result<(), LimitReached>,
) -> Result<Cost, LimitReached> {
    let (mut kept, mut budget) = (Solutions::new(width), Budget::new(limits));
    let mut take = |tuple: &[Value]| {
        if is_first { kept.keep_least(tuple, order) } else { kept.push_within(tuple, limits.memory) }
    };
    run(&mut budget, &mut take)?;
    let bytes = kept.bytes();
    if !is_first {
        kept.finish(order, &mut budget)?;
    }
    Ok(Cost::of(&budget, limits, bytes))
}

/// The cost of enumerating solutions without storing them.
pub fn of_finding(
    limits: Limits,
    run: impl FnOnce(&mut Budget) -> Result<(), LimitReached>,
) -> Result<Cost, LimitReached> {
    let mut budget = Budget::new(limits);
    run(&mut budget)?;
    Ok(Cost::of(&budget, limits, 0))
}

impl<F> Matcher<F> {
    /// The cost of a query.
    ///
    /// # Errors
    /// If a limit is reached before the query is complete.
    pub fn cost(&self, facts: &mut F, wanted: Wanted, limits: Limits) -> Result<Cost, LimitReached> {
        match wanted {
            Wanted::Applies => of_finding(limits, |budget| (self.applies)(facts, budget).map(drop)),
            Wanted::Count if self.order != ResultOrder::Bag => {
                of_finding(limits, |budget| match (self.run)(facts, budget, &mut Found::Count(0)) {
                    Err(Stop::Limit(limit)) => Err(limit),
                    _ => Ok(()),
                })
            }
            Wanted::First | Wanted::All | Wanted::Count => {
                let answers = (self.order, self.variables.len());
                of_keeping(wanted == Wanted::First, answers, limits, |budget, take| {
                    found((self.run)(facts, budget, &mut Found::Each(take))).map(drop)
                })
            }
        }
    }
}
