//! Finds the routines that a plan can reach.

use blanche_sorted::SortedSet;

use super::plan::Plan;
use super::steps::{Action, Block, RoutineId};

/// Adds the routines that a block calls, directly or indirectly, to `found`.
pub(crate) fn reach(block: &Block, plan: &Plan, found: &mut SortedSet<RoutineId>) {
    let mut waiting = vec![block];
    while let Some(block) = waiting.pop() {
        for step in &block.steps {
            if let Action::Call { routine, .. }
            | Action::EachCall { routine, .. }
            | Action::Aggregate { routine, .. } = &step.action
                && found.insert(*routine)
            {
                waiting.extend(plan.routines[routine.index()].clauses.iter().map(|clause| &clause.body));
            }
            waiting.extend(step.action.inner());
        }
    }
}
