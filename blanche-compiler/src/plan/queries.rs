//! Queries on one program, planned one after the other: what one of them has called is there for the next.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::budget::Budget;
use super::{Plan, Planner, RulePlan, STEPS, Statistics, prune};
use crate::program::{Goal, PredicateId, PredicateKind, Program, Rule, RuleId, VariableId};

static DECLARED: LazyLock<Statistics> = LazyLock::new(Statistics::default);
static NONE: BTreeSet<PredicateId> = BTreeSet::new();

/// The rules that an extern predicate asks which is met on the way from these goals down, and those that these ask.
pub(super) fn rules_asked<'p>(
    program: &'p Program,
    goals: impl IntoIterator<Item = &'p Goal>,
) -> BTreeSet<RuleId> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting: Vec<&Goal> = goals.into_iter().collect();
    while let Some(goal) = waiting.pop() {
        goal.atoms(&mut |atom, _| {
            if !seen.insert(atom.predicate) {
                return;
            }
            match &program.predicate(atom.predicate).kind {
                PredicateKind::Extern(external) => {
                    for rule in external.asks.iter().flatten() {
                        if found.insert(*rule) {
                            waiting.extend(&program.rule(*rule).premise);
                        }
                    }
                }
                PredicateKind::Derived(clauses) => {
                    waiting.extend(clauses.iter().flat_map(|clause| &clause.body))
                }
                PredicateKind::Equal | PredicateKind::Facts(_) | PredicateKind::Action { .. } => {}
            }
        });
    }
    found
}

/// Plans queries on a program.
pub(crate) struct Queries<'p> {
    planner: Planner<'p>,
    /// The rules that queries have asked.
    rules: BTreeMap<RuleId, RulePlan>,
}

impl<'p> Queries<'p> {
    /// For a program without errors.
    pub(crate) fn new(program: &'p Program) -> Queries<'p> {
        Queries { planner: Planner::new(program, &DECLARED, &NONE, STEPS), rules: BTreeMap::new() }
    }

    /// The plan of a query, behind those of the program's rules, of which only those are planned that it asks. The
    /// given variables have values when it is asked, and are no part of its answer. `None` where that takes more steps
    /// than a planning run may take.
    pub(crate) fn plan(&mut self, query: &Rule, given: &[VariableId]) -> Option<Plan> {
        let program = self.planner.program;
        let asked = rules_asked(program, &query.premise);
        for id in &asked {
            if !self.rules.contains_key(id) {
                let plan = self.planner.rule(*id, program.rule(*id), &[]);
                self.rules.insert(*id, plan);
            }
        }
        let id = RuleId(program.rules.len() as u32);
        let query = self.planner.rule(id, query, given);
        let budget = std::mem::replace(&mut self.planner.budget, Budget::new(STEPS));
        let work = budget.used();
        if budget.is_spent() {
            // What was planned last is not whole.
            *self = Queries::new(program);
            return None;
        }
        let rules = (0..id.0).map(|at| match asked.contains(&RuleId(at)) {
            true => self.rules[&RuleId(at)].clone(),
            false => RulePlan::empty(RuleId(at)),
        });
        let rules = rules.chain([query]).collect();
        let mut plan = Plan { rules, sums: Vec::new(), routines: self.planner.plan.routines.clone(), work };
        prune::prune(&mut plan);
        Some(plan)
    }
}
