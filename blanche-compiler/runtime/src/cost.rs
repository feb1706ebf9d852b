//! What a question costs, counted instead of timed: the same on every machine.

use super::{Budget, Flow, Found, LimitReached, Limits, Matcher, ResultOrder, Solutions, Stop, Value, found};

/// What is asked of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether it applies.
    Applies,
    /// Its first solution.
    First,
    /// All its solutions in order.
    All,
    /// How many solutions it has.
    Count,
}

impl Wanted {
    /// All of them, the least first.
    pub const ALL: [Wanted; 4] = [Wanted::Applies, Wanted::First, Wanted::All, Wanted::Count];

    /// `applies`, `first`, `all` or `count`.
    pub fn name(self) -> &'static str {
        match self {
            Wanted::Applies => "applies",
            Wanted::First => "first",
            Wanted::All => "all",
            Wanted::Count => "count",
        }
    }
}

/// What a question has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The steps that the limit of work counts.
    pub steps: u64,
    /// The most bytes that were kept at one time, of those that the limit of memory counts: tables of derivations, and answers before they
    /// are sorted. What the allocator gives out, and the frames of the interpreter, are not among them.
    pub bytes: u64,
}

impl Cost {
    fn of(budget: &Budget, limits: Limits, answers: u64) -> Cost {
        Cost { steps: limits.work - budget.work_left(), bytes: budget.most_tabled() + answers }
    }
}

/// What it costs to keep the solutions that `run` hands over: the least, or all of them in order.
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

/// What it costs to find solutions that nobody keeps.
pub fn of_finding(
    limits: Limits,
    run: impl FnOnce(&mut Budget) -> Result<(), LimitReached>,
) -> Result<Cost, LimitReached> {
    let mut budget = Budget::new(limits);
    run(&mut budget)?;
    Ok(Cost::of(&budget, limits, 0))
}

impl<F> Matcher<F> {
    /// What a question costs.
    ///
    /// # Errors
    /// When a limit is reached first.
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
