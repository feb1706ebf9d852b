//! Compiled rules, and what becomes of the solutions that they find.

use super::{
    BitSet, Budget, Flow, LimitReached, Limits, Numbered, ResultOrder, Solutions, Stop, Value, found,
};

/// What becomes of the solutions that a compiled rule finds.
pub enum Found<'f> {
    /// One is enough.
    One,
    /// They are counted; only rules whose solutions come once are asked so.
    Count(usize),
    /// They are handed on, until whoever takes them says that it is enough.
    Each(&'f mut dyn FnMut(&[Value]) -> Flow),
}

impl Found<'_> {
    /// Takes a solution.
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

    /// Takes a solution for each member of a set, which `solution` makes of it; all at once where nobody wants to see them.
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

/// What finds the solutions of a question, over facts `F`.
pub struct Matcher<F> {
    /// Its named variables with their sorts, in the order in which answers are compared.
    pub variables: &'static [(&'static str, &'static str)],
    /// Is there a solution?
    pub applies: fn(&mut F, &mut Budget) -> Result<bool, LimitReached>,
    /// How its solutions come.
    pub order: ResultOrder,
    /// Finds every solution, until whoever takes them has enough.
    pub run: fn(&mut F, &mut Budget, &mut Found<'_>) -> Flow,
}

impl<F> Matcher<F> {
    /// The least solution, if there is one.
    pub fn first(&self, facts: &mut F, limits: Limits) -> Result<Solutions, LimitReached> {
        let mut least = Solutions::new(self.variables.len());
        let mut take = |tuple: &[Value]| least.keep_least(tuple, self.order);
        found((self.run)(facts, &mut Budget::new(limits), &mut Found::Each(&mut take)))?;
        Ok(least)
    }

    /// All solutions in order.
    pub fn all(&self, facts: &mut F, limits: Limits) -> Result<Solutions, LimitReached> {
        let mut all = Solutions::default();
        self.all_into(facts, limits, &mut all)?;
        Ok(all)
    }

    /// Hands all solutions as they come: in any order, some perhaps several times.
    pub fn as_they_come(
        &self,
        facts: &mut F,
        limits: Limits,
        take: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> Result<(), LimitReached> {
        found((self.run)(facts, &mut Budget::new(limits), &mut Found::Each(take)))?;
        Ok(())
    }

    /// Hands all solutions over in any order, each once.
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

    /// Whether some solution is accepted. They are handed over as they come, until one is.
    pub fn any(
        &self,
        facts: &mut F,
        limits: Limits,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached> {
        let mut take = |tuple: &[Value]| if accept(tuple) { Err(Stop::Enough) } else { Ok(()) };
        found((self.run)(facts, &mut Budget::new(limits), &mut Found::Each(&mut take)))
    }

    /// All solutions in order, reusing the buffer of earlier ones. Whoever asks often allocates once.
    pub fn all_into(&self, facts: &mut F, limits: Limits, all: &mut Solutions) -> Result<(), LimitReached> {
        collect(self.order, self.variables.len(), limits, all, |budget, found| {
            (self.run)(facts, budget, found)
        })
    }

    /// How many solutions there are. Where they have to be compared, that is done reusing the buffer of earlier ones.
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

    /// Hands all solutions in order until `take` has enough; where they do not come in order, from the room of
    /// earlier ones.
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

/// All solutions of something in order, reusing the buffer of earlier ones. `run` finds them, each a tuple of so many values.
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

/// Hands all solutions of something in order until `take` has enough; where they do not come in order, from the room of
/// earlier ones.
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

/// A question of a game about its positions, over facts `F`. The first of its variables may be given when it is asked.
pub struct CompiledQuestion<F> {
    /// Its name.
    pub name: &'static str,
    /// The player of whom it speaks; nobody in particular if it says nothing.
    pub colour: Option<&'static str>,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its text.
    pub text: &'static str,
    /// File and line.
    pub place: &'static str,
    /// Its named variables with their sorts, the given ones first, in the order in which answers are compared.
    pub variables: &'static [(&'static str, &'static str)],
    /// How many of them are given.
    pub given: usize,
    /// How its solutions come.
    pub order: ResultOrder,
    /// Finds every solution with these given values, until whoever takes them has enough.
    pub run: fn(&mut F, &[Value], &mut Budget, &mut Found<'_>) -> Flow,
}

impl<F> CompiledQuestion<F> {
    /// Whether there is a solution with these given values.
    pub fn applies(&self, facts: &mut F, given: &[Value], limits: Limits) -> Result<bool, LimitReached> {
        found((self.run)(facts, given, &mut Budget::new(limits), &mut Found::One))
    }

    /// All solutions with these given values in order, reusing the buffer of earlier ones.
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

    /// Hands all solutions with these given values in order until `take` has enough; where they do not come in order, from
    /// the room of earlier ones.
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

    /// Hands solutions as they are found, in no order and some perhaps again, until `take` has enough.
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
