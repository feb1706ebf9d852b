//! Removes routines that the plan does not call.

use blanche_sorted::{SortedMap, SortedSet};

use crate::plan::faults::{self, Fault};
use crate::plan::model::{Action, Block, Plan, RoutineId, SumPlan, reach};

/// Removes the routines that no chosen step can reach. These routines were planned only to compare costs.
pub(crate) fn prune(plan: &mut Plan) {
    fn renumber(block: &mut Block, numbers: &SortedMap<RoutineId, RoutineId>) {
        for step in &mut block.steps {
            match &mut step.action {
                Action::Call { routine, .. }
                | Action::EachCall { routine, .. }
                | Action::Aggregate { routine, .. } => *routine = numbers[routine],
                _ => {}
            }
            if let Some(block) = step.action.inner_mut()
                && !faults::has(Fault::InnerCallsNotRenumbered)
            {
                renumber(block, numbers);
            }
        }
    }
    let mut keep = SortedSet::new();
    for rule in &plan.rules {
        reach(&rule.body, plan, &mut keep);
    }
    for block in plan.sums.iter().flat_map(SumPlan::blocks) {
        reach(block, plan, &mut keep);
    }
    let numbers: SortedMap<RoutineId, RoutineId> =
        keep.iter().enumerate().map(|(new, old)| (*old, RoutineId(new as u32))).collect();
    let mut at = 0;
    plan.routines.retain(|_| {
        at += 1;
        keep.contains(&RoutineId(at - 1))
    });
    for rule in &mut plan.rules {
        renumber(&mut rule.body, &numbers);
    }
    for block in plan.sums.iter_mut().flat_map(SumPlan::blocks_mut) {
        renumber(block, &numbers);
    }
    for routine in &mut plan.routines {
        for clause in &mut routine.clauses {
            renumber(&mut clause.body, &numbers);
        }
    }
}
