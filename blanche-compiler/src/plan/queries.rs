//! Plans the queries on one program one after the other. Later queries reuse the routines planned for earlier queries.

use std::sync::LazyLock;

use blanche_sorted::{SortedMap, SortedSet};

use crate::plan::analysis::rules_asked;
use crate::plan::budget::{Budget, STEPS};
use crate::plan::finish::{Work, prune};
use crate::plan::model::{Plan, RulePlan};
use crate::plan::planner::Planner;
use crate::plan::statistics::Statistics;
use crate::program::{PredicateId, Program, Rule, RuleId, VariableId};

static DECLARED: LazyLock<Statistics> = LazyLock::new(Statistics::default);
static NONE: SortedSet<PredicateId> = SortedSet::new();

/// Plans queries on a program.
pub(crate) struct Queries<'p> {
    planner: Planner<'p>,
    /// The rules that earlier queries made the host evaluate.
    rules: SortedMap<RuleId, RulePlan>,
    work: Work<'p>,
}

impl<'p> Queries<'p> {
    /// Prepares to plan queries on a program that has no errors.
    pub(crate) fn new(program: &'p Program) -> Queries<'p> {
        let planner = Planner::new(program, &DECLARED, &NONE, STEPS);
        Queries { planner, rules: SortedMap::new(), work: Work::new(program) }
    }

    /// Plans a query. The plan of the query comes after the plans of the program's rules. Only the rules that the query
    /// evaluates are planned. The `given` variables are bound on entry and are not part of the answer. `None` if
    /// planning exceeds the step limit.
    pub(crate) fn plan(&mut self, query: &Rule, given: &[VariableId]) -> Option<Plan> {
        let program = self.planner.program;
        let asked = rules_asked(program, &query.body);
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
            // The routines planned last may be incomplete.
            *self = Queries::new(program);
            return None;
        }
        let rules = (0..id.0).map(|at| match asked.contains(&RuleId(at)) {
            true => self.rules[&RuleId(at)].clone(),
            false => RulePlan::empty(RuleId(at)),
        });
        let rules = rules.chain([query]).collect();
        let mut plan = Plan { rules, sums: Vec::new(), routines: self.planner.plan.routines.clone(), work };
        prune(&mut plan);
        self.work.count(&mut plan);
        Some(plan)
    }
}
