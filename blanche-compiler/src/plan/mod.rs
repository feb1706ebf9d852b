//! The plan: in which order literals are asked and by which way of access. Both back ends execute it and decide
//! nothing themselves.
//!
//! What a plan is made of, and what the passes hand to each other, stands in `model`. The passes, in the order in which
//! they run for each rule and each specialised derivation (a [`Routine`]):
//!
//! 1. `normalise`: what `constant_folding` decides is left out, and derivations of which one clause can hold are unfolded; the
//!    others stay calls, and so do those that `analysis` finds too large. Then `simplify`: variables that must be equal are
//!    one, and what follows from the rest is left out.
//!    After this: a conjunction of extern predicates, facts, comparisons, negations and calls over one frame of slots.
//! 2. `anti_joins`, for scores: what a negation denies of one variable becomes a set.
//!    After this: the negations that are left are asked of one value after the other.
//! 3. `order`: literals are taken from an `agenda` and become steps. `join_order` chooses the variable that is gone
//!    through next, `semi_joins` makes sets that follow for a variable from others, `projections` makes sets of what a
//!    negation asks again and again, and `access_paths` chooses how a literal is reached.
//!    After this: every step can be executed where it stands.
//! 4. `hoist`, for what is entered once for a question: sets are made in front of the loops that use them, `tests_to_sets`
//!    makes sets of tests, and a set without enough members ends the rule.
//!    After this: nothing moves any more.
//! 5. `finish`: `guards` and `result_order` say what is so of the whole, `distinct` lets a score give each solution once.
//!    After this: the plan of a rule is whole. When all are, `prune_routines` drops the routines that were planned only to be
//!    compared, `tail_calls` finds the recursion that needs one table, and `step_count` says how many steps of work everything
//!    takes, which both back ends count.
//!
//! After each pass `validate` looks whether every slot and every set has a value before it is read, in debug builds and tests.
//! `faults` are mistakes that tests plant, to see that they are found.
//!
//! `routines` takes each rule, each derivation and each `after` through the passes. One thing goes round in a circle: a
//! literal that is a call costs what its routine costs, so `order` asks for that routine, and it is planned from the first
//! pass on. The passes share a `planner`: the program, the numbers of `statistics` and `estimates`, the routines so far,
//! and a `budget` of steps, so that planning ends. Files depend on those of earlier passes and on `model`, in no circle; a
//! test holds them to it. [`mod@print`] shows a plan to people. `laws`, which only tests have,
//! holds what each pass makes of a body against what the body means.

mod analysis;
mod anti_joins;
mod budget;
mod estimates;
pub mod faults;
mod finish;
mod hoist;
#[cfg(test)]
mod laws;
mod model;
mod normalise;
mod order;
mod params;
mod planner;
pub mod print;
mod queries;
mod routine_texts;
mod routines;
mod statistics;
#[cfg(test)]
pub(crate) mod tests;
mod validate;

use std::collections::BTreeSet;

pub use self::budget::STEPS;
pub(crate) use self::budget::{Subject, grouped, named};
pub use self::model::{
    Access, Action, Argument, Block, Count, Counted, Estimate, Guard, HostValue, Intersection, Level, Lookup,
    Move, Operand, Output, Plan, Question, Recursive, RecursiveCall, Routine, RoutineClause, RoutineId,
    RulePlan, SetInfo, SetSlot, Slot, SlotInfo, Source, Step, SumPlan, asks_rules,
};
pub(crate) use self::model::{fact_rows, for_each};
use self::planner::Planner;
pub(crate) use self::queries::Queries;
pub(crate) use self::routine_texts::each_text;
pub use self::statistics::{BadLine, BadLineReason, Literal, Statistics};
pub use self::validate::Breach;
use crate::diagnostic::Diagnostic;
use crate::program::{Program, Rule, RuleId, RuleKind};

/// Plans a program that the checks have found without errors.
///
/// # Errors
/// A message where that takes more steps than a planning run may take ([`STEPS`]); so it is with all that plan.
pub fn plan(program: &Program) -> Result<Plan, Box<Diagnostic>> {
    plan_with(program, &Statistics::default())
}

/// Plans a program with measured numbers of tuples in place of the declared ones, as far as there are any.
///
/// # Errors
/// See [`plan`].
pub fn plan_with(program: &Program, statistics: &Statistics) -> Result<Plan, Box<Diagnostic>> {
    plan_within(program, statistics, STEPS)
}

/// The same, with so many steps at most.
///
/// # Errors
/// See [`plan`].
pub fn plan_within(program: &Program, statistics: &Statistics, steps: u64) -> Result<Plan, Box<Diagnostic>> {
    plan_if(program, statistics, steps, |_, _| true)
}

/// The promises that the planner does not keep when it plans this program: what was read before it had a value. There are
/// none, or the planner has a fault.
///
/// # Errors
/// See [`plan`].
pub fn breaches(program: &Program, statistics: &Statistics) -> Result<Vec<Breach>, Box<Diagnostic>> {
    let lenient = BTreeSet::new();
    let mut planner = Planner::new(program, statistics, &lenient, STEPS);
    planner.validates = true;
    planner.all(&|_, _| true);
    planner.finish()?;
    Ok(planner.breaches)
}

/// Plans the queries of a program, and the rules that these ask by way of the host. The plans of all other rules stay
/// empty, so that what they would ask of a host does not matter.
///
/// # Errors
/// See [`plan`].
pub fn plan_query(program: &Program) -> Result<Plan, Box<Diagnostic>> {
    let ids = (0..).map(RuleId);
    let queries = program.rules.iter().zip(ids).filter(|(rule, _)| rule.kind == RuleKind::Query);
    plan_queries(program, &queries.map(|(_, id)| id).collect())
}

/// The same of one of the queries.
///
/// # Errors
/// See [`plan`].
pub fn plan_one_query(program: &Program, query: RuleId) -> Result<Plan, Box<Diagnostic>> {
    plan_queries(program, &BTreeSet::from([query]))
}

fn plan_queries(program: &Program, queries: &BTreeSet<RuleId>) -> Result<Plan, Box<Diagnostic>> {
    let bodies = queries.iter().flat_map(|query| &program.rule(*query).body);
    let asked = analysis::rules_asked(program, bodies);
    plan_if(program, &Statistics::default(), STEPS, |id, _| queries.contains(&id) || asked.contains(&id))
}

/// What the planner asks statistics for when it plans this program.
pub fn literals(program: &Program) -> Vec<Literal> {
    let (lenient, statistics) = (BTreeSet::new(), Statistics::default());
    let mut planner = Planner::new(program, &statistics, &lenient, STEPS);
    planner.all(&|_, _| true);
    planner
        .asked
        .into_iter()
        .map(|(id, constants)| Literal { predicate: program.predicate(id).name.clone(), constants })
        .collect::<BTreeSet<Literal>>()
        .into_iter()
        .collect()
}

fn plan_if(
    program: &Program,
    statistics: &Statistics,
    steps: u64,
    wanted: impl Fn(RuleId, &Rule) -> bool,
) -> Result<Plan, Box<Diagnostic>> {
    let lenient = BTreeSet::new();
    let mut planner = Planner::new(program, statistics, &lenient, steps);
    planner.all(&wanted);
    planner.plan.work = planner.budget.used();
    planner.finish()?;
    Ok(planner.plan)
}
