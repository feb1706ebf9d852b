//! The interpreter: executes a plan with a host at run time. It can execute rules that did not exist when the
//! program was built.
//!
//! A [`Machine`] is a plan prepared for one host: `lower` translates it into `code`, in which modes are resolved, and
//! facts are sorted into `tables`. The machine makes no decisions of its own, because the plan determines the order of
//! steps and the access paths. `run` executes a query.

mod code;
mod host;
mod lower;
mod measure;
mod run;
mod state_host;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use tables::TableCache;

pub use crate::runtime::Host;
pub use host::NoHost;
pub use measure::Measure;
pub use state_host::StateHost;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::plan::{Plan, RoutineId};
use crate::program::{Program, RuleId};
use crate::runtime::internal::{of_finding, of_keeping};
use crate::runtime::{
    Budget, Cost, LimitReached, Limits, ResultOrder, Solutions, Stop, Value, Wanted, found,
};
use code::{Routine, Rule, Sum};
use lower::{Lowered, Lowering};
use run::Run;
use tables::FactTable;

/// A plan prepared for a host.
pub struct Machine<H: Host> {
    program: Arc<Program>,
    plan: Plan,
    rules: Box<[Rule]>,
    routines: Box<[Routine]>,
    sums: Box<[Sum]>,
    tables: Box<[Arc<FactTable>]>,
    limits: Limits,
    /// A flag that is set to abort the running query.
    stop: Option<Arc<AtomicBool>>,
    host: std::marker::PhantomData<fn(H)>,
}

/// A mode of an extern predicate, or an action, that the host does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The signature of the predicate or action.
    pub signature: String,
    /// `bound` or `free` for each argument of the predicate; `None` for an action.
    pub mode: Option<String>,
}

impl std::fmt::Display for Unanswered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.mode {
            Some(mode) => write!(f, "{} ({mode})", self.signature),
            None => write!(f, "the action {}", self.signature),
        }
    }
}

impl<H: Host> Machine<H> {
    /// Prepares a plan for the host. The error lists the modes and actions that the host does not support.
    pub fn new(program: &Program, plan: &Plan, limits: Limits) -> Result<Self, Vec<Unanswered>> {
        Machine::shared(&Arc::new(program.clone()), plan.clone(), limits, &mut TableCache::default())
    }

    /// Prepares one of several plans of a program. The plans share their fact tables through `cache`.
    pub(crate) fn shared(
        program: &Arc<Program>,
        plan: Plan,
        limits: Limits,
        cache: &mut TableCache,
    ) -> Result<Self, Vec<Unanswered>> {
        let lowered = Lowering::<H>::new(program, cache).all(&plan)?;
        let Lowered { rules, routines, sums, tables } = lowered;
        let (program, host) = (Arc::clone(program), std::marker::PhantomData);
        Ok(Machine { program, plan, rules, routines, sums, tables, limits, stop: None, host })
    }

    /// Sets a flag that aborts queries when it is set. An aborted query ends with an error, as at the step limit.
    pub fn stopped_by(self, sign: Arc<AtomicBool>) -> Self {
        Machine { stop: Some(sign), ..self }
    }

    /// Whether the flag to abort is set.
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|sign| sign.load(Ordering::Relaxed))
    }

    /// Whether a rule has a solution. Stops at the first solution.
    pub fn applies(&self, facts: &mut H::Facts, rule: RuleId) -> Result<bool, LimitReached> {
        Run::new(self, Budget::new(self.limits)).applies(facts, rule)
    }

    /// Whether a derivation holds for these input values.
    fn routine_holds(
        &self,
        facts: &mut H::Facts,
        routine: RoutineId,
        values: &[Value],
    ) -> Result<bool, LimitReached> {
        Run::new(self, Budget::new(self.limits)).routine(facts, routine, values)
    }

    /// The least solution of a rule, if there is one.
    pub fn first(&self, facts: &mut H::Facts, rule: RuleId) -> Result<Solutions, LimitReached> {
        let mut least = Solutions::new(self.rules[rule.index()].answer.len());
        let order = self.order(rule);
        self.each(facts, rule, &mut |tuple| least.keep_least(tuple, order)).1?;
        Ok(least)
    }

    /// All solutions of a rule, in sorted order.
    pub fn all(&self, facts: &mut H::Facts, rule: RuleId) -> Result<Solutions, LimitReached> {
        let mut all = Solutions::new(self.rules[rule.index()].answer.len());
        let (mut budget, answered) =
            self.each(facts, rule, &mut |tuple| all.push_within(tuple, self.limits.memory));
        answered?;
        all.finish(self.order(rule), &mut budget)?;
        Ok(all)
    }

    /// Number of solutions of a rule. If they are distinct, they are only counted and not stored.
    pub fn count(&self, facts: &mut H::Facts, rule: RuleId) -> Result<usize, LimitReached> {
        Run::new(self, Budget::new(self.limits)).count(facts, rule)
    }

    /// The sum of a player's scores: the total weight of all solutions of all scores. A score has two weights, of which
    /// the first counts if the player is to move, and otherwise the second. The sum is 0 for a player without scores.
    pub fn sum(&self, facts: &mut H::Facts, player: Value, to_move: bool) -> Result<i64, LimitReached> {
        let Some(sum) = self.plan.sums.iter().position(|sum| sum.player == player) else { return Ok(0) };
        Run::new(self, Budget::new(self.limits)).sum(facts, sum, to_move)
    }

    /// Whether `accept` returns `true` for some solution of a rule. Solutions are passed in the order in which they
    /// are found, possibly with duplicates, until one is accepted.
    pub fn any(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        accept: &mut dyn FnMut(&[Value]) -> bool,
    ) -> Result<bool, LimitReached> {
        let mut take = |tuple: &[Value]| if accept(tuple) { Err(Stop::Enough) } else { Ok(()) };
        found(Run::new(self, Budget::new(self.limits)).rule(facts, (rule, &[]), &mut take))
    }

    /// The cost of evaluating a rule.
    ///
    /// # Errors
    /// If a limit is reached first.
    pub fn cost(&self, facts: &mut H::Facts, rule: RuleId, wanted: Wanted) -> Result<Cost, LimitReached> {
        let (limits, order) = (self.limits, self.order(rule));
        let mut ask = |budget: &mut Budget, take: &mut dyn FnMut(&[Value]) -> Result<(), Stop>| {
            let (left, answered) = self.each_given(facts, (rule, &[]), limits, take);
            *budget = left;
            answered
        };
        match wanted {
            Wanted::Applies => of_finding(limits, |budget| ask(budget, &mut |_| Err(Stop::Enough))),
            Wanted::Count if order != ResultOrder::Bag => {
                of_finding(limits, |budget| ask(budget, &mut |_| Ok(())))
            }
            Wanted::First | Wanted::All | Wanted::Count => {
                let answers = (order, self.rules[rule.index()].answer.len());
                of_keeping(wanted == Wanted::First, answers, limits, ask)
            }
        }
    }

    pub(crate) fn order(&self, rule: RuleId) -> ResultOrder {
        self.rules[rule.index()].order
    }

    /// Passes every solution to `take` as it is found, until `take` stops the search. Solutions are unordered and may
    /// be duplicates. Also returns the budget that is left.
    fn each(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        take: &mut dyn FnMut(&[Value]) -> Result<(), Stop>,
    ) -> (Budget, Result<(), LimitReached>) {
        self.each_given(facts, (rule, &[]), self.limits, take)
    }

    /// Passes the solutions of a rule with given inputs to `take`, in sorted order and without duplicates.
    pub(crate) fn in_order_given(
        &self,
        facts: &mut H::Facts,
        question: (RuleId, &[Value]),
        take: &mut dyn FnMut(&[Value]),
    ) -> Result<(), LimitReached> {
        let order = self.order(question.0);
        if order == ResultOrder::Sorted {
            let mut each = |tuple: &[Value]| {
                take(tuple);
                Ok(())
            };
            return self.each_given(facts, question, self.limits, &mut each).1;
        }
        let mut all = Solutions::new(self.rules[question.0.index()].answer.len());
        let mut keep = |tuple: &[Value]| all.push_within(tuple, self.limits.memory);
        let (mut budget, answered) = self.each_given(facts, question, self.limits, &mut keep);
        answered?;
        all.finish(order, &mut budget)?;
        all.iter().for_each(take);
        Ok(())
    }

    /// Passes the solutions of a rule with given inputs to `take` as they are found, within the given limits.
    pub(crate) fn each_given(
        &self,
        facts: &mut H::Facts,
        (rule, inputs): (RuleId, &[Value]),
        limits: Limits,
        take: &mut dyn FnMut(&[Value]) -> Result<(), Stop>,
    ) -> (Budget, Result<(), LimitReached>) {
        let mut run = Run::new(self, Budget::new(limits));
        let flow = run.rule(facts, (rule, inputs), take);
        (run.left(), found(flow).map(drop))
    }
}
