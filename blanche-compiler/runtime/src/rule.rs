//! Compiled rules, and the ways in which their solutions are consumed.

use super::{
    BitSet, Budget, Flow, LimitReached, Limits, Numbered, ResultOrder, Solutions, Stop, Value, found,
};

/// What to do with the solutions that a compiled rule finds.
pub enum Found<'f> {
    /// Stop at the first solution.
    One,
    /// Count the solutions. This is valid only for rules that enumerate each solution once.
    Count(usize),
    /// Pass each solution to the callback, until the callback stops the enumeration.
    Each(&'f mut dyn FnMut(&[Value]) -> Flow),
}

impl Found<'_> {
    /// Consumes one solution.
    #[inline(always)]
    pub fn take(&mut self, tuple: &[Value]) -> Flow {
        match self {
            Found::One => Err(Stop::Enough),
            Found::Count(count) => {
                *count += 1;
                Ok(())
            }
            Found::Each(each) => each(tuple),
        }
    }

    /// Consumes one solution for each member of a set; `solution` builds it from the member. If solutions are only
    /// counted, the members are counted together and not one by one.
    #[inline(always)]
    pub fn take_all<T: Numbered, const WORDS: usize, const WIDTH: usize>(
        &mut self,
        members: BitSet<T, WORDS>,
        budget: &mut Budget,
        solution: impl Fn(T) -> [Value; WIDTH],
    ) -> Flow {
        match self {
            Found::Each(each) => {
                for member in members {
                    budget.spend()?;
                    each(&solution(member))?;
                }
            }
            Found::One if members.is_empty() => {}
            Found::One => {
                budget.spend()?;
                return Err(Stop::Enough);
            }
            Found::Count(count) => {
                let solutions = members.len();
                budget.spend_several(solutions)?;
                *count += solutions;
            }
        }
        Ok(())
    }
}

/// A compiled query over facts `F`.
pub struct Matcher<F> {
    /// The named variables with their sorts. Solutions are compared by these variables, in this order.
    pub variables: &'static [(&'static str, &'static str)],
    /// Returns whether there is a solution.
    pub applies: fn(&mut F, &mut Budget) -> Result<bool, LimitReached>,
    /// The order in which `run` enumerates the solutions.
    pub order: ResultOrder,
    /// Enumerates the solutions, until the consumer stops.
    pub run: fn(&mut F, &mut Budget, &mut Found<'_>) -> Flow,
}

impl<F> Matcher<F> {
    /// The smallest solution, as a list of one solution. The list is empty if there is none.
    pub fn first(&self, facts: &mut F, limits: Limits) -> Result<Solutions, LimitReached> {
        let mut least = Solutions::new(self.variables.len());
        let mut take = |tuple: &[Value]| least.keep_least(tuple, self.order);
        found((self.run)(facts, &mut Budget::new(limits), &mut Found::Each(&mut take)))?;
        Ok(least)
    }

    /// All solutions, sorted.
    pub fn all(&self, facts: &mut F, limits: Limits) -> Result<Solutions, LimitReached> {
        let mut all = Solutions::default();
        self.all_into(facts, limits, &mut all)?;
        Ok(all)
    }

    /// Passes all solutions to `take` in the order in which they are found, possibly with duplicates.
    pub fn as_they_come(
        &self,
        facts: &mut F,
        limits: Limits,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        found((self.run)(facts, &mut Budget::new(limits), &mut Found::Each(take)))?;
        Ok(())
    }

    /// Passes all solutions to `take` in any order, without duplicates.
    pub fn each_once(
        &self,
        facts: &mut F,
        limits: Limits,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        match self.order {
            ResultOrder::Sorted | ResultOrder::Set => self.as_they_come(facts, limits, take),
            ResultOrder::Bag => self.in_order(facts, limits, &mut Solutions::default(), take),
        }
    }

    /// Whether `accept` returns `true` for some solution. It gets solutions in the order in which they are found,
    /// possibly with duplicates.
    pub fn any(
        &self,
        facts: &mut F,
        limits: Limits,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached> {
        let mut take = |tuple: &[Value]| if accept(tuple) { Err(Stop::Enough) } else { Ok(()) };
        found((self.run)(facts, &mut Budget::new(limits), &mut Found::Each(&mut take)))
    }

    /// Writes all solutions to `all` and sorts them. The buffer of `all` is reused, so repeated calls allocate only
    /// once.
    pub fn all_into(&self, facts: &mut F, limits: Limits, all: &mut Solutions) -> Result<(), LimitReached> {
        collect(self.order, self.variables.len(), limits, all, |budget, found| {
            (self.run)(facts, budget, found)
        })
    }

    /// The number of solutions. `room` is a reusable buffer, which is used if duplicates must be removed.
    pub fn count(&self, facts: &mut F, limits: Limits, room: &mut Solutions) -> Result<usize, LimitReached> {
        if self.order == ResultOrder::Bag {
            self.all_into(facts, limits, room)?;
            return Ok(room.len());
        }
        let mut found = Found::Count(0);
        match (self.run)(facts, &mut Budget::new(limits), &mut found) {
            Err(Stop::Limit(limit)) => Err(limit),
            _ => Ok(if let Found::Count(count) = found { count } else { 0 }),
        }
    }

    /// Passes all solutions in order to `take`, until `take` stops. `room` is a reusable buffer, which is used if the
    /// solutions must be sorted first.
    pub fn in_order(
        &self,
        facts: &mut F,
        limits: Limits,
        room: &mut Solutions,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        in_order(self.order, self.variables.len(), limits, room, take, |budget, found| {
            (self.run)(facts, budget, found)
        })
    }
}

/// Writes all solutions that `run` finds to `all`, sorted. Each is a tuple of `values` values. The buffer of `all` is
/// reused.
#[inline]
fn collect(
    order: ResultOrder,
    values: usize,
    limits: Limits,
    all: &mut Solutions,
    run: impl FnOnce(&mut Budget, &mut Found<'_>) -> Flow,
) -> Result<(), LimitReached> {
    all.clear(values);
    let mut budget = Budget::new(limits);
    let mut take = |tuple: &[Value]| all.push_within(tuple, limits.memory);
    found(run(&mut budget, &mut Found::Each(&mut take)))?;
    all.finish(order, &mut budget)
}

/// Passes all solutions that `run` finds in order to `take`, until `take` stops. `room` is a reusable buffer, which is
/// used if the solutions must be sorted first.
#[inline]
fn in_order(
    order: ResultOrder,
    values: usize,
    limits: Limits,
    room: &mut Solutions,
    take: &mut dyn FnMut(&[Value]) -> Flow,
    run: impl FnOnce(&mut Budget, &mut Found<'_>) -> Flow,
) -> Result<(), LimitReached> {
    if order == ResultOrder::Sorted {
        return found(run(&mut Budget::new(limits), &mut Found::Each(take))).map(drop);
    }
    collect(order, values, limits, room, run)?;
    let _ = room.iter().try_for_each(take);
    Ok(())
}

/// A query of a game about its positions, over facts `F`. The first of its variables may be inputs, whose values the
/// caller gives.
pub struct CompiledQuestion<F> {
    /// The name of the query.
    pub name: &'static str,
    /// The player that the query is about. `None` if it is about no particular player.
    pub colour: Option<&'static str>,
    /// The doc comment of the query in its source.
    pub doc: &'static str,
    /// The source text of the query.
    pub text: &'static str,
    /// The file and line where the query is defined.
    pub place: &'static str,
    /// The named variables with their sorts, the inputs first. Solutions are compared by these variables, in this
    /// order.
    pub variables: &'static [(&'static str, &'static str)],
    /// The number of inputs. They are the first `given` variables.
    pub given: usize,
    /// The order in which `run` enumerates the solutions.
    pub order: ResultOrder,
    /// Enumerates the solutions for these inputs, until the consumer stops.
    pub run: fn(&mut F, &[Value], &mut Budget, &mut Found<'_>) -> Flow,
}

impl<F> CompiledQuestion<F> {
    /// Whether there is a solution for the inputs `given`.
    pub fn applies(&self, facts: &mut F, given: &[Value], limits: Limits) -> Result<bool, LimitReached> {
        found((self.run)(facts, given, &mut Budget::new(limits), &mut Found::One))
    }

    /// Writes all solutions for the inputs `given` to `all`, sorted. The buffer of `all` is reused.
    pub fn all_into(
        &self,
        facts: &mut F,
        given: &[Value],
        limits: Limits,
        all: &mut Solutions,
    ) -> Result<(), LimitReached> {
        collect(self.order, self.variables.len(), limits, all, |budget, found| {
            (self.run)(facts, given, budget, found)
        })
    }

    /// Passes all solutions for the inputs `given` in order to `take`, until `take` stops. `room` is a reusable buffer,
    /// which is used if the solutions must be sorted first.
    pub fn in_order(
        &self,
        facts: &mut F,
        given: &[Value],
        limits: Limits,
        room: &mut Solutions,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        in_order(self.order, self.variables.len(), limits, room, take, |budget, found| {
            (self.run)(facts, given, budget, found)
        })
    }

    /// Passes solutions to `take` until `take` stops. They come in the order in which they are found, possibly with
    /// duplicates.
    pub fn as_they_come(
        &self,
        facts: &mut F,
        given: &[Value],
        limits: Limits,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        found((self.run)(facts, given, &mut Budget::new(limits), &mut Found::Each(take))).map(drop)
    }
}
