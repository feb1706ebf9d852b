//! The planner: chooses the order in which literals are evaluated and an access path for each. Both back ends
//! execute the plan and make no decisions themselves.
//!
//! The module `model` contains the elements of a plan and the types that passes exchange. The passes, in the order
//! in which they run for each rule and each specialised derivation (a [`Routine`]):
//!
//! 1. `normalise`: `constant_folding` evaluates what constants decide. Derivations with a single possible clause are
//!    unfolded, unless `analysis` finds them too large; all other derivations stay calls. Then `simplify` unifies
//!    variables that must be equal and removes implied literals.
//!    After this: a conjunction of extern predicates, facts, comparisons, negations and calls over one frame of slots.
//! 2. `anti_joins`, only for scores: the values that a negation excludes for one variable become a set.
//!    After this: the remaining negations are tested value by value.
//! 3. `order`: literals are taken from an `agenda` and become steps. `join_order` chooses the next variable to
//!    enumerate, and `semi_joins` derives sets for a variable from other variables. `projections` computes sets for
//!    negations that are tested repeatedly, and `access_paths` chooses how each literal is evaluated.
//!    After this: every step can be executed at its position.
//! 4. `hoist`, for bodies that are entered once per query: sets are computed before the loops that use them, and
//!    `tests_to_sets` turns tests into sets. A set without enough members ends the rule.
//!    After this: no step is moved any more.
//! 5. `finish`: `guards` and `result_order` determine properties of the whole body, and `distinct` makes scores
//!    count each solution once.
//!    After this: the plan of the rule is complete. Once all plans are complete, `prune_routines` removes the routines
//!    that were planned only for comparison, and `tail_calls` finds recursion that needs only one table. `step_count`
//!    assigns the steps of work that both back ends count.
//!
//! After each pass, debug builds and tests run `validate`, which checks that every slot and set has a value before
//! it is read. `faults` are mistakes that tests plant, to check that they are detected.
//!
//! `routines` takes each rule, each derivation and each `after` through the passes. The passes are mutually recursive
//! at one point. The cost of a call is the cost of its routine, so `order` requests that routine, and the routine goes
//! through all passes first. The passes share a `planner`: the program, the estimates from `statistics` and
//! `estimates`, the routines so far, and a `budget` of steps that guarantees termination. Files depend only on files of
//! earlier passes and on `model`, without cycles; a test checks this. [`mod@print`] formats plans for people. The
//! test-only module `laws` compares the result of each pass with the meaning of the body.

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

use blanche_sorted::SortedSet;

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

/// Plans a program that has passed the checks.
///
/// # Errors
/// A diagnostic if planning takes more than [`STEPS`] steps. The other planning functions have the same limit.
pub fn plan(program: &Program) -> Result<Plan, Box<Diagnostic>> {
    plan_with(program, &Statistics::default())
}

/// Plans a program using measured numbers of tuples. Without a measurement, the declared number is used.
///
/// # Errors
/// See [`plan`].
pub fn plan_with(program: &Program, statistics: &Statistics) -> Result<Plan, Box<Diagnostic>> {
    plan_within(program, statistics, STEPS)
}

/// Plans a program like [`plan_with`], but with at most `steps` planning steps.
///
/// # Errors
/// See [`plan`].
pub fn plan_within(program: &Program, statistics: &Statistics, steps: u64) -> Result<Plan, Box<Diagnostic>> {
    plan_if(program, statistics, steps, |_, _| true)
}

/// Plans the program and returns the violations that the validator finds, such as slots read before they have a
/// value. Any violation is a bug in the planner.
///
/// # Errors
/// See [`plan`].
pub fn breaches(program: &Program, statistics: &Statistics) -> Result<Vec<Breach>, Box<Diagnostic>> {
    let lenient = SortedSet::new();
    let mut planner = Planner::new(program, statistics, &lenient, STEPS);
    planner.validates = true;
    planner.all(&|_, _| true);
    planner.finish()?;
    Ok(planner.breaches)
}

/// Plans the queries of a program, and the rules that they make the host evaluate. The plans of all other rules
/// stay empty, so that their requirements on a host do not matter.
///
/// # Errors
/// See [`plan`].
pub fn plan_query(program: &Program) -> Result<Plan, Box<Diagnostic>> {
    let ids = (0..).map(RuleId);
    let queries = program.rules.iter().zip(ids).filter(|(rule, _)| rule.kind == RuleKind::Query);
    plan_queries(program, &queries.map(|(_, id)| id).collect())
}

/// Plans a single query of a program, like [`plan_query`].
///
/// # Errors
/// See [`plan`].
pub fn plan_one_query(program: &Program, query: RuleId) -> Result<Plan, Box<Diagnostic>> {
    plan_queries(program, &SortedSet::from([query]))
}

fn plan_queries(program: &Program, queries: &SortedSet<RuleId>) -> Result<Plan, Box<Diagnostic>> {
    let bodies = queries.iter().flat_map(|query| &program.rule(*query).body);
    let asked = analysis::rules_asked(program, bodies);
    plan_if(program, &Statistics::default(), STEPS, |id, _| queries.contains(&id) || asked.contains(&id))
}

/// The literals whose statistics the planner looks up when it plans this program.
pub fn literals(program: &Program) -> Vec<Literal> {
    let (lenient, statistics) = (SortedSet::new(), Statistics::default());
    let mut planner = Planner::new(program, &statistics, &lenient, STEPS);
    planner.all(&|_, _| true);
    planner
        .asked
        .into_iter()
        .map(|(id, constants)| Literal { predicate: program.predicate(id).name.clone(), constants })
        .collect::<SortedSet<Literal>>()
        .into_iter()
        .collect()
}

fn plan_if(
    program: &Program,
    statistics: &Statistics,
    steps: u64,
    wanted: impl Fn(RuleId, &Rule) -> bool,
) -> Result<Plan, Box<Diagnostic>> {
    let lenient = SortedSet::new();
    let mut planner = Planner::new(program, statistics, &lenient, steps);
    planner.all(&wanted);
    planner.plan.work = planner.budget.used();
    planner.finish()?;
    Ok(planner.plan)
}
